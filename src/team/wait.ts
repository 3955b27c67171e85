/** A test can put a clock of its own under this one, but not under that of `node:timers/promises`. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const steps = 8;

/**
 * Waits for servers that do something within half of that time. It goes in steps, because a machine that stands still
 * holds up those servers too, and then no more than one step passes.
 */
export async function wholeWait(ms: number): Promise<void> {
  for (let step = 0; step < steps; step++) await wait(ms / steps);
}
