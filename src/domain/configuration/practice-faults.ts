import type { Configuration } from "../../../contract/configuration.ts";
import type { Fault } from "./fault.ts";

const hundred = 100;
/** Terms that contradict each other. */
export function* practiceFaults({ practice }: Configuration): Generator<Fault> {
  const { reviewPercent, refusedPercent, weeklyReminders } = practice;
  if (reviewPercent + refusedPercent > hundred)
    yield {
      of: ["practice", "refusedPercent"],
      because: ["practice", "reviewPercent"],
      path: [],
      detail: `is ${refusedPercent}, and with reviewPercent (${reviewPercent}) more than 100`,
      expected: "100 together at most",
      received: refusedPercent,
    };
  if (weeklyReminders[0] > weeklyReminders[1])
    yield {
      of: ["practice", "weeklyReminders"],
      path: [],
      detail: "has the most before the least",
      expected: "the least first",
      received: weeklyReminders,
    };
}
