import { randomBytes } from "node:crypto";
import type { EntryWriter } from "../verify/record/entry.ts";
import { command, Failure, flag, option, optional, Usage } from "./command.ts";
import { ending } from "./ending.ts";
import { serviceUrl, wholeNumber } from "./values.ts";

const options = {
  target: optional<string>(
    { takes: "URL", short: "t", environment: "VERIFY_TARGET", parse: serviceUrl },
    "Where the service is: the part of its addresses before /api/v1.",
  ),
  out: optional<string>({ takes: "FILE", short: "o" }, "File to write the recording to, a HAR."),
  port: option<number>(
    { takes: "N", short: "p", fallback: 4601, parse: wholeNumber(0, 65_535) },
    "Port of 127.0.0.1 to listen on; 0 for any that is free.",
  ),
  "keep-values": flag("Write values as they are. Without it they are replaced by made ones of the same form."),
};

/** What was recorded, and what could not be seen. */
export function summaryOf({ operations, others, elsewhere }: EntryWriter, out: string, target: string) {
  const entries = [...operations.values()].reduce((sum, count) => sum + count, 0);
  const own = new URL(target).host;
  const missed = [
    ...(others > 0 ? [`${others} requests are not of the contract: sent on, and not in the recording.`] : []),
    ...[...elsewhere].map(([host, count]) => {
      const where = `${host}${host === own ? ", past this proxy" : ""}`;
      const links = count === 1 ? "link leads" : "links lead";
      return `${count} signed ${links} to ${where}: a download there is not recorded.`;
    }),
  ];
  return { file: out, entries, operations: Object.fromEntries(operations), missed };
}

const linesOf = ({ file, entries, operations, missed }: ReturnType<typeof summaryOf>): string[] => [
  `Recorded ${entries} exchanges in ${file}.`,
  ...Object.entries(operations).map(([operationId, count]) => `  ${String(count).padStart(5)}  ${operationId}`),
  ...missed,
  ...(entries > 0
    ? [`Next: tiers-sandbox learn ${file} --out account.json, or tiers-sandbox verify --har ${file}`]
    : []),
];

export const record = command({
  name: "record",
  summary: "Record requests to the service through a proxy on this machine, without credentials and values.",
  details: [
    "Point a client at the address that it prints, in place of the service, and end it by Ctrl-C. It connects to the " +
      "target alone. Tokens, cookies and other headers that may hold a secret are never written, and a signed link " +
      "neither.",
    "Dates, codes, labels, keys, options and ids of the service stay. Values of third parties and people, numbers, " +
      "files and answers of forms are replaced by made ones of the same form, each value by the same one in the " +
      "whole recording; what people write is replaced as a whole.",
  ],
  examples: [
    ["record --target https://service.example --out run.har", "Then use http://127.0.0.1:4601 as the service."],
    ["verify --har run.har", "What it deviates from the contract in."],
    ["learn run.har --out account.json", "A configuration of it."],
  ],
  options,
  async run({ values: { target, out, port, "keep-values": keepValues }, version, byNpm, say, remark, show }) {
    if (target === undefined) throw new Usage("record needs --target URL, where the service is.");
    if (out === undefined) throw new Usage("record needs --out FILE, the recording to write.");
    const { startRecordProxy } = await import("./record-proxy.ts");
    const { HarFile } = await import("./har-file.ts");
    const { EntryWriter } = await import("../verify/record/entry.ts");
    const { Disguise } = await import("../verify/record/disguise.ts");
    const writer = new EntryWriter(target, new Disguise(randomBytes(32).toString("hex")), keepValues);
    const file = new HarFile(out, { name: "tiers-sandbox record", version });
    const proxy = await startRecordProxy({ target, port }, (passed) => {
      const entry = writer.entry(passed);
      if (entry) file.add(entry);
    }).catch((error: NodeJS.ErrnoException) => {
      file.close();
      const reason =
        error.code === "EADDRINUSE" ? "is taken: give another with --port" : `cannot be used: ${error.message}`;
      throw new Failure(`Port ${port} of 127.0.0.1 ${reason}.`);
    });
    const { ended } = ending({ say: () => {}, byNpm });
    say(`Recording ${target} into ${out}. Use ${proxy.url} in place of it; Ctrl-C ends it.`);
    if (keepValues) remark("Values are written as they are: the recording holds what the service has answered.");
    await ended;
    await proxy.close();
    file.close();
    const summary = summaryOf(writer, out, target);
    show(summary, () => linesOf(summary));
  },
});
