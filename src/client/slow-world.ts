/** In milliseconds; a test of vitest or Jest ends after five seconds. */
const slowAfter = 3000;
export const remedy =
  "So that no test waits for it, name sandboxSetup({}, worldOptions) in globalSetup, with the seed, the size and the " +
  "clock of the test's world, or give these to tiers-sandbox exec.";
const sentence =
  "tiers-sandbox makes the first world of the week on this machine, which takes some seconds and is then kept. " +
  remedy;

/** Says why a world takes long, while the test that waits for it can still print it. */
export function saidWhenSlow<T>(making: Promise<T>): Promise<T> {
  const slow = setTimeout(() => process.stderr.write(`${sentence}\n`), slowAfter);
  return making.finally(() => clearTimeout(slow));
}
