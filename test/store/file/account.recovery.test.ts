import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Disk } from "../../../src/store/file/disk.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import type { Store } from "../../../src/store/store.ts";
import { change, commit, event, step, world } from "../samples.ts";
import { watchedDisk } from "./disks.ts";
import { contents, leftBehind, temporaryFolder } from "./folders.ts";

const early = 1;

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

/** A folder with an account, made by some work; `left` is its state right before it is closed. */
async function folderAfter(work: (store: Store) => Promise<unknown>, disk?: (folder: string) => Disk, state = world()) {
  const folder = temporaryFolder();
  const storage = await fileStorage(folder, disk && { disk: disk(folder), foldAt: early });
  await work(await storage.create("demo", state));
  const left = leftBehind(folder);
  await storage.close();
  return { folder, left };
}

function editEvents(folder: string): void {
  const path = join(folder, "demo.events-1.jsonl");
  writeFileSync(path, readFileSync(path, "utf8").replace('"name":"demo"', '"name":"other"'));
}

it("the changes of one write are all kept or all lost when its log is cut off", async () => {
  const { left } = await folderAfter((store) =>
    store.write(async () => {
      for (const nth of [0, 1, 2]) await store.commit(step(nth));
    }),
  );
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
  let interrupted = "";
  const watch = (folder: string) =>
    watchedDisk(({ verb, file }) => {
      if (verb === "open" && file === "demo.json.tmp") interrupted = leftBehind(folder);
      return undefined;
    }).disk;
  await folderAfter((store) => commit(store, step(0)), watch);
  editEvents(interrupted);
  expect(await withAccount(interrupted, async (store) => (await store.dump()).events.length)).toBe(6);
});

it("an account whose last event is larger than 64 KB takes later events and is opened again", async () => {
  const large = event(50_000_004, 9, 924_000, { payload: { text: "x".repeat(70_000) } });
  const state = world();
  const { folder } = await folderAfter(async () => {}, undefined, { ...state, events: [...state.events, large] });
  await withAccount(folder, async (store) => {
    await store.dump();
    await expect(commit(store, change({ events: [event(50_000_004, 9)] }))).rejects.toThrow("comes after");
    await commit(store, change({ events: [event(50_000_005, 9)] }));
  });
  expect(await withAccount(folder, async (store) => (await store.dump()).events.length)).toBe(6);
});

it("deleting an account that is not open removes its events file, whatever its number", async () => {
  const { folder } = await folderAfter(async (store) => {
    for (const size of [3, 4]) await store.load(world(size));
  });
  const storage = await fileStorage(folder);
  await storage.delete("demo");
  await storage.close();
  expect(contents(folder)).toEqual({});
});

it("a fold whose folder could not be synced is followed by one that keeps all events", async () => {
  const folder = temporaryFolder();
  let [failing, placed, killed] = [false, false, ""];
  const { disk } = watchedDisk(({ verb, file }) => {
    placed ||= failing && verb === "rename" && file === "demo.json";
    if (placed && verb === "syncFolder") {
      [failing, placed] = [false, false];
      return { code: "EIO" };
    }
    if (killed === "" && failed.length > 0 && verb === "write" && file === "demo.events-1.jsonl")
      killed = leftBehind(folder);
    return undefined;
  });
  const failed: string[] = [];
  const report = (message: string) => void failed.push(message);
  const storage = await fileStorage(folder, { disk, foldAt: 20_000, report });
  const store = await storage.create("demo", world(2, 0));
  failing = true;
  let nth = 0;
  for (; killed === ""; nth++) await commit(store, step(nth));
  const [first] = (await store.dump()).events;
  expect(await withAccount(killed, async (other) => (await other.dump()).events[0])).toEqual(first);
  await storage.close();
});
