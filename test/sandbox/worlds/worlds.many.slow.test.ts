import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../../src/start.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const heap = () => {
  collect();
  return process.memoryUsage().heapUsed;
};

it("four hundred worlds that are made, read, forked and deleted leave the heap as it was", async () => {
  const sandbox = await startSandbox({ now: "2026-01-15T09:00:00", freeze: true, log: "silent" });
  onTestFinished(() => sandbox.close());
  const live = async (name: string) => {
    const world = await sandbox.world(name);
    await world.client.GET("/thirdparties");
    const fork = await world.fork(`${name}-fork`);
    await Promise.all([world.delete(), fork.delete()]);
  };
  const after = async (from: number, to: number) => {
    for (let nth = from; nth < to; nth++) await live(`world-${nth}`);
    return heap();
  };
  // The request log, which keeps a thousand requests, is full by then.
  const before = await after(0, 200);
  const grown = (await after(200, 400)) - before;
  // A world of its own, which shares most rows with the others, would take some hundred times as much.
  expect(grown / 400).toBeLessThan(5_000);
});
