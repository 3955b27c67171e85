import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { WriteFailed } from "../../../src/store/failures.ts";
import { type Disk, realDisk } from "../../../src/store/file/disk.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import type { Storage, Store } from "../../../src/store/store.ts";
import { change, commit, put, sequence, step, world } from "../samples.ts";
import { type Call, type Fault, watchedDisk } from "./disks.ts";
import { contents, leftBehind, temporaryFolder } from "./folders.ts";

/** How a call is interrupted: the process dies, or the disk fails, once or for good; a write has some of its bytes. */
function faultOf({ bytes }: Call, nth: number): Fault & { dies?: boolean; lasts?: boolean } {
  const [isFirst, isSecond, isThird] = [1, 2, 3].map((place) => nth % 4 === place);
  if (isFirst || isThird) return { code: "killed", dies: true, written: isFirst ? 0 : bytes >> 1 };
  return { code: isSecond ? "ENOSPC" : "EIO", lasts: !isSecond, written: bytes >> 1 };
}

interface Interruption {
  /** The call and its fault, in words. */
  place: string;
  outcome: "stopped" | "refused" | "done";
  error?: unknown;
  /** Whether the disk has the operation or not: it could not be asked to take it back, or to sync its folder. */
  isUnknown: boolean;
  /** Closes the files of a process that died, and mends the disk. */
  end(): Promise<void>;
}

/** Interrupts the nth disk call of an operation: undefined when it has fewer calls. */
async function interrupted(
  nth: number,
  operate: (disk: Disk, begin: () => void) => Promise<unknown>,
): Promise<Interruption | undefined> {
  let calls = Number.NaN;
  let met: { call: Call; fault: ReturnType<typeof faultOf> } | undefined;
  let [die, isBroken] = [() => {}, false];
  const death = new Promise<"stopped">((resolve) => (die = () => resolve("stopped")));
  const { disk, closeAll } = watchedDisk((call) => {
    if (met?.fault.dies) return { code: "killed", stops: () => {} };
    if (isBroken && !["open", "close"].includes(call.verb)) return { code: "EIO" };
    if (++calls !== nth) return undefined;
    met = { call, fault: faultOf(call, nth) };
    isBroken = met.fault.lasts ?? false;
    return met.fault.dies ? { ...met.fault, stops: die } : met.fault;
  });
  // Reading changes nothing, and is not counted.
  const open: Disk["open"] = (file, flags) => (flags === "r" ? realDisk : disk).open(file, flags);
  let error: unknown;
  const begin = () => void (calls = 0);
  const outcome = await Promise.race([
    death,
    operate({ ...disk, open }, begin).then(
      () => "done" as const,
      (reason: unknown) => {
        error = reason;
        return "refused" as const;
      },
    ),
  ]);
  if (met === undefined && error !== undefined) throw error;
  if (met === undefined) return undefined;
  const end = async () => {
    isBroken = false;
    if (outcome === "stopped") await closeAll();
  };
  const isUnknown = outcome === "stopped" || (outcome === "refused" && (isBroken || met.call.verb === "syncFolder"));
  const place = `call ${nth}, ${met.call.verb} of ${met.call.file}: ${JSON.stringify(met.fault)}`;
  return { place, outcome, error, isUnknown, end };
}

/** All that a storage has, as a text for each account: its world, the one that a reset returns to, its snapshots. */
async function seen(storage: Storage): Promise<Record<string, string>> {
  const accounts: Record<string, string> = {};
  for (const accountId of (await storage.accounts()).keys()) {
    const store = (await storage.open(accountId)) as Store;
    const snapshots = [];
    for (const { name } of await storage.snapshots.list(accountId))
      snapshots.push(await storage.snapshots.get(accountId, name));
    accounts[accountId] = JSON.stringify({ world: await store.dump(), start: await store.start(), snapshots });
  }
  return accounts;
}
/** The files of a folder but for logs and the lock, whose presence differs while a process lives. */
const filesIn = (folder: string) =>
  Object.keys(contents(folder))
    .map((name) => name.replace(/-\d+\./, "-N."))
    .filter((name) => !/\.lo(?:g|ck)$/.test(name));
/** What a new process finds in a folder, and the files that it leaves there. */
async function found(folder: string) {
  const storage = await fileStorage(folder);
  const accounts = await seen(storage);
  await storage.close();
  return { accounts, files: filesIn(folder) };
}

const later = change({ put: [put("sequences", sequence("later", 1))] });
const snapshot = (name: string, size: number) => ({ name, takenAt: "", running: false, state: world(size, 1) });
const demo = async (storage: Storage) => (await storage.open("demo")) as Store;

