import type { z } from "zod";
import type { control } from "../../contract/control.ts";
import { command, quoted, suggestion, Usage } from "./command.ts";
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

function bodyOf(name: string, value: string | undefined) {
  const names = [...Object.keys(moves), "due"];
  const move = Object.hasOwn(moves, name) ? moves[name] : undefined;
  if (!move) throw new Usage(`clock has no ${quoted(name)}; it has ${names.join(", ")}.${suggestion(name, names)}`);
  if (move.takes && value === undefined) throw new Usage(`clock ${name} needs ${move.takes}.`);
  if (!move.takes && value !== undefined) throw new Usage(`clock ${name} takes nothing more, got ${quoted(value)}.`);
  return move.body(value ?? "");
}

const moved = (
  values: Parameters<typeof withProgress>[0],
  say: (text: string) => void,
  body: ReturnType<typeof bodyOf>,
) => withProgress(values, say, () => ask(values, "clock.move", { body }));

const linesOf = ({ content, total, totalElements, kinds }: Ahead): string[] => {
  if (total === 0) return ["Nothing is due."];
  const jobs = content.map(({ dueAt, times, sentence, thirdpartyName, documentId, dossierId }) => {
    const document = documentId === null ? null : `document ${documentId}`;
    const about = [thirdpartyName, document ?? (dossierId === null ? null : `dossier ${dossierId}`)];
    const often = times > 1 ? ` (${times} times)` : "";
    return [dueAt, ...about.filter((part) => part !== null), `${sentence}${often}`].join("  ");
  });
  const further = totalElements > content.length ? [`… and ${totalElements - content.length} more`] : [];
  const counts = Object.entries(kinds).map(([kind, count]) => `${String(count).padStart(6)}  ${kind}`);
  return [...jobs, ...further, ...counts];
};
type Ahead = z.output<(typeof control.clock.due.responses)[200]>;

export const clock = command({
  name: "clock",
  summary: "Read an account's clock, or move it.",
  takes: "[advance DURATION | set MOMENT | freeze | resume | due [MOMENT]]",
  words: [0, 2],
  choices: async () => [...Object.keys(moves), "due"],
  examples: [
    ["clock advance P90D", "Ninety days pass, and what is due in them happens."],
    ["clock", "Read it."],
    ["clock set 2027-01-01T00:00:00", "To a moment."],
    ["clock freeze", "Stop it there."],
    ["clock due 2026-12-31T00:00:00", "What will happen by itself until then; without a moment, what comes next."],
  ],
  options: accountOptions,
  async run({ values, argument, others: [value], say, show }) {
    if (argument === "due") {
      const until = value === undefined ? undefined : asUsage(() => clockMoment(value), "due ");
      const ahead = await ask(values, "clock.due", { query: { until, size: 1000 } });
      return show(ahead, () => linesOf(ahead));
    }
    const reading = await (argument === "" ? ask(values, "clock.get") : moved(values, say, bodyOf(argument, value)));
    const { now, frozen, nextDue, happened } = reading;
    const due = nextDue === null ? "nothing is due" : `next due at ${nextDue}`;
    const counts = Object.entries(happened).map(([name, count]) => `${String(count).padStart(6)}  ${name}`);
    show(reading, () => [`${now}, ${frozen ? "stopped" : "running"}; ${due}`, ...counts]);
  },
});
