import { setImmediate as turn } from "node:timers/promises";
import { makeState } from "../../src/seed/new-world.ts";
import { Tables } from "../../src/store/memory/tables.ts";
import { pack, unpack } from "../../src/store/world-codec.ts";
import { chunksOf } from "../support/chunks.ts";

/** Prints the memory that a portfolio takes. A program of its own, because the heap of a test holds other tests too. */

async function memory(): Promise<number> {
  // One collection may make more objects unreachable, some of them only in a later turn of the event loop.
  for (let round = 0; round < 4; round++) {
    await turn();
    (globalThis.gc as () => void)();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Worlds that were opened from the same bytes. */
async function worlds(count: number, bytes: Buffer): Promise<Tables[]> {
  const made: Tables[] = [];
  while (made.length < count) {
    const { state } = await unpack("demo", chunksOf(bytes, bytes.length));
    made.push(await Tables.made(state));
  }
  return made;
}

const now = Date.UTC(2026, 0, 15);
const wish = { accountId: "demo", seed: "portfolio", randomSeed: 1, size: null, now, frozen: true, wall: now };
const parts: Buffer[] = [];
for await (const part of pack(await makeState(wish), {})) parts.push(part);
const packed = Buffer.concat(parts);
// Objects that are made once stay out of the measure.
await worlds(1, packed);
const before = await memory();
const made = await worlds(8, packed);
const bytes = ((await memory()) - before) / made.length;
console.log(JSON.stringify({ bytes, estimate: (made[0] as Tables).bytes }));
