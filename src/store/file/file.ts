import { join } from "node:path";
import { Low } from "lowdb";
import { AccountExists, WriteFailed } from "../failures.ts";
import { Tables } from "../memory/tables.ts";
import type { Storage } from "../store.ts";
import { type Folding, WorldFile } from "./account.ts";
import { type Disk, realDisk } from "./disk.ts";
import { FileStore } from "./file-store.ts";
import { Handles } from "./handles.ts";
import { lock } from "./lock.ts";
import { accountOf, fileName, isAccountId } from "./names.ts";

interface FileStorageOptions {
  /** Hears of what was recovered, put off or undone. */
  report?: (message: string) => void;
  disk?: Disk;
  folding?: Folding;
}

const extension = ".json";

/** Worlds in a folder: `{account}.json`, which a person can read, and `{account}.journal` while there is more to fold into it. */
export async function fileStorage(
  folder: string,
  { report = () => {}, disk = realDisk, folding = { least: 1 << 26, most: 1 << 28 } }: FileStorageOptions = {},
): Promise<Storage> {
  const unlock = await disk
    .makeFolder(folder)
    .then(() => lock(folder))
    .catch((error) => {
      throw "syscall" in error ? new WriteFailed(folder, error) : error;
    });
  const stores = new Map<string, FileStore>();
  const turns = new Map<string, Promise<unknown>>();
  let closed = false;

  /** One thing at a time for each account. */
  const inTurn = <T>(accountId: string, work: () => Promise<T>): Promise<T> => {
    if (closed) throw new Error(`${folder} is closed`);
    const done = (turns.get(accountId) ?? Promise.resolve()).then(work);
    turns.set(
      accountId,
      done.catch(() => {}),
    );
    return done;
  };
  const handles = new Handles(64);
  const fileOf = (accountId: string) =>
    new WorldFile(disk, handles, join(folder, fileName(accountId)), folding, report);

  return {
    place: folder,
    async accounts() {
      const names = (await disk.list(folder)).filter((name) => name.endsWith(extension));
      return names
        .map((name) => accountOf(name.slice(0, -extension.length)))
        .filter((id) => id !== undefined)
        .sort();
    },
    async open(accountId) {
      if (!isAccountId(accountId)) return undefined;
      return inTurn(accountId, async () => {
        const known = stores.get(accountId);
        if (known !== undefined) return known;
        const file = fileOf(accountId);
        const tables = await file.read();
        if (tables === null) return undefined;
        const store = new FileStore(new Low(file, tables), file, report);
        stores.set(accountId, store);
        return store;
      });
    },
    async create(accountId, state) {
      if (!isAccountId(accountId)) throw new Error(`${JSON.stringify(accountId)} is not an account id`);
      return inTurn(accountId, async () => {
        const file = fileOf(accountId);
        if (stores.has(accountId) || (await file.exists())) throw new AccountExists(accountId);
        const db = new Low(file, new Tables(state));
        try {
          await file.clear();
          await db.write();
        } catch (error) {
          throw new WriteFailed(file.path, error);
        }
        const store = new FileStore(db, file, report);
        stores.set(accountId, store);
        return store;
      });
    },
    async delete(accountId) {
      if (!isAccountId(accountId)) return;
      await inTurn(accountId, async () => {
        const store = stores.get(accountId);
        stores.delete(accountId);
        if (store === undefined) await fileOf(accountId).remove();
        else await store.delete();
      });
    },
    async close() {
      if (closed) return;
      closed = true;
      await Promise.all(turns.values());
      try {
        for (const store of stores.values()) await store.close();
      } finally {
        unlock();
      }
    },
  };
}
