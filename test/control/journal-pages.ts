import { expect } from "vitest";
import { createApp } from "../../src/app.ts";
import { parse } from "../../src/domain/time.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { makeState } from "../../src/seed/new-world.ts";
import { memoryStorage } from "../../src/store/memory/storage.ts";
import { MemoryStore } from "../../src/store/memory/store.ts";
import { Tables } from "../../src/store/memory/tables.ts";
import { options, TestWorld } from "../support/sandbox.ts";
import { start } from "../support/worlds.ts";

const wall = parse(start);

/** Expects the audit journal of a seed, read page by page, to visit each event once. */
export async function expectEachEventOnce(seed: string, filter: string): Promise<void> {
  const wish = { accountId: "demo", seed, randomSeed: 1, size: null, now: wall, frozen: true, wall };
  const tables = new Tables(await makeState(wish));
  const sandbox = new Sandbox(options, { ...memoryStorage(), open: async () => new MemoryStore(tables) });
  const world = new TestWorld("demo", "", { sandbox, app: createApp(sandbox) });
  await sandbox.worlds.openOrCreate("demo");
  const { events } = tables.dump();
  const before = tables.visited;
  const read: { eventId: number }[] = [];
  let pages = 0;
  for (let more = true; more; pages++) {
    const after = read.at(-1)?.eventId ?? 0;
    const { body } = await world.control("get", `/events?limit=200&after=${after}${filter}`).expect(200);
    read.push(...body.content);
    more = body.content.length === 200;
  }
  const wanted = events.filter(({ eventName }) => filter === "" || filter.endsWith(eventName));
  expect(read.map(({ eventId }) => eventId)).toEqual(wanted.map(({ eventId }) => eventId));
  const search = Math.ceil(Math.log2(events.length)) + 1;
  expect(tables.visited - before).toBeLessThanOrEqual(events.length + pages * search);
}
