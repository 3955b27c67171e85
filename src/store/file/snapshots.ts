import { dirname, join } from "node:path";
import { Damaged, WriteFailed } from "../failures.ts";
import type { Snapshot, SnapshotSummary, Snapshots } from "../store.ts";
import { headOf, pack, unpack } from "../world-codec.ts";
import { chunks, type Disk, ifThere, openIfThere, writeChunks } from "./disk.ts";
import { snapshotsOf } from "./interrupted.ts";
import { accountOf, fileName, temporary } from "./names.ts";
import { Repairs } from "./repairs.ts";

const extension = ".world";
/** The ending of snapshots of earlier versions, which are listed as damaged. */
const outdatedExtension = ".json";
const outdated = "an earlier version of tiers-sandbox took it; export that world with that version, and import it here";

type Meta = Pick<Snapshot, "takenAt" | "running">;

/** Packed worlds in a folder for each account. */
export function fileSnapshots(folder: string, disk: Disk, repairs = new Repairs()): Snapshots {
  const home = (accountId: string) => snapshotsOf(join(folder, fileName(accountId)));
  const pathOf = (accountId: string, name: string, ending = extension) =>
    join(home(accountId), `${fileName(name)}${ending}`);
  const reading = async <T>(
    path: string,
    read: (place: string, bytes: AsyncIterable<Buffer>) => Promise<T>,
  ): Promise<T | undefined> => {
    const file = await openIfThere(disk, path, "r");
    return file && read(path, chunks(file)).finally(() => file.close());
  };
  const names = async (accountId: string, ending = extension): Promise<string[]> => {
    await repairs.settle(home(accountId));
    const files = ((await ifThere(disk.list(home(accountId)))) ?? []).filter((file) => file.endsWith(ending));
    return files.flatMap((file) => accountOf(file.slice(0, -ending.length)) ?? []);
  };
  const written = async (path: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      throw new WriteFailed(path, error);
    }
  };
  const summary = async (accountId: string, name: string): Promise<SnapshotSummary[]> => {
    try {
      const head = await reading(pathOf(accountId, name), headOf<Meta>);
      return head ? [{ name, takenAt: head.meta.takenAt, events: head.counts.events ?? 0, damage: null }] : [];
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      return [{ name, takenAt: null, events: null, damage: error.reason }];
    }
  };
  return {
    async list(accountId) {
      const found: SnapshotSummary[] = [];
      const present = await names(accountId);
      for (const name of present) found.push(...(await summary(accountId, name)));
      for (const name of await names(accountId, outdatedExtension))
        if (!present.includes(name)) found.push({ name, takenAt: null, events: null, damage: outdated });
      return found.sort((one, other) => (one.name < other.name ? -1 : 1));
    },
    async get(accountId, name) {
      await repairs.settle(home(accountId));
      const packed = await reading(pathOf(accountId, name), unpack<Meta>);
      if (packed) return { name, ...packed.meta, state: packed.state };
      const path = pathOf(accountId, name, outdatedExtension);
      const file = await openIfThere(disk, path, "r");
      await file?.close();
      if (file) throw new Damaged(path, "", outdated);
      return undefined;
    },
    async put(accountId, { name, takenAt, running, state }) {
      const path = pathOf(accountId, name);
      await repairs.settle(home(accountId));
      const meta: Meta = { takenAt, running };
      await written(path, () =>
        place(disk, repairs, path, () => writeChunks(disk, temporary(path), pack(state, meta))),
      );
    },
    async delete(accountId, name) {
      for (const ending of [extension, outdatedExtension]) {
        if (!(await names(accountId, ending)).includes(name)) continue;
        const path = pathOf(accountId, name, ending);
        await written(path, () => withdraw(disk, repairs, path));
        return true;
      }
      return false;
    },
  };
}

/** The path of a snapshot while another one of its name replaces it. */
const former = (path: string) => `${path}.old`;

/** Puts a file in its place, in a folder that may be new, or leaves the former one there when that would not last. */
async function place(disk: Disk, repairs: Repairs, path: string, write: () => Promise<unknown>): Promise<void> {
  const home = dirname(path);
  for (const folder of [dirname(home), home]) {
    await disk.makeFolder(folder);
    await disk.syncFolder(dirname(folder));
  }
  await write();
  let back = async () => {};
  try {
    const isReplaced = await ifThere(disk.rename(path, former(path)).then(() => true));
    back = () => (isReplaced ? disk.rename(former(path), path) : disk.remove(path));
    await disk.rename(temporary(path), path);
    await disk.syncFolder(home);
  } catch (error) {
    await repairs.undo(home, back);
    await disk.remove(temporary(path)).catch(() => {});
    throw error;
  }
  // If it stays, the next start removes it.
  await disk.remove(former(path)).catch(() => {});
}

/** Removes a file, or leaves it where it is when that would not last. */
async function withdraw(disk: Disk, repairs: Repairs, path: string): Promise<void> {
  await disk.rename(path, temporary(path));
  try {
    await disk.syncFolder(dirname(path));
  } catch (error) {
    await repairs.undo(dirname(path), () => disk.rename(temporary(path), path));
    throw error;
  }
  // If it stays, the next start removes it.
  await disk.remove(temporary(path)).catch(() => {});
}
