import { afterEach, expect, it } from "vitest";
import { ending, parentsIn, signals } from "../../src/commands/ending.ts";

const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
afterEach(() => {
  for (const signal of signals)
    for (const listener of process.listeners(signal))
      if (!before.get(signal)?.includes(listener)) process.off(signal, listener);
});

it.each(signals)("ends at %s, and says so once", async (signal) => {
  const said: string[] = [];
  const { ended, asked } = ending({ say: (text) => said.push(text), byNpm: false });
  process.emit(signal, signal);
  await ended;
  asked();
  expect(said).toEqual(["Stopping: requests in flight are finished first. Once more to stop at once."]);
});

it("a second SIGHUP, which a closing terminal may send, does not cut the first short", async () => {
  const { ended } = ending({ say: () => {}, byNpm: false });
  process.emit("SIGHUP", "SIGHUP");
  process.emit("SIGHUP", "SIGHUP");
  await ended;
});

it("ends when a client asks for it", async () => {
  const said: string[] = [];
  const { ended, asked } = ending({ say: (text) => said.push(text), byNpm: false });
  asked();
  await ended;
  expect(said).toEqual(["Stopping: a client asked for it."]);
});

it.each([
  ["712 (sh) S 700 712 1 0", "712 700"],
  ["712 (bash) S 700 712 1 0", "712 700"],
  ["712 (npm exec tiers-s) S 700 712 1 0", "712"],
  ["712 (a) b) S 700 712 1 0", "712"],
])("watches npm, above the shell that it may have put between: %s", (stat, watched) => {
  expect(parentsIn(stat, 712)).toBe(watched);
});
