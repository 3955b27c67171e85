import { expect, it } from "vitest";
import { ending, parentsIn, signals } from "../../src/commands/ending.ts";
import { forgetSignals } from "./invoked.ts";

forgetSignals();

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

it("watches npm, above the shell that it may have put between", () => {
  const commands = { sh: "712 700", bash: "712 700", "npm exec tiers-s": "712", "a) b": "712" };
  for (const [command, watched] of Object.entries(commands))
    expect([command, parentsIn(`712 (${command}) S 700 712 1 0`, 712)]).toEqual([command, watched]);
});
