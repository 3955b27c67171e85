import { join } from "node:path";
import { Low } from "lowdb";
import type { State } from "../../domain/change.ts";
import { AccountExists, WriteFailed } from "../failures.ts";
import { emptyState, Tables } from "../memory/tables.ts";
import type { Storage, Store } from "../store.ts";
import { KeyedTurns } from "../turns.ts";
import { Account, type Folding, type Surroundings } from "./account.ts";
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
  const eventsFiles = EventsFile.numbersIn(await disk.list(folder));
  return new FileStorage(folder, eventsFiles, { disk, folding, report, handles: new Handles(64) }, unlock);
}

class FileStorage implements Storage {
  readonly place: string;
  #eventsFiles: ReadonlyMap<string, number[]>;
  #surroundings: Surroundings;
  #unlock: () => void;
  #stores = new Map<string, FileStore>();
  #turns = new KeyedTurns();
  #closed = false;

  constructor(folder: string, eventsFiles: Map<string, number[]>, surroundings: Surroundings, unlock: () => void) {
    this.place = folder;
    this.#eventsFiles = eventsFiles;
    this.#surroundings = surroundings;
    this.#unlock = unlock;
  }

  /** Opening, creating and deleting an account exclude each other. */
  #run<T>(accountId: string, work: (account: Account) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error(`${this.place} is closed`);
    const name = fileName(accountId);
    const account = new Account(join(this.place, name), this.#eventsFiles.get(name) ?? [], this.#surroundings);
    return this.#turns.run(accountId, () => work(account));
  }

  #keep(accountId: string, db: Low<Tables>, account: Account): Store {
    const store = new FileStore(db, account, this.#surroundings.report);
    this.#stores.set(accountId, store);
    return store;
  }

  async accounts(): Promise<string[]> {
    const names = (await this.#surroundings.disk.list(this.place)).filter((name) => name.endsWith(extension));
    return names.flatMap((name) => accountOf(name.slice(0, -extension.length)) ?? []).sort();
  }

  async open(accountId: string): Promise<Store | undefined> {
    if (!isAccountId(accountId)) return undefined;
    return this.#run(accountId, async (account) => {
      const known = this.#stores.get(accountId);
      if (known !== undefined || !(await account.exists())) return known;
      const db = new Low(account, new Tables(emptyState()));
      await db.read();
      return this.#keep(accountId, db, account);
    });
  }

  async create(accountId: string, state: State): Promise<Store> {
    if (!isAccountId(accountId)) throw new Error(`${JSON.stringify(accountId)} is not an account id`);
    return this.#run(accountId, async (account) => {
      if (this.#stores.has(accountId) || (await account.exists())) throw new AccountExists(accountId);
      const db = new Low(account, await Tables.made(state));
      try {
        await account.clear();
        await db.write();
      } catch (error) {
        throw new WriteFailed(account.path, error);
      }
      return this.#keep(accountId, db, account);
    });
  }

  async delete(accountId: string): Promise<void> {
    if (!isAccountId(accountId)) return;
    await this.#run(accountId, async (account) => {
      const store = this.#stores.get(accountId);
      this.#stores.delete(accountId);
      if (store === undefined) await account.remove();
      else await store.delete();
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#turns.settled();
    try {
      for (const store of this.#stores.values()) await store.close();
    } finally {
      this.#unlock();
    }
  }
}
