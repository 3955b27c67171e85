import { randomUUID } from "node:crypto";
import { accountIdPattern } from "../../../contract/shared.ts";
import type { State } from "../../domain/change.ts";
import type { Moment } from "../../domain/time.ts";
import { AccountClosed, AccountExists } from "../../store/failures.ts";
import { Tables } from "../../store/memory/tables.ts";
import { rowShape } from "../../store/row-shape.ts";
import { KeyedQueue } from "../../store/serial-queue.ts";
import type { ResetPoint, Snapshots, Storage, Store } from "../../store/store.ts";
import type { ChangeLog } from "./change-log.ts";
import type { Database } from "./connection.ts";
import type { KeyValue } from "./key-value.ts";
import { databaseSnapshots } from "./snapshots.ts";
import { PostgresStore, type Shared } from "./store.ts";

const usualFolding = { least: 1 << 22, most: 1 << 26 };

/** Worlds in a PostgreSQL database that any number of servers share. */
export class PostgresStorage implements Storage {
  readonly place: string;
  /** Each server notes the uses of its worlds every few seconds. */
  readonly usesBehind = 15_000;
  readonly snapshots: Snapshots;
  readonly #database: Database;
  readonly #log: ChangeLog;
  readonly #values: KeyValue;
  readonly #shared: Shared;
  readonly #stores = new Map<string, PostgresStore>();
  readonly #queue = new KeyedQueue();

  constructor(
    database: Database,
    log: ChangeLog,
    values: KeyValue,
    report: (message: string) => void = () => {},
    folding: Shared["folding"] = usualFolding,
  ) {
    this.place = database.name;
    this.snapshots = databaseSnapshots(database);
    this.#database = database;
    this.#log = log;
    this.#values = values;
    this.#shared = { log, values, report, folding };
  }

  accounts(unusedSince?: Moment): Promise<Map<string, Moment>> {
    return this.#log.accounts(unusedSince);
  }
  noteUse(accountId: string, usedAt: Moment): Promise<void> {
    return this.#log.noteUse(accountId, usedAt);
  }
  async probe(): Promise<void> {
    await this.#database.probe();
  }

  open(accountId: string): Promise<Store | undefined> {
    return this.#queue.run(accountId, async () => {
      const known = await this.#known(accountId);
      if (known || !accountIdPattern.test(accountId)) return known;
      const store = await PostgresStore.opened(accountId, this.#shared);
      return store && this.#add(store);
    });
  }
  /** The store that is open, unless another server has deleted the account. */
  async #known(accountId: string): Promise<PostgresStore | undefined> {
    const known = this.#stores.get(accountId);
    try {
      await known?.refresh();
      return known;
    } catch (error) {
      if (!(error instanceof AccountClosed)) throw error;
      this.#drop(accountId);
      return undefined;
    }
  }
  #drop(accountId: string): void {
    this.#stores.delete(accountId);
    void this.#values.forget(accountId);
  }
  #add(store: PostgresStore): PostgresStore {
    this.#stores.set(store.account, store);
    return store;
  }
  release(accountId: string): boolean {
    if (this.#stores.get(accountId)?.isBusy) return false;
    this.#drop(accountId);
    return true;
  }

  create(accountId: string, state: State, resetPoint: ResetPoint = "seed", most?: number): Promise<Store> {
    return this.#queue.run(accountId, async () => {
      if (!accountIdPattern.test(accountId)) throw new Error(`${JSON.stringify(accountId)} is not an account id`);
      const rows = await Tables.made(state);
      const incarnation = randomUUID();
      const isCreated = await this.#log.create(accountId, incarnation, state, resetPoint, most);
      if (!isCreated) throw new AccountExists(accountId);
      const stored = { incarnation, reloads: 0, storedUpTo: 0, shape: rowShape };
      return this.#add(new PostgresStore(accountId, stored, rows, this.#shared));
    });
  }
  delete(accountId: string, unusedSince?: Moment): Promise<boolean> {
    return this.#queue.run(accountId, async () => {
      const isDeleted = await this.#log.delete(accountId, unusedSince);
      const store = this.#stores.get(accountId);
      this.#drop(accountId);
      await store?.close();
      return isDeleted;
    });
  }

  async close(): Promise<void> {
    await this.#queue.settled();
    for (const store of this.#stores.values()) await store.close();
    await this.#database.close();
  }
}
