import { existsSync, readFileSync } from "node:fs";

/** A host that runs other machines too may take the processors from this one: so much of their time spoils a figure. */
const mostTaken = 0.05;
const mostTries = 10;
let made = 0;
let spoilt = 0;

/** Servers that are driven in turn are not disturbed alike, so what the host disturbed is measured again. */
export async function undisturbed<T>(measure: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const before = processorTime();
    const figure = await measure();
    const after = processorTime();
    const isSpoilt = after.taken - before.taken > mostTaken * (after.all - before.all);
    if (isSpoilt && tries < mostTries) continue;
    made++;
    if (isSpoilt) spoilt++;
    return figure;
  }
}

export const disturbances = (): string =>
  `Of ${made} measurements in turn, ${spoilt} stayed disturbed: in each of ${mostTries} tries the host took over ${mostTaken * 100} % of the processors' time`;

/** Of all processors since the machine began, and what the host took of it. Only Linux tells it. */
function processorTime(): { all: number; taken: number } {
  const [first = ""] = existsSync("/proc/stat") ? readFileSync("/proc/stat", "utf8").split("\n") : [];
  // User, nice, system, idle, waiting, interrupts of both kinds, and taken.
  const times = first.split(/ +/).slice(1, 9).map(Number);
  return { all: times.reduce((sum, each) => sum + each, 0), taken: times[7] ?? 0 };
}
