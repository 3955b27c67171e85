import { join } from "node:path";
import { Low } from "lowdb";
import { AccountExists, WriteFailed } from "../failures.ts";
import { emptyState, Tables } from "../memory/tables.ts";
import type { Storage } from "../store.ts";
import { KeyedTurns } from "../turns.ts";
import { Account, type Folding } from "./account.ts";
import { type Disk, realDisk } from "./disk.ts";
import { EventsFile } from "./events-file.ts";
import { FileStore } from "./file-store.ts";
import { Handles } from "./handles.ts";
import { lock } from "./lock.ts";
import { accountOf, fileName, isAccountId } from "./names.ts";

interface FileStorageOptions {
  /** Receives a sentence about everything that was recovered, put off or undone. */
  report?: (message: string) => void;
  disk?: Disk;
  folding?: Folding;
}

const extension = ".json";

/** Worlds in a folder: a JSON file for each account, its events beside it, and a log of the changes since. */
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
  const turns = new KeyedTurns();
  const surroundings = { disk, folding, report, handles: new Handles(64) };
  const eventsFiles = EventsFile.numbersIn(await disk.list(folder));
  let closed = false;

  /** One thing at a time for each account. */
  const inTurn = <T>(accountId: string, work: (account: Account) => Promise<T>): Promise<T> => {
    if (closed) throw new Error(`${folder} is closed`);
    const name = fileName(accountId);
    const account = new Account(join(folder, name), eventsFiles.get(name) ?? [], surroundings);
    return turns.run(accountId, () => work(account));
  };

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
      return inTurn(accountId, async (account) => {
        const known = stores.get(accountId);
        if (known !== undefined) return known;
        if (!(await account.exists())) return undefined;
        const db = new Low(account, new Tables(emptyState()));
        await db.read();
        const store = new FileStore(db, account, report);
        stores.set(accountId, store);
        return store;
      });
    },
    async create(accountId, state) {
      if (!isAccountId(accountId)) throw new Error(`${JSON.stringify(accountId)} is not an account id`);
      return inTurn(accountId, async (account) => {
        if (stores.has(accountId) || (await account.exists())) throw new AccountExists(accountId);
        const db = new Low(account, new Tables(state));
        try {
          await account.clear();
          await db.write();
        } catch (error) {
          throw new WriteFailed(account.path, error);
        }
        const store = new FileStore(db, account, report);
        stores.set(accountId, store);
        return store;
      });
    },
    async delete(accountId) {
      if (!isAccountId(accountId)) return;
      await inTurn(accountId, async (account) => {
        const store = stores.get(accountId);
        stores.delete(accountId);
        if (store === undefined) await account.remove();
        else await store.delete();
      });
    },
    async close() {
      if (closed) return;
      closed = true;
      await turns.settled();
      try {
        for (const store of stores.values()) await store.close();
      } finally {
        unlock();
      }
    },
  };
}
