import { vi } from "vitest";

/** Makes every timer of the global setTimeout fire at once, and returns the list of the delays that were asked for. */
export function skipDelays(): number[] {
  const delays: number[] = [];
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, delay = 0) => {
    delays.push(delay);
    return setImmediate(run);
  }) as unknown as typeof setTimeout);
  return delays;
}
