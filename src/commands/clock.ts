import type { z } from "zod";
import type { control } from "../../contract/control.ts";
import type { Result } from "../client/control.ts";
import { command, quoted, Usage, unknownWord } from "./command.ts";
import { withProgress } from "./progress.ts";
import { accountOptions, ask } from "./running-sandbox.ts";
import { asUsage, clockMoment, duration } from "./values.ts";

/** For each move the value that it takes, and the body of its request. */
const moves: Record<string, { takes?: string; body: (value: string) => z.input<typeof control.clock.move.body> }> = {
  advance: {
    takes: "a duration, like P90D",
    body: (value) => ({ advance: asUsage(() => duration(value), "advance ") }),
  },
  set: {
    takes: "a moment, like 2027-01-01T00:00:00",
    body: (value) => ({ set: asUsage(() => clockMoment(value), "set ") }),
  },
  freeze: { body: () => ({ freeze: true }) },
  resume: { body: () => ({ freeze: false }) },
};

const words = [...Object.keys(moves), "due"];

function bodyOf(name: string, value: string | undefined) {
  const move = Object.hasOwn(moves, name) ? moves[name] : undefined;
  if (!move) throw unknownWord("clock", name, words);
  if (move.takes && value === undefined) throw new Usage(`clock ${name} needs ${move.takes}.`);
  if (!move.takes && value !== undefined) throw new Usage(`clock ${name} takes nothing more, got ${quoted(value)}.`);
  return move.body(value ?? "");
}

const countLines = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${String(count).padStart(6)}  ${name}`);

const linesOf = ({ content, total, totalElements, kinds }: Result<typeof control.clock.due>): string[] => {
  if (total === 0) return ["Nothing is due."];
  const jobs = content.map(({ dueAt, times, sentence, thirdpartyName, documentId, dossierId }) => {
    const document = documentId === null ? null : `document ${documentId}`;
    const about = [thirdpartyName, document ?? (dossierId === null ? null : `dossier ${dossierId}`)];
    const often = times > 1 ? ` (${times} times)` : "";
    return [dueAt, ...about.filter((part) => part !== null), `${sentence}${often}`].join("  ");
  });
  const further = totalElements > content.length ? [`… and ${totalElements - content.length} more`] : [];
  return [...jobs, ...further, ...countLines(kinds)];
};

/** Ctrl-C cancels a move, whose reading then says how far it came; once more ends the command. */
async function cancellable<T>(move: () => Promise<T>, cancel: () => Promise<unknown>): Promise<T> {
  const interrupted = () => void cancel().catch(() => process.exit(1));
  process.once("SIGINT", interrupted);
  try {
    return await move();
  } finally {
    process.off("SIGINT", interrupted);
  }
}

export const clock = command({
  name: "clock",
  summary: "Read an account's clock, or move it.",
  takes: "[advance DURATION | set MOMENT | freeze | resume | due [MOMENT]]",
  words: [0, 2],
  choices: async () => words,
  examples: [
    ["clock advance P90D", "Ninety days pass, and what is due in them happens; Ctrl-C cancels."],
    ["clock", "Read it."],
    ["clock set 2027-01-01T00:00:00", "To a moment."],
    ["clock freeze", "Stop it there."],
    ["clock due 2026-12-31T00:00:00", "What will happen by itself until then; without a moment, what comes next."],
  ],
  options: accountOptions,
  async run({ values, argument, others: [value], remark, show }) {
    if (argument === "due") {
      const until = value === undefined ? undefined : asUsage(() => clockMoment(value), "due ");
      const ahead = await ask(values, "clock.due", { query: { until, size: 1000 } });
      return show(ahead, () => linesOf(ahead));
    }
    const move = (body: ReturnType<typeof bodyOf>) =>
      withProgress(values, remark, () =>
        cancellable(
          () => ask(values, "clock.move", { body }),
          () => ask(values, "clock.cancel"),
        ),
      );
    const reading = await (argument === "" ? ask(values, "clock.get") : move(bodyOf(argument, value)));
    const { now, frozen, nextDue, happened, cancelled, stopped } = reading;
    const why = [
      ...(cancelled ? ["The move was cancelled."] : []),
      ...(stopped ? [`It does not go on. ${stopped}`] : []),
    ];
    const due = nextDue === null ? "nothing is due" : `next due at ${nextDue}`;
    show(reading, () => [`${now}, ${frozen ? "stopped" : "running"}; ${due}`, ...why, ...countLines(happened)]);
  },
});
