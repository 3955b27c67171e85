import { command, quoted, suggestion, Usage } from "./command.ts";
import { accountOptions, askAccount } from "./remote.ts";
import { moment } from "./values.ts";

interface Reading {
  now: string;
  frozen: boolean;
  nextDue: string | null;
  happened: Record<string, number>;
}

const duration = (text: string): string => {
  if (/^P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/.test(text)) return text;
  throw new Usage(`advance takes an ISO 8601 duration such as P90D or PT12H, and ${quoted(text)} came.`);
};
const target = (text: string): string => {
  try {
    return moment(text);
  } catch (error) {
    throw new Usage(`set ${(error as Error).message}`);
  }
};

/** What each move takes, and what it asks of the sandbox. */
const moves: Record<string, { takes?: string; body: (value: string) => unknown }> = {
  advance: { takes: "a duration, like P90D", body: (value) => ({ advance: duration(value) }) },
  set: { takes: "a moment, like 2027-01-01T00:00:00", body: (value) => ({ set: target(value) }) },
  freeze: { body: () => ({ freeze: true }) },
  resume: { body: () => ({ freeze: false }) },
};

function bodyOf(name: string, value: string | undefined): unknown {
  const move = Object.hasOwn(moves, name) ? moves[name] : undefined;
  if (!move)
    throw new Usage(
      `clock has no ${quoted(name)}; it has ${Object.keys(moves).join(", ")}.${suggestion(name, Object.keys(moves))}`,
    );
  if (move.takes && value === undefined) throw new Usage(`clock ${name} needs ${move.takes}.`);
  if (!move.takes && value !== undefined)
    throw new Usage(`clock ${name} takes nothing more, and ${quoted(value)} came.`);
  return move.body(value ?? "");
}

export const clock = command({
  name: "clock",
  summary: "Read an account's clock, or move it: advance DURATION, set MOMENT, freeze, resume.",
  takes: "[advance DURATION | set MOMENT | freeze | resume]",
  words: [0, 2],
  options: accountOptions,
  async run({ values, argument, others: [value], print }) {
    const answer =
      argument === ""
        ? askAccount(values, "GET", "/clock")
        : askAccount(values, "POST", "/clock", { body: bodyOf(argument, value) });
    const { now, frozen, nextDue, happened } = (await answer) as Reading;
    print(
      `${now}, ${frozen ? "stopped" : "running"}; ${nextDue === null ? "nothing is due" : `next due at ${nextDue}`}`,
    );
    for (const [name, count] of Object.entries(happened)) print(`${String(count).padStart(6)}  ${name}`);
  },
});
