import { statSync } from "node:fs";
import { join } from "node:path";
import { Low } from "lowdb";
import type { State } from "../../domain/change.ts";
import type { Moment } from "../../domain/time.ts";
import { AccountExists, TooManyAccounts, WriteFailed } from "../failures.ts";
import { emptyState, Tables } from "../memory/tables.ts";
import { KeyedQueue } from "../serial-queue.ts";
import type { ResetPoint, Snapshots, Storage, Store } from "../store.ts";
import { Account, type FolderContext } from "./account.ts";
import { mostReadable as usualMostReadable } from "./account-file.ts";
import { type Disk, makeFolders, realDisk } from "./disk.ts";
import { FileStore } from "./file-store.ts";
import { Handles } from "./handles.ts";
import { heldDisk } from "./held-disk.ts";
import { numberedFiles, sweep } from "./interrupted.ts";
import { LastUses } from "./last-uses.ts";
import { type Hold, lock, type Pace } from "./lock.ts";
import { accountOf, fileName, isAccountId } from "./names.ts";
import { Repairs } from "./repairs.ts";
import { FileSnapshots } from "./snapshots.ts";

interface FileStorageOptions {
  /** Receives a sentence about everything that was recovered, put off or undone. */
  report?: (message: string) => void;
  disk?: Disk;
  /** In bytes. */
  foldAt?: number;
  mostReadable?: number;
  pace?: Pace;
}

const extension = ".json";

/** Worlds in a folder: an account file for each account, its events beside it, and a log of the changes since. */
export async function fileStorage(
  folder: string,
  {
    report = () => {},
    disk = realDisk,
    foldAt = 1 << 26,
    mostReadable = usualMostReadable,
    pace,
  }: FileStorageOptions = {},
): Promise<Storage> {
  const asWrite = (error: Error): never => {
    throw "syscall" in error ? new WriteFailed(folder, error) : error;
  };
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new Error(`${folder} is a file, not a folder: name another data folder.`);
  if (!found) await makeFolders(disk, folder).catch(asWrite);
  const hold = await lock(folder, { report, pace }).catch(asWrite);
  const held = heldDisk(disk, hold.check);
  try {
    await sweep(held, folder);
    const numbers = numberedFiles(await held.list(folder));
    const { takenOver } = hold;
    const handles = new Handles(64);
    const context = { disk: held, handles, foldAt, mostReadable, repairs: new Repairs(), report, takenOver };
    return new FileStorage(folder, numbers, context, hold);
  } catch (error) {
    hold.release();
    return asWrite(error as Error);
  }
}

class FileStorage implements Storage {
  readonly place: string;
  readonly snapshots: Snapshots;
  readonly #uses: LastUses;
  #numbers: ReadonlyMap<string, number[]>;
  #context: FolderContext;
  #hold: Hold;
  #stores = new Map<string, FileStore>();
  #queue = new KeyedQueue();
  #closed = false;

  constructor(folder: string, numbers: Map<string, number[]>, context: FolderContext, hold: Hold) {
    this.place = folder;
    this.snapshots = new FileSnapshots(folder, context.disk, context.repairs);
    this.#uses = new LastUses(folder, context.disk);
    this.#numbers = numbers;
    this.#context = context;
    this.#hold = hold;
  }

  /** Opening, creating and deleting an account exclude each other. */
  #run<T>(accountId: string, work: (account: Account) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error(`${this.place} is closed`);
    const name = fileName(accountId);
    const base = join(this.place, name);
    return this.#queue.run(accountId, async () => {
      await this.#context.repairs.settle(base);
      return work(new Account(base, this.#numbers.get(name) ?? [], this.#context));
    });
  }

  #keep(accountId: string, db: Low<Tables>, account: Account): Store {
    const store = new FileStore(db, account, this.#context.report);
    this.#stores.set(accountId, store);
    return store;
  }

  async accounts(unusedSince = Number.POSITIVE_INFINITY): Promise<Map<string, Moment>> {
    const all = await this.#uses.of(await this.#names());
    return new Map([...all].filter(([, usedAt]) => usedAt < unusedSince));
  }
  noteUse(accountId: string, usedAt: Moment): Promise<void> {
    // At once, because a deletion of what is unused may be queued before.
    this.#uses.set(accountId, usedAt);
    return this.#run(accountId, async (account) => {
      if (await account.exists()) await this.#uses.keep(accountId);
      else this.#uses.forget(accountId);
    });
  }
  async #names(): Promise<string[]> {
    const { disk, repairs } = this.#context;
    await repairs.settleAll();
    const names = (await disk.list(this.place)).filter((name) => name.endsWith(extension));
    return names.flatMap((name) => accountOf(name.slice(0, -extension.length)) ?? []).sort();
  }

  async probe(): Promise<void> {
    this.#hold.check();
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

  async create(accountId: string, state: State, resetPoint: ResetPoint = "seed", most?: number): Promise<Store> {
    if (!isAccountId(accountId)) throw new Error(`${JSON.stringify(accountId)} is not an account id`);
    return this.#run(accountId, async (account) => {
      if (this.#stores.has(accountId) || (await account.exists())) throw new AccountExists(accountId);
      if (most !== undefined) await this.#refuseMany(most);
      const db = new Low(account, await Tables.made(state));
      account.resetPoint = resetPoint;
      this.#uses.forget(accountId);
      try {
        await account.clear();
        await db.write();
      } catch (error) {
        await account.abandon();
        throw new WriteFailed(account.path, error);
      }
      this.#uses.set(accountId, Date.now());
      return this.#keep(accountId, db, account);
    });
  }

  async #refuseMany(most: number): Promise<void> {
    const { length } = await this.#names();
    if (length >= most) throw new TooManyAccounts(length);
  }

  release(accountId: string): boolean {
    const store = this.#stores.get(accountId);
    if (!store?.isIdle) return false;
    this.#stores.delete(accountId);
    store.evict();
    return true;
  }

  async delete(accountId: string, unusedSince = Number.POSITIVE_INFINITY): Promise<boolean> {
    if (!isAccountId(accountId)) return false;
    return this.#run(accountId, async (account) => {
      const store = this.#stores.get(accountId);
      if (store === undefined && !(await account.exists())) return false;
      if (((await this.#uses.of([accountId])).get(accountId) ?? 0) >= unusedSince) return false;
      this.#stores.delete(accountId);
      this.#uses.forget(accountId);
      try {
        await (store === undefined ? account.remove() : store.delete());
      } catch (error) {
        throw new WriteFailed(account.path, error);
      }
      return true;
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#queue.settled();
    const { repairs, report } = this.#context;
    try {
      for (const [accountId, store] of this.#stores) {
        await store.close();
        await this.#uses.keep(accountId).catch((error: Error) => report(error.message));
      }
      await repairs.settleAll().catch((error: Error) => report(error.message));
      this.#hold.check();
    } finally {
      this.#hold.release();
    }
  }
}
