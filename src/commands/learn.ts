import { basename } from "node:path";
import type { Learned, Told } from "../verify/learn/learn.ts";
import { command, Failure, optional } from "./command.ts";
import { readConfiguration } from "./configuration-file.ts";
import { outOption, read, write } from "./file.ts";
import { accountId, serviceUrl } from "./values.ts";

const options = {
  out: outOption,
  check: optional<string>(
    { takes: "FILE" },
    "Compare this configuration with the recording, in place of writing one: what the recording shows otherwise.",
  ),
  target: optional<string>(
    { takes: "URL", short: "t", parse: serviceUrl },
    "Where the service is: the part of its addresses before /api/v1; found by itself without it.",
  ),
  account: optional<string>(
    { takes: "ID", short: "a", shown: "that of most requests", parse: accountId },
    "The account of the recording that is learned.",
  ),
};

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const partLines = ({ part, entries, records, of, unsure, record }: Told): string[] => [
  `${part}: ${counted(entries, "entry", "entries")}, from ${records} ${of}`,
  ...unsure.map((sentence) => `    ${sentence}`),
  ...record.map((what) => `    To record: ${what}`),
];

function linesOf({ account, exchanges, sandbox, parts, refused }: Learned): string[] {
  return [
    `Account ${account}: ${counted(exchanges, "exchange")} with the service.`,
    ...(sandbox === undefined ? [] : [`They are with a sandbox (${sandbox}): this is its configuration.`]),
    ...parts.flatMap(partLines),
    ...(refused > 0 ? [`${refused} texts may be of a third party, and were left out.`] : []),
  ];
}

export const learn = command({
  name: "learn",
  summary: "Make a configuration of recordings of one's own account: its attributes, types, codes and forms.",
  takes: "FILE…",
  words: [1, 50],
  details: [
    "A recording is a HAR, of tiers-sandbox record, of a browser or of a proxy; several add up. What is written " +
      "holds names of the configuration alone: no company, no person, no number and no answer of a form.",
    "Read the file before it is used: it says what was seen, and a recording does not show all of a configuration.",
  ],
  examples: [
    ["learn run.har --out account.json", "A configuration, and what it comes from."],
    ["learn monday.har tuesday.har --out account.json", "Of two recordings together."],
    ["learn run.har --check account.json", "What the recording shows otherwise; the exit code says whether."],
  ],
  options,
  async run({ values: { out, check, target, account }, argument, others, print, remark, show }) {
    const { learn: learnFrom } = await import("../verify/learn/learn.ts");
    const { NoRecording, readable } = await import("../verify/har.ts");
    const files = [argument, ...others];
    const texts = files.map((file) => read(file).toString("utf8"));
    const configured = check === undefined ? undefined : await readConfiguration(check);
    const learned = (() => {
      try {
        return readable(() => learnFrom(texts, { target, account }));
      } catch (error) {
        const names = files.map((file) => basename(file)).join(", ");
        throw error instanceof NoRecording ? new Failure(`${names} ${error.message}`) : error;
      }
    })();
    const { parts, exchanges, sandbox } = learned;
    if (configured !== undefined) {
      const { differencesFrom } = await import("../verify/learn/compare.ts");
      const differences = differencesFrom(configured, learned);
      show({ differences, exchanges, sandbox: sandbox ?? null }, () => [
        ...linesOf(learned),
        ...differences.map(({ pointer, sentence }) => `${pointer} ${sentence}.`),
      ]);
      if (differences.length > 0)
        throw new Failure(`${counted(differences.length, "difference")} between ${check} and the recording.`);
      return;
    }
    const text = JSON.stringify(learned.file, null, 2);
    if (out === undefined) {
      print(text);
      return remark(linesOf(learned).join("\n"));
    }
    await write(out, `${text}\n`, { isData: true });
    show({ file: out, parts, exchanges, sandbox: sandbox ?? null }, () => [
      ...linesOf(learned),
      `Wrote ${out}. Read it, correct it, and start with it: tiers-sandbox --configuration ${out}`,
    ]);
  },
});
