import { dirname, join } from "node:path";
import { Damaged, WriteFailed } from "../failures.ts";
import type { Snapshot, SnapshotSummary, Snapshots } from "../store.ts";
import { headOf, pack, unpack } from "../world-codec.ts";
import { isPacked, mostReadable } from "./account-file.ts";
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
export class FileSnapshots implements Snapshots {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #repairs: Repairs;
  /** The one that was last taken or restored, for tests that restore it again and again. */
  #last: { path: string; time: number; snapshot: Snapshot } | undefined;

  constructor(folder: string, disk: Disk, repairs = new Repairs()) {
    this.#folder = folder;
    this.#disk = disk;
    this.#repairs = repairs;
  }

  #home(accountId: string): string {
    return snapshotsOf(join(this.#folder, fileName(accountId)));
  }
  #path(accountId: string, name: string, ending = extension): string {
    return join(this.#home(accountId), `${fileName(name)}${ending}`);
  }
  async #names(accountId: string, ending = extension): Promise<string[]> {
    await this.#repairs.settle(this.#home(accountId));
    const files = (await ifThere(this.#disk.list(this.#home(accountId)))) ?? [];
    const ours = files.filter((file) => file.endsWith(ending));
    return ours.flatMap((file) => accountOf(file.slice(0, -ending.length)) ?? []);
  }
  async #read<T>(path: string, read: (place: string, bytes: AsyncIterable<Buffer>) => Promise<T>) {
    const file = await openIfThere(this.#disk, path, "r");
    return file && read(path, chunks(file)).finally(() => file.close());
  }

  async list(accountId: string): Promise<SnapshotSummary[]> {
    const found: SnapshotSummary[] = [];
    const names = await this.#names(accountId);
    for (const name of names) found.push(...(await this.#summary(accountId, name)));
    for (const name of await this.#names(accountId, outdatedExtension))
      if (!names.includes(name)) found.push(damaged(name, outdated));
    return found.sort((one, other) => (one.name < other.name ? -1 : 1));
  }
  /** Empty for a snapshot that was deleted since its name was read. */
  async #summary(accountId: string, name: string): Promise<SnapshotSummary[]> {
    try {
      const head = await this.#read(this.#path(accountId, name), headOf<Meta>);
      return head ? [{ name, takenAt: head.meta.takenAt, events: head.counts.events ?? 0, damage: null }] : [];
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      return [damaged(name, error.reason)];
    }
  }

  async get(accountId: string, name: string): Promise<Snapshot | undefined> {
    const path = this.#path(accountId, name);
    await this.#repairs.settle(this.#home(accountId));
    const last = this.#last;
    const time = await this.#disk.time(path);
    if (last?.path === path && last.time === time) return last.snapshot;
    const packed = await this.#read(path, unpack<Meta>);
    if (packed) return this.#remember(path, time, { name, ...packed.meta, state: packed.state });
    if ((await this.#names(accountId, outdatedExtension)).includes(name)) throw new Damaged(path, "", outdated);
    return undefined;
  }

  async put(accountId: string, { name, takenAt, running, state }: Snapshot): Promise<void> {
    const path = this.#path(accountId, name);
    const meta: Meta = { takenAt, running };
    await this.#repairs.settle(this.#home(accountId));
    const write = () => writeChunks(this.#disk, temporary(path), pack(state, meta));
    await orWriteFailed(path, place(this.#disk, this.#repairs, path, write));
    this.#remember(path, await this.#disk.time(path), { name, takenAt, running, state });
  }
  #remember(path: string, time: number | undefined, snapshot: Snapshot): Snapshot {
    const isSmall = !isPacked(snapshot.state, mostReadable);
    this.#last = time !== undefined && isSmall ? { path, time, snapshot } : undefined;
    return snapshot;
  }

  async delete(accountId: string, name: string): Promise<boolean> {
    for (const ending of [extension, outdatedExtension]) {
      if (!(await this.#names(accountId, ending)).includes(name)) continue;
      const path = this.#path(accountId, name, ending);
      await orWriteFailed(path, withdraw(this.#disk, this.#repairs, path));
      return true;
    }
    return false;
  }
}

const damaged = (name: string, damage: string): SnapshotSummary => ({ name, takenAt: null, events: null, damage });

async function orWriteFailed(path: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw new WriteFailed(path, error);
  }
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
