/** A test can put a clock of its own under this one, but not under that of `node:timers/promises`. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const mostTimes = 5;

/**
 * Waits for as long as servers need that do something within half of that time. A wait that ends late shows that the
 * machine stood still, and the others perhaps with it: then they get as long again.
 */
export async function wholeWait(milliseconds: number): Promise<void> {
  for (let times = 0; times < mostTimes; times++) {
    const began = performance.now();
    await wait(milliseconds);
    if (performance.now() - began < 1.5 * milliseconds) return;
  }
}
