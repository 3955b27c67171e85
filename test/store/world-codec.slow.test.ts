import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { packed, unnoticedChanges } from "./packed-worlds.ts";
import { world } from "./samples.ts";

it("a packed world is the same or refused when any of its bytes is another", async () => {
  const bytes = await packed(world(2, 50));
  expect(await unnoticedChanges(world(2, 50), bytes, bytes.keys())).toEqual([]);
});

it("a portfolio takes the estimated memory within a third", async () => {
  const program = ["--expose-gc", "--import", "tsx", join(import.meta.dirname, "weighed.ts")];
  const { bytes, estimate } = JSON.parse((await promisify(execFile)(process.execPath, program)).stdout);
  expect(bytes / estimate).toBeGreaterThan(2 / 3);
  expect(bytes / estimate).toBeLessThan(4 / 3);
});
