import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { clockPattern } from "../../../contract/shared.ts";
import { collectionNames } from "../../domain/collections.ts";
import { Damaged, WriteFailed } from "../failures.ts";
import { membersText } from "../state-text.ts";
import type { Snapshot, SnapshotSummary, Snapshots } from "../store.ts";
import { readWorld, WorldTooLarge } from "../world-reader.ts";
import { blankChecksum, sealOf, unsealed, writeSealed } from "./checksummed-json.ts";
import { chunks, type Disk, ifThere, type OpenFile, openIfThere } from "./disk.ts";
import { snapshotsOf } from "./interrupted.ts";
import { accountOf, fileName, temporary } from "./names.ts";
import { crc, hex } from "./record.ts";
import { Repairs } from "./repairs.ts";

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
  yield* membersText(state, collectionNames, "\n    ", (row) => `\n      ${JSON.stringify(row)}`);
  yield "\n  }\n}\n";
}

/** The bytes of a file; it ends with a Damaged when they are not what its checksum says. */
async function* sealedChunks(path: string, file: OpenFile): AsyncGenerator<Buffer> {
  let seal: string | undefined;
  let sum: number | undefined;
  for await (const chunk of chunks(file)) {
    seal ??= sum === undefined ? sealOf(chunk.subarray(0, headLength)) : undefined;
    sum = sum === undefined ? crc32(unsealed(chunk)) : crc(chunk, sum);
    yield chunk;
  }
  if (seal !== undefined && hex(sum ?? 0) !== seal)
    throw new Damaged(path, "", "it was changed since the sandbox wrote it");
}

/** A file that was changed is said to be that, whatever else is wrong with it. */
async function parsed(path: string, name: string, file: OpenFile): Promise<Snapshot> {
  try {
    const world = ((await readWorld(sealedChunks(path, file))) ?? {}) as Snapshot;
    const { format, takenAt, running, state, ...others } = world;
    const stray = Object.keys(others).find((key) => !known.includes(key));
    if (stray !== undefined) throw new SyntaxError(`/${stray} is not a field that is known here`);
    if (!clockPattern.test(takenAt) || typeof running !== "boolean" || !Array.isArray(state?.events))
      throw new SyntaxError("it is no snapshot");
    return { name, format, takenAt, running, state };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof WorldTooLarge)) throw error;
    for await (const _ of sealedChunks(path, file));
    throw new Damaged(path, "", error.message);
  }
}

/** The head of a file says enough, once its checksum is seen to hold. */
async function summaryOf(path: string, name: string, file: OpenFile): Promise<SnapshotSummary> {
  const start = await file.read(0, headLength);
  if (sealOf(start) === undefined) {
    const { takenAt, state } = await parsed(path, name, file);
    return { name, takenAt, events: state.events.length, damage: null };
  }
  for await (const _ of sealedChunks(path, file));
  const end = start.indexOf(blankChecksum.slice(0, 12)) - 1;
  const { takenAt, events } = JSON.parse(`${start.toString("utf8", 0, end)}}`);
  return { name, takenAt, events, damage: null };
}

/** Files in the format of an export, one folder for each account, so that they can be imported elsewhere. */
export function fileSnapshots(folder: string, disk: Disk, repairs = new Repairs()): Snapshots {
  const home = (accountId: string) => snapshotsOf(join(folder, fileName(accountId)));
  const pathOf = (accountId: string, name: string) => join(home(accountId), `${fileName(name)}${extension}`);
  const reading = async <T>(path: string, read: (file: OpenFile) => Promise<T>): Promise<T | undefined> => {
    const file = await openIfThere(disk, path, "r");
    return file && read(file).finally(() => file.close());
  };
  const names = async (accountId: string): Promise<string[]> => {
    await repairs.settle(home(accountId));
    const files = await ifThere(disk.list(home(accountId)));
    const snapshots = (files ?? []).filter((file) => file.endsWith(extension));
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
          const summary = await reading(path, (file) => summaryOf(path, name, file));
          if (summary) found.push(summary);
        } catch (error) {
          if (!(error instanceof Damaged)) throw error;
          found.push({ name, takenAt: null, events: null, damage: error.reason });
        }
      }
      return found;
    },
    async get(accountId, name) {
      const path = pathOf(accountId, name);
      await repairs.settle(home(accountId));
      return reading(path, (file) => parsed(path, name, file));
    },
    async put(accountId, snapshot) {
      const path = pathOf(accountId, snapshot.name);
      await repairs.settle(home(accountId));
      const head = headText(accountId, snapshot);
      await written(path, () =>
        place(disk, repairs, path, () => writeSealed(disk, temporary(path), head, textOf(snapshot), { seed: "" })),
      );
    },
    async delete(accountId, name) {
      if (!(await names(accountId)).includes(name)) return false;
      const path = pathOf(accountId, name);
      await written(path, () => withdraw(disk, repairs, path));
      return true;
    },
  };
}

/** The snapshot that another one of its name is about to replace. */
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
  // One that stays is removed at the next start.
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
  // A temporary file that stays is removed at the next start.
  await disk.remove(temporary(path)).catch(() => {});
}
