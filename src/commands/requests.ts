import type { Seen } from "../../contract/control.ts";
import { messages } from "../client/stream.ts";
import { command, Failure, flag, optional, Usage, type ValuesOf } from "./command.ts";
import { outOption, printOrWrite } from "./file.ts";
import { requestLines, wholeLines } from "./lines.ts";
import { ask, serverOptions } from "./running-sandbox.ts";
import { moment, wholeNumber } from "./values.ts";

const options = {
  follow: { ...flag("Go on with the requests that come, until Ctrl-C."), short: "f" },
  operation: optional<string>({ takes: "NAME" }, "Only this operation, such as thirdparties.list."),
  status: optional<number>({ takes: "N", parse: wholeNumber(0, 599) }, "Only this status; 0 is none."),
  from: optional<string>({ takes: "T", parse: moment }, "Only from this moment on, by the wall clock in UTC."),
  to: optional<string>({ takes: "T", parse: moment }, "Only up to this moment."),
  limit: optional<number>(
    { takes: "N", parse: wholeNumber(1, 1000) },
    "The most requests to show: 20 by default, 1,000 with --har.",
  ),
  har: flag("Write them whole, with headers and bodies, as a HAR, which browsers' developer tools open."),
  out: outOption,
  json: flag("Print JSON, a request a line."),
  ...serverOptions,
};
type Values = ValuesOf<typeof options>;

const queryOf = ({ account: accountId, operation, status, from, to, limit, har }: Values) => ({
  ...{ accountId, operation, status, from, to },
  limit: limit ?? (har ? 1000 : 20),
});

export const requests = command({
  name: "requests",
  summary: "Show the last requests that the service received, the newest last, with why each was refused.",
  takes: "[ID | clear]",
  words: [0, 1],
  choices: async () => ["clear"],
  examples: [
    ["requests", "What the front end sent last."],
    ["requests --follow", "And what it sends from now on."],
    ["requests --status 400 --json", "The requests that were refused so."],
    ["requests 5f3e0c1a-8a6b-4d0e-9f57-2c1d7b6a9e10", "One of them whole, by its X-Request-Id."],
    ["requests --har --out requests.har", "All of them, for a browser's developer tools."],
    ["requests clear", "Forget them."],
  ],
  options,
  async run({ values, argument, print, show, remark }) {
    const { account: accountId, json } = values;
    if (argument === "clear") {
      await ask(values, "requests.clear", { query: { accountId } });
      return print(json ? "{}" : "The requests are forgotten.");
    }
    if (argument !== "") {
      const whole = await ask(values, "requests.get", { params: { requestId: argument } });
      return show(whole, () => wholeLines(whole));
    }
    if (values.har) {
      const har = await ask(values, "requests.har", { query: queryOf(values) });
      return printOrWrite(JSON.stringify(har, null, 2), values.out, { print, show, remark }, { isData: true });
    }
    if (values.out !== undefined) throw new Usage("--out is the file of --har: give both, or neither.");
    const put = (seen: Seen) => {
      for (const line of json ? [JSON.stringify(seen)] : requestLines(seen)) print(line);
    };
    if (values.follow) await printNewRequests(values, put);
    else (await ask(values, "requests.list", { query: queryOf(values) })).content.forEach(put);
    if (values.follow) remark("The sandbox has stopped.");
  },
});

/** The stream is open before the list is read, so that no request falls between the two. */
async function printNewRequests(values: Values, put: (seen: Seen) => void): Promise<void> {
  const { operation, status } = values;
  const stream = messages({ ...values, kind: "request" }, new AbortController().signal);
  await stream.next().catch(() => {});
  const { content } = await ask(values, "requests.list", { query: queryOf(values) });
  content.forEach(put);
  const known = new Set(content.map(({ requestId }) => requestId));
  const isWanted = (seen: Seen) =>
    !known.has(seen.requestId) &&
    [undefined, seen.operation].includes(operation) &&
    [undefined, seen.status].includes(status);
  try {
    for await (const message of stream)
      if (message !== "following" && message.event === "request" && isWanted(message.data as Seen))
        put(message.data as Seen);
  } catch {
    throw new Failure(`The stream of ${values.url} broke off.`);
  }
}
