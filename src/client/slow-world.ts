/** In milliseconds; a test of vitest or Jest ends after five seconds. */
const slowAfter = 3000;
export const remedy =
  "So that no test waits for it, name sandboxSetup({}, worldOptions) in globalSetup, with the seed, the size and the " +
  "clock of the test's world, or give these to tiers-sandbox exec.";
const usual =
  "tiers-sandbox needs seconds for this world: it may be the first of its kind of the week on this machine, a large " +
  "one, or one without the world cache.";
const uncached =
  "tiers-sandbox needs seconds for this world: with worldCache: false every process makes its worlds anew.";

/** Says why a world takes long, while the test that waits for it can still print it. */
export function saidWhenSlow<T>(making: Promise<T>, worldCache = true): Promise<T> {
  const sentence = `${worldCache ? usual : uncached} ${remedy}\n`;
  const slow = setTimeout(() => process.stderr.write(sentence), slowAfter);
  return making.finally(() => clearTimeout(slow));
}
