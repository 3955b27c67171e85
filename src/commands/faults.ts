import type { Fault } from "../../contract/control.ts";
import { command, Failure, optional, quoted, Usage, unknownWord } from "./command.ts";
import { ask, serverOptions } from "./running-sandbox.ts";
import { asUsage, reader, wholeNumber } from "./values.ts";

const kinds = ["status", "delay", "disconnect", "truncate", "malformed", "lag"] as const;
const probability = reader("a number from 0 to 1", (text) =>
  /^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(text) ? Number(text) : undefined,
);

const faultLine = (fault: Fault): string => {
  const { kind, status = 503, lag = "PT5M", operation, accountId, delayMs, probability, times } = fault;
  const what = {
    status: `answers ${status}`,
    delay: `answers ${delayMs ?? 1000} ms late`,
    disconnect: "cuts the connection",
    truncate: "sends half an answer",
    malformed: "answers what is no JSON",
    lag: `finds events ${lag} late`,
  }[kind];
  const waits = delayMs === undefined || kind === "delay" ? "" : ` after ${delayMs} ms`;
  const often = times === undefined ? "every time" : times === 1 ? "once" : `${times} times`;
  const chance = probability === undefined ? "" : `, with probability ${probability}`;
  return `${operation ?? "every operation"} of ${accountId ?? "every account"}: ${what}${waits}, ${often}${chance}`;
};

export const faults = command({
  name: "faults",
  summary: "List what goes wrong on purpose, add a fault, remove one, or clear them all.",
  takes: "[add KIND | remove N | clear]",
  words: [0, 2],
  choices: async () => ["add", "remove", "clear", ...kinds],
  details: [
    "KIND is status (an error in place of the answer), delay, disconnect, truncate (half an answer), malformed " +
      "(an answer that is not JSON) or lag (searches find events late). What is added stands beside what is set " +
      "already.",
  ],
  examples: [
    ["faults add status --operation thirdparties.list --status 503 --times 1", "The next list fails."],
    ["faults add delay --delay 3000", "Every answer takes three seconds."],
    ["faults add lag --lag PT5M", "Searches find an event five minutes after it occurred."],
    ["faults", "List them, with their numbers."],
    ["faults remove 2", "Remove the second of them."],
    ["faults clear", "All is well again."],
  ],
  options: {
    operation: optional<string>({ takes: "NAME" }, "Only this operation, such as thirdparties.list."),
    status: optional<number>({ takes: "N", parse: wholeNumber(400, 599) }, "Status of the error; 503 without it."),
    delay: optional<number>({ takes: "MS", parse: wholeNumber(0, 60_000) }, "Milliseconds to wait first."),
    lag: optional<string>({ takes: "DURATION" }, "How late searches find an event, such as PT5M, which it is without."),
    times: optional<number>(
      { takes: "N", parse: wholeNumber(1, 1_000_000) },
      "How often it strikes; always without it.",
    ),
    probability: optional<number>({ takes: "P", parse: probability }, "How likely each request is hit, from 0 to 1."),
    ...serverOptions,
  },
  async run({ values, argument, others: [word], show }) {
    const query = { accountId: values.account };
    const list = (found: readonly Fault[]) =>
      show(found, () =>
        found.length === 0 ? ["No fault is set."] : found.map((fault, at) => `${at + 1}  ${faultLine(fault)}`),
      );
    if (argument === "clear" && word === undefined) {
      await ask(values, "faults.clear", { query });
      return list([]);
    }
    const setAlready = () => ask(values, "faults.list", { query });
    if (argument === "") return list(await setAlready());
    if (argument === "remove") {
      const number = asUsage(() => wholeNumber(1, 1000)(word ?? ""), "remove ");
      const all = await setAlready();
      if (number > all.length) throw new Failure(`There is no fault ${number}: tiers-sandbox faults lists them.`);
      return list(await ask(values, "faults.replace", { query, body: all.toSpliced(number - 1, 1) }));
    }
    if (argument !== "add") throw unknownWord("faults", argument, ["add", "remove", "clear"]);
    const kind = kinds.find((known) => known === word);
    if (kind === undefined)
      throw new Usage(
        `faults add needs one of ${kinds.join(", ")}${word === undefined ? "" : `, got ${quoted(word)}`}.`,
      );
    const { operation, status, delay: delayMs, lag, times, probability } = values;
    const body = [...(await setAlready()), { kind, operation, status, delayMs, lag, times, probability }];
    list(await ask(values, "faults.replace", { query, body }));
  },
});
