import { setTimeout as wait } from "node:timers/promises";

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
