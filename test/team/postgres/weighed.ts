import { setImmediate as turn } from "node:timers/promises";
import { makeState } from "../../../src/seed/new-world.ts";
import { Tables } from "../../../src/store/memory/tables.ts";
import { gzipped } from "../../../src/store/world-codec.ts";
import type { Body } from "../../../src/team/postgres/change-log.ts";

/** Prints what a portfolio takes in memory. A program of its own, because the heap of a test holds other tests too. */

async function memory(): Promise<number> {
  // What a collection lets go of may hold more, and some of it is let go of between turns of the event loop.
  for (let round = 0; round < 4; round++) {
    await turn();
    (globalThis.gc as () => void)();
  }
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
  const before = await memory();
  const made = await worlds(8, body, isRead);
  const bytes = ((await memory()) - before) / made.length;
  return { bytes, estimate: (made[0] as Tables).bytes };
}

const now = Date.UTC(2026, 0, 15);
const wish = { accountId: "demo", seed: "portfolio", randomSeed: 1, size: null, now, frozen: true, wall: now };
const body = await gzipped.pack(await makeState(wish));
console.log(JSON.stringify({ read: await weighed(body, true), unread: await weighed(body, false) }));
