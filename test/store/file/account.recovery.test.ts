import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fileStorage } from "../../../src/store/file/storage.ts";
import type { Store } from "../../../src/store/store.ts";
import { change, commit, event, step, world } from "../samples.ts";
import { contents, leftBehind } from "./folders.ts";
import { fragile, unsynced } from "./fragile.ts";

/** Runs work on the account of a folder, and closes it. */
async function withAccount<T>(folder: string, work: (store: Store) => Promise<T>): Promise<T> {
  const storage = await fileStorage(folder);
  try {
    return await work((await storage.open("demo")) as Store);
  } finally {
    await storage.close();
  }
}
const lastStep = (folder: string) =>
  withAccount(folder, async (store) => (await store.get("sequences", "step"))?.next ?? 0);

it("the changes of one write are all kept or all lost when its log is cut off", async () => {
  const { folder, storage, store } = await fragile();
  await store.write(async () => {
    for (const nth of [0, 1, 2]) await store.commit(step(nth));
  });
  const left = leftBehind(folder);
  await storage.close();
  const path = join(left, "demo.log");
  const log = readFileSync(path);
  const ends = [...log].flatMap((byte, at) => (byte === 0x0a ? [at + 1] : []));
  const found: number[] = [];
  for (const end of ends) {
    const cut = leftBehind(left);
    writeFileSync(join(cut, "demo.log"), log.subarray(0, end));
    found.push(await lastStep(cut));
  }
  expect(found).toEqual([0, 0, 0, 3]);
});

it("an edited events file with uncounted events of an interrupted fold is opened with each event once", async () => {
  const { control, folder, storage, store } = await fragile(1);
  let interrupted = "";
  control.fault = ({ verb, file }) => {
    if (verb === "open" && file === "demo.json.tmp") interrupted ||= leftBehind(folder);
    return undefined;
  };
  await commit(store, step(0));
  await storage.close();
  const path = join(interrupted, "demo.events-1.jsonl");
  writeFileSync(path, readFileSync(path, "utf8").replace('"name":"demo"', '"name":"other"'));
  const ids = await withAccount(interrupted, async (store) =>
    (await store.dump()).events.map(({ eventId }) => eventId),
  );
  expect(ids).toEqual([50_000_000, 50_000_001, 50_000_002, 50_000_003, 51_000_000, 51_000_001]);
});

it("an account whose last event is larger than 64 KB takes later events and is opened again", async () => {
  const large = event(50_000_004, 9, 924_000, { payload: { text: "x".repeat(70_000) } });
  const state = world();
  const { folder, storage, store } = await fragile();
  await store.load({ ...state, events: [...state.events, large] });
  await storage.close();
  await withAccount(folder, async (store) => {
    await store.dump();
    await expect(commit(store, change({ events: [event(50_000_004, 9)] }))).rejects.toThrow("comes after");
    await commit(store, change({ events: [event(50_000_005, 9)] }));
  });
  expect(await withAccount(folder, async (store) => (await store.dump()).events.length)).toBe(6);
});

it("deleting an account that is not open removes its events file, whatever its number", async () => {
  const { folder, storage, store } = await fragile();
  for (const size of [3, 4]) await store.load(world(size));
  await storage.close();
  const again = await fileStorage(folder);
  await again.delete("demo");
  await again.close();
  expect(contents(folder)).toEqual({});
});

it("a fold whose folder could not be synced is followed by one that keeps all events", async () => {
  const { control, folder, reports, storage, store } = await fragile(20_000);
  await store.load(world(2, 0));
  const fails = unsynced();
  let killed = "";
  control.fault = (call) => {
    if (reports.length === 0) return fails(call);
    if (call.verb === "write" && call.file === "demo.events-2.jsonl") killed ||= leftBehind(folder);
    return undefined;
  };
  for (let nth = 0; killed === ""; nth++) await commit(store, step(nth));
  const { events } = await store.dump();
  const found = await withAccount(killed, async (other) => (await other.dump()).events);
  expect(found.length).toBeGreaterThan(20);
  expect(found).toEqual(events.slice(0, found.length));
  await storage.close();
});