async function prepared(name: string): Promise<string> {
  const folder = temporaryFolder();
  const storage = await fileStorage(folder);
  const store = await storage.create("demo", world(1, 1));
  if (/snapshot|deletion/.test(name)) await storage.snapshots.put("demo", snapshot("one", 2));
  await store.load(world(2, 1), "this");
  await storage.close();
  return folder;
}

export const operations: Record<string, (storage: Storage) => Promise<unknown>> = {
  "a write": async (storage) => commit(await demo(storage), step(1)),
  "a first write to a log": async (storage) => commit(await demo(storage), step(1)),
  "a write whose log is then folded": async (storage) => {
    await commit(await demo(storage), step(1));
    await (await demo(storage)).write(async () => {});
  },
  "a load": async (storage) => (await demo(storage)).load(world(3, 1), "this"),
  "a load that resets to the seed": async (storage) => (await demo(storage)).load(world(3, 1), "seed"),
  "a creation": (storage) => storage.create("new", world(3, 1), "this"),
  "a deletion": (storage) => storage.delete("demo"),
  "a first snapshot": (storage) => storage.snapshots.put("demo", snapshot("two", 3)),
  "a snapshot in the place of another": (storage) => storage.snapshots.put("demo", snapshot("one", 3)),
  "the deletion of a snapshot": (storage) => storage.snapshots.delete("demo", "one"),
  "a stop": (storage) => storage.close(),
};

/** Opens the account, with a log of its own unless the operation begins one. */
async function opened(name: string, folder: string, disk: Disk = realDisk): Promise<Storage> {
  const storage = await fileStorage(folder, { disk, foldAt: name.endsWith("folded") ? 1_500 : 1e9 });
  const store = await demo(storage);
  if (!name.startsWith("a first write")) await commit(store, step(0));
  return storage;
}
async function undisturbed(name: string, source: string, act: (storage: Storage) => Promise<unknown>) {
  const folder = leftBehind(source);
  const storage = await opened(name, folder);
  await act(storage);
  const copy = leftBehind(folder);
  await storage.close();
  return found(copy);
}

/** Interrupts an operation at every call to the disk, or at every so many. */
export async function interruptedAnywhere(
  name: string,
  operate: (storage: Storage) => Promise<unknown>,
  every: number,
) {
  const source = await prepared(name);
  const before = await undisturbed(name, source, async () => {});
  const after = await undisturbed(name, source, operate);
  for (let nth = 1; ; nth += every) {
    const folder = leftBehind(source);
    let storage = {} as Storage;
    let files: string[] = [];
    const interruption = await interrupted(nth, async (disk, begin) => {
      storage = await opened(name, folder, disk);
      files = filesIn(folder);
      begin();
      await operate(storage);
    });
    if (interruption === undefined) break;
    const { place, outcome, error, isUnknown, end } = interruption;
    await end();
    const expected = outcome === "refused" ? before : after;
    if (outcome === "refused") expect(error, place).toBeInstanceOf(WriteFailed);
    // What a process that goes on shows, also of an operation that it has to take back first.
    const isOver = outcome === "stopped" || name === "a stop";
    if (!isOver) expect(await seen(storage), place).toEqual(expected.accounts);
    const left = await found(leftBehind(folder));
    expect(isUnknown ? [before, after] : [expected], place).toContainEqual(left);
    if (outcome === "done" && !isOver) await storage.close();
    if (outcome !== "refused") continue;
    if (!isUnknown) expect(filesIn(folder), place).toEqual(files);
    await commit(await demo(storage), later);
    expect((await found(leftBehind(folder))).accounts, `${place}, and a write`).toEqual(await seen(storage));
    await operate(storage);
    const again = name === "a deletion" ? {} : await seen(storage);
    await storage.close();
    expect(await found(folder), `${place}, and again`).toEqual({ accounts: again, files: after.files });
  }
}

/** Interrupts a start that finishes a deletion, at every call to the disk. */
export async function finishedAnywhere(): Promise<void> {
  const source = await prepared("a deletion");
  renameSync(join(source, "demo.json"), join(source, "demo.deleted"));
  for (const name of ["new.json.tmp", "new.events-1.jsonl", "snapshots/demo/two.world.tmp"])
    writeFileSync(join(source, name), "half");
  for (let nth = 1; ; nth++) {
    const folder = leftBehind(source);
    const interruption = await interrupted(nth, async (disk, begin) => {
      begin();
      await (await fileStorage(folder, { disk })).close();
    });
    if (interruption === undefined) break;
    await interruption.end();
    expect(await found(leftBehind(folder)), interruption.place).toEqual({ accounts: {}, files: [] });
  }
}
