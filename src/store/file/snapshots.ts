import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { collectionNames } from "../../domain/collections.ts";
import { Damaged, WriteFailed } from "../failures.ts";
import type { Snapshot, SnapshotSummary, Snapshots } from "../store.ts";
import { type Disk, openIfThere, wholeFile } from "./disk.ts";
import { accountOf, fileName } from "./names.ts";
import { crc, hex } from "./record.ts";
import { snapshotsOf } from "./remains.ts";
import { blankChecksum, sealOf, unsealed, writeSealed } from "./sealed.ts";

const extension = ".json";
const known = ["format", "name", "description", "takenAt", "running", "events", "checksum", "state"];
/** Longer than everything before the state. */
const headLength = 2_000;

const headText = (accountId: string, { format, name, takenAt, running, state }: Snapshot) => {
  const description = `${accountId} at ${takenAt}.`;
  const head = { format, name, description, takenAt, running, events: state.events.length };
  return `${JSON.stringify(head, null, 2).slice(0, -2)},${blankChecksum}`;
};

function* textOf({ state }: Snapshot): Generator<string> {
  yield `,\n  "state": {`;
  let comma = "";
  for (const name of collectionNames) {
    yield `${comma}\n    "${name}": [`;
    comma = ",";
    let before = "\n      ";
    for (const row of state[name]) {
      yield before + JSON.stringify(row);
      before = ",\n      ";
    }
    yield state[name].length === 0 ? "]" : "\n    ]";
  }
  yield "\n  }\n}\n";
}

/** The head of a file that is as it was written; undefined for a file without a checksum. */
function headOf(path: string, bytes: Buffer): (Pick<Snapshot, "takenAt"> & { events: number }) | undefined {
  const start = bytes.subarray(0, headLength);
  const seal = sealOf(start);
  if (seal === undefined) return undefined;
  if (hex(crc(bytes.subarray(headLength), crc32(unsealed(start)))) !== seal)
    throw new Damaged(path, "", "it was changed since the sandbox wrote it");
  return JSON.parse(`${start.toString("utf8", 0, start.indexOf(blankChecksum.slice(0, 12)) - 1)}}`);
}

function parsed(path: string, name: string, bytes: Buffer): Snapshot {
  headOf(path, bytes);
  try {
    const file = JSON.parse(bytes.toString("utf8")) as Snapshot;
    const stray = Object.keys(file).find((key) => !known.includes(key));
    if (stray !== undefined) throw new Error(`/${stray} is not a field that is known here`);
    if (typeof file.takenAt !== "string" || typeof file.running !== "boolean" || !Array.isArray(file.state?.events))
      throw new Error("it is no snapshot");
    return { name, format: file.format, takenAt: file.takenAt, running: file.running, state: file.state };
  } catch (error) {
    throw new Damaged(path, "", (error as Error).message);
  }
}

function summaryOf(path: string, name: string, bytes: Buffer): SnapshotSummary {
  const head = headOf(path, bytes);
  if (head !== undefined) return { name, takenAt: head.takenAt, events: head.events, damage: null };
  const { takenAt, state } = parsed(path, name, bytes);
  return { name, takenAt, events: state.events.length, damage: null };
}

/** Files in the format of an export, one folder for each account, so that they can be imported elsewhere. */
export function fileSnapshots(folder: string, disk: Disk): Snapshots {
  const home = (accountId: string) => snapshotsOf(join(folder, fileName(accountId)));
  const pathOf = (accountId: string, name: string) => join(home(accountId), `${fileName(name)}${extension}`);
  const bytesOf = async (path: string): Promise<Buffer | undefined> => {
    const file = await openIfThere(disk, path, "r");
    return file && wholeFile(file).finally(() => file.close());
  };
  const names = async (accountId: string): Promise<string[]> => {
    const files = await disk.list(home(accountId)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return [];
    });
    const snapshots = files.filter((file) => file.endsWith(extension));
    return snapshots.flatMap((file) => accountOf(file.slice(0, -extension.length)) ?? []).sort();
  };
  const written = async (path: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      throw new WriteFailed(path, error);
    }
  };
  return {
    async list(accountId) {
      const found: SnapshotSummary[] = [];
      for (const name of await names(accountId)) {
        const path = pathOf(accountId, name);
        try {
          const bytes = await bytesOf(path);
          if (bytes !== undefined) found.push(summaryOf(path, name, bytes));
        } catch (error) {
          if (!(error instanceof Damaged)) throw error;
          found.push({ name, takenAt: null, events: null, damage: error.reason });
        }
      }
      return found;
    },
    async get(accountId, name) {
      const path = pathOf(accountId, name);
      const bytes = await bytesOf(path);
      return bytes && parsed(path, name, bytes);
    },
    async put(accountId, snapshot) {
      const path = pathOf(accountId, snapshot.name);
      const head = headText(accountId, snapshot);
      await written(path, () => place(disk, path, head, textOf(snapshot)));
    },
    async delete(accountId, name) {
      if (!(await names(accountId)).includes(name)) return false;
      const path = pathOf(accountId, name);
      await written(path, () => withdraw(disk, path));
      return true;
    },
  };
}

const temporary = (path: string) => `${path}.tmp`;

/** Puts a file in its place in one step, in a folder that may be new. */
async function place(disk: Disk, path: string, head: string, parts: Iterable<string>): Promise<void> {
  const home = dirname(path);
  for (const folder of [dirname(home), home]) {
    await disk.makeFolder(folder);
    await disk.syncFolder(dirname(folder));
  }
  const before = await openIfThere(disk, path, "r");
  await before?.close();
  await writeSealed(disk, temporary(path), head, parts, { seed: "" });
  try {
    await disk.rename(temporary(path), path);
    await disk.syncFolder(home);
  } catch (error) {
    for (const left of before ? [temporary(path)] : [temporary(path), path]) await disk.remove(left).catch(() => {});
    throw error;
  }
}

/** Removes a file, or leaves it where it is when that would not last. */
async function withdraw(disk: Disk, path: string): Promise<void> {
  await disk.rename(path, temporary(path));
  try {
    await disk.syncFolder(dirname(path));
  } catch (error) {
    await disk.rename(temporary(path), path);
    throw error;
  }
  // A temporary file that stays is removed at the next start.
  await disk.remove(temporary(path)).catch(() => {});
}
