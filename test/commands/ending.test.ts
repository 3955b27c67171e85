import { expect, it, vi } from "vitest";
import { ending, inTime } from "../../src/commands/ending.ts";
import { endings } from "../../src/system/system.ts";
import { forgetSignals } from "./invoked.ts";

forgetSignals();

it.each(endings)("ends at %s, and says so once", async (signal) => {
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

it("a stop whose storage never answers ends the process with a sentence, and one that ends says nothing", async () => {
  vi.useFakeTimers();
  const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  const said: string[] = [];
  const stopping = (stop: Promise<void>) => inTime(stop, (text) => said.push(text));
  await stopping(Promise.resolve());
  await expect(stopping(Promise.reject(new Error("EIO")))).rejects.toThrow("EIO");
  void stopping(new Promise(() => {}));
  vi.advanceTimersByTime(29_999);
  expect({ said, exits: exit.mock.calls }).toEqual({ said: [], exits: [] });
  vi.advanceTimersByTime(1);
  expect(exit.mock.calls).toEqual([[1]]);
  expect(said).toEqual([expect.stringMatching(/^The storage has not answered for 30 seconds.*answered is written/)]);
  vi.restoreAllMocks();
  vi.useRealTimers();
});
