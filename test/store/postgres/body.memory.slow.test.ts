import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { makeState } from "../../../src/seed/new-world.ts";
import { Tables } from "../../../src/store/memory/tables.ts";
import { gzipped } from "../../../src/store/postgres/body.ts";
import type { Body } from "../../../src/store/postgres/log.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function memory(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Worlds that were opened from the same body. */
async function worlds(count: number, body: Body, isRead: boolean): Promise<Tables[]> {
  const made: Tables[] = [];
  while (made.length < count) {
    const { state, unread } = await gzipped.unpack("demo", body);
    const tables = await Tables.made(state, unread);
    if (isRead) await tables.whole();
    made.push(tables);
  }
  return made;
}

/** What a world takes in memory, and what it is estimated to take. */
async function weighed(body: Body, isRead: boolean) {
  // What is made once stays out of the measure.
  await worlds(1, body, isRead);
  const before = memory();
  const made = await worlds(8, body, isRead);
  const bytes = (memory() - before) / made.length;
  return { bytes, estimate: (made[0] as Tables).bytes };
}

it("a portfolio takes the estimated memory within a third, and less before its events are read", async () => {
  const now = Date.UTC(2026, 0, 15);
  const wish = { accountId: "demo", seed: "portfolio", randomSeed: 1, size: null, now, frozen: true, wall: now };
  const body = await gzipped.pack(await makeState(wish));
  const { bytes, estimate } = await weighed(body, true);
  expect(bytes / estimate).toBeGreaterThan(2 / 3);
  expect(bytes / estimate).toBeLessThan(4 / 3);
  expect((await weighed(body, false)).bytes / bytes).toBeLessThan(0.8);
});
