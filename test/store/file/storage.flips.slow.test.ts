import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { Damaged } from "../../../src/store/failures.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { commit, dice, step, world } from "../samples.ts";
import { leftBehind, temporaryFolder } from "./folders.ts";

/** A folder as a killed process leaves it, with a file of every kind. */
async function everyKind(mostReadable = 50_000): Promise<string> {
  const folder = temporaryFolder();
  const storage = await fileStorage(folder, { mostReadable });
  const store = await storage.create("demo", world());
  await store.load(world(2), "this");
  const snapshot = { name: "one", takenAt: "2026-01-15T09:00:00.000", running: false };
  await storage.snapshots.put("demo", { ...snapshot, state: world(3) });
  for (let nth = 0; nth < 3; nth++) await commit(store, step(nth));
  const left = leftBehind(folder);
  await storage.close();
  return left;
}

/** What the folder holds, or the error that says that it cannot be read; and what is said meanwhile. */
async function found(folder: string) {
  const said: string[] = [];
  const storage = await fileStorage(folder, { report: (message) => said.push(message) });
  const orError = <T>(work: Promise<T>) => work.catch((error: Error) => error);
  const store = await orError(storage.open("demo"));
  const opened = store instanceof Error ? undefined : store;
  const things = {
    world: opened ? await orError(opened.dump()) : store,
    start: opened ? await orError(opened.start()) : store,
    snapshot: await orError(storage.snapshots.get("demo", "one")),
  };
  const [listed] = await storage.snapshots.list("demo");
  await storage.close();
  return { things, listed, said };
}

type Found = Awaited<ReturnType<typeof found>>;

/** Damages a file time and again, and returns how many things were refused or reported. */
async function noticed(sound: string, file: string, times: number, damage: (bytes: Buffer, time: number) => Buffer) {
  const good = await found(leftBehind(sound));
  expect([good.said, good.listed?.damage]).toEqual([[], null]);
  let many = 0;
  for (let time = 0; time < times; time++) {
    const folder = leftBehind(sound);
    writeFileSync(join(folder, file), damage(readFileSync(join(folder, file)), time));
    many += noticedOnce(await found(folder), good, folder, file, `time ${time}`);
  }
  return many;
}

function noticedOnce({ things, listed, said }: Found, good: Found, folder: string, file: string, place: string) {
  let many = 0;
  for (const [name, thing] of Object.entries(things)) {
    if (thing instanceof Error) {
      expect(thing, place).toBeInstanceOf(Damaged);
      expect(thing.message, place).toContain(folder);
      many++;
    } else if (said.some((message) => message.includes(basename(file)))) many++;
    else expect(thing, `${place}, ${name}`).toEqual(good.things[name as keyof typeof things]);
  }
  expect(listed?.damage === null, place).toBe(!(things.snapshot instanceof Error));
  // Damage in one file spoils no other.
  if (file !== "snapshots/demo/one.world") expect(things.snapshot).toEqual(good.things.snapshot);
  if (/start|snapshots/.test(file)) expect(things.world).toEqual(good.things.world);
  return many;
}

const files = ["demo.json", "demo.events-2.jsonl", "demo.start-2.world", "demo.log", "snapshots/demo/one.world"];
const packedFiles = files.filter((file) => /json$|world$/.test(file));

/** The first bytes hold the head. */
function flips(seed: number) {
  const next = dice(seed);
  return (bytes: Buffer, time: number) => {
    const at = next(time % 3 === 0 ? 300 : bytes.length);
    bytes[at] = (bytes[at] as number) ^ (1 << next(8));
    return bytes;
  };
}

describe("a file in which a bit was flipped", () => {
  it.each(files)("no flipped bit of %s goes unnoticed: its data is the same, refused, or reported", async (file) => {
    expect(await noticed(await everyKind(), file, 25, flips(12))).toBeGreaterThan(22);
  });

  it.each(packedFiles)("no flipped bit of a packed %s goes unnoticed either", async (file) => {
    const sound = await everyKind(0);
    expect(readFileSync(join(sound, file)).toString("latin1", 18, 51)).toBe('"format":"tiers-sandbox/packed@1"');
    expect(await noticed(sound, file, 25, flips(13))).toBeGreaterThan(15);
  });

  it.each(packedFiles)("no cut of a packed %s goes unnoticed", async (file) => {
    const cut = (bytes: Buffer, time: number) => bytes.subarray(0, Math.floor((bytes.length * time) / 25));
    expect(await noticed(await everyKind(0), file, 25, cut)).toBeGreaterThanOrEqual(25);
  });
});
