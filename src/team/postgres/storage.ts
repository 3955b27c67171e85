import { randomUUID } from "node:crypto";
import { accountIdPattern } from "../../../contract/shared.ts";
import type { State } from "../../domain/change.ts";
import type { EventRow } from "../../domain/rows.ts";
import { AccountClosed, AccountExists } from "../../store/failures.ts";
import { Tables } from "../../store/memory/tables.ts";
import { KeyedTurns } from "../../store/serial-queue.ts";
import type {
  Events,
  Lives,
  Mark,
  Notes,
  ResetPoint,
  SeenLog,
  SharedStorage,
  Snapshots,
  Store,
} from "../../store/store.ts";
import { pauses } from "../../store/time-slice.ts";
import { changeOf, gzipped } from "../../store/world-codec.ts";
import type { Log } from "./change-log.ts";
import { Database, type Patience } from "./connection.ts";
import { reading, writing } from "./errors.ts";
import { DatabaseNotes } from "./key-value.ts";
import { databaseLives } from "./lives.ts";
import { Replica } from "./replica.ts";
import { DatabaseSeenLog } from "./request-table.ts";
import { databaseSnapshots } from "./snapshots.ts";
import { PostgresStore, type Surroundings } from "./store.ts";
import { PostgresLog } from "./tables.ts";

interface PostgresOptions {
  report?: (message: string) => void;
  patience?: Patience;
  /** How long the changes of an account may grow, in characters, before its world is stored anew. */
  folding?: Surroundings["folding"];
}

/** Worlds in a PostgreSQL database that any number of servers share. */
export async function postgresStorage(
  address: string,
  { report = () => {}, patience, folding = { least: 1 << 22, most: 1 << 26 } }: PostgresOptions = {},
): Promise<SharedStorage> {
  const database = await Database.open(address, patience);
  const log = new PostgresLog(database);
  const notes = new DatabaseNotes(database);
  return new PostgresStorage(database, notes, { log, packing: gzipped, report, folding, readNotes: notes.refresh });
}

/** The number of a lock that other programs on the same database do not use. */
const turnOfAll = 7_435_020_117;
/** References to stores that are gone are removed each time that so many were let go. */
const mostReleased = 1_000;

/** With the same limits, all servers would store the world of an account at the same moment, of which one counts. */
function limitsOfOwn({ least, most }: Surroundings["folding"]): Surroundings["folding"] {
  const share = 0.75 + Math.random() / 2;
  return { least: share * least, most: share * most, share };
}

class PostgresStorage implements SharedStorage {
  readonly place: string;
  readonly snapshots: Snapshots;
  readonly lives: Lives;
  readonly notes: Notes;
  readonly seen: SeenLog;
  readonly #database: Database;
  readonly #log: Log;
  readonly #surroundings: Surroundings;
  readonly #stores = new Map<string, PostgresStore>();
  /** Stores that were let go, and that a caller may still have. */
  readonly #released = new Map<string, WeakRef<PostgresStore>>();
  readonly #turns = new KeyedTurns();

  constructor(database: Database, notes: Notes, surroundings: Surroundings) {
    this.place = database.name;
    this.snapshots = databaseSnapshots(database);
    this.lives = databaseLives(database);
    this.notes = notes;
    this.seen = new DatabaseSeenLog(database);
    this.#database = database;
    this.#log = surroundings.log;
    this.#surroundings = surroundings;
  }

  accounts(): Promise<string[]> {
    return reading("", () => this.#log.accounts());
  }
  worldOf(accountId: string): string {
    return this.#store(accountId)?.world ?? "";
  }
  async marks(wanted?: string): Promise<Mark[]> {
    const heads = await reading(wanted ?? "", () => this.#log.heads(wanted));
    return heads.map(({ account: accountId, life, head, loads }) => ({ accountId, life, head, loads }));
  }
  async eventsBetween(from: Mark, { accountId, life, head }: Mark): Promise<Events> {
    const events: EventRow[] = [];
    let areAll = true;
    const rest = pauses();
    for (let at = from.head; at < head; ) {
      const tail = await reading(accountId, () => this.#log.tail(accountId, at));
      if (tail?.life !== life) return { events, areAll: false };
      // A world that takes the place of another is a change without an entry.
      areAll &&= tail.floor <= (tail.loads === from.loads ? at : at + 1);
      const entries = tail.entries.filter(({ seq }) => seq <= head);
      if (entries.length === 0) break;
      for (const entry of entries) {
        events.push(...changeOf(accountId, entry, false).events);
        at = entry.seq;
        await rest();
      }
    }
    return { events, areAll };
  }

  open(accountId: string): Promise<Store | undefined> {
    return this.#turns.run(accountId, async () => {
      const known = await this.#known(accountId);
      if (known || !accountIdPattern.test(accountId)) return known;
      const replica = await Replica.opened({ account: accountId, ...this.#surroundings });
      return replica && this.#keep(replica);
    });
  }
  /** The store that is open, unless another server has deleted the account. */
  async #known(accountId: string): Promise<PostgresStore | undefined> {
    const known = this.#store(accountId);
    try {
      await known?.refresh();
      if (known) this.#hold(accountId, known);
      return known;
    } catch (error) {
      if (!(error instanceof AccountClosed)) throw error;
      this.#forget(accountId);
      return undefined;
    }
  }
  #store(accountId: string): PostgresStore | undefined {
    return this.#stores.get(accountId) ?? this.#released.get(accountId)?.deref();
  }
  #hold(accountId: string, store: PostgresStore): PostgresStore {
    this.#released.delete(accountId);
    this.#stores.set(accountId, store);
    return store;
  }
  #forget(accountId: string): void {
    this.#released.delete(accountId);
    this.#stores.delete(accountId);
  }
  #keep(replica: Replica): PostgresStore {
    const { folding, ...surroundings } = this.#surroundings;
    return this.#hold(replica.account, new PostgresStore(replica, { ...surroundings, folding: limitsOfOwn(folding) }));
  }
  release(accountId: string): boolean {
    const store = this.#store(accountId);
    if (store?.busy) return false;
    this.#forget(accountId);
    if (store) this.#released.set(accountId, new WeakRef(store));
    if (this.#released.size % mostReleased === 0)
      for (const [id, released] of this.#released) if (!released.deref()) this.#released.delete(id);
    return true;
  }
  async probe(): Promise<void> {
    await this.#database.query("select 1").catch(({ code }) => {
      throw new Error(`The database does not answer (${code}).`);
    });
  }

  async alone<T>(work: () => Promise<T>): Promise<T> {
    let done: { value: T } | undefined;
    const run = this.#database.transaction(async (connection) => {
      // A server that is paused in its turn loses it.
      await connection.query("set local idle_in_transaction_session_timeout = '10s'");
      await connection.query("select pg_advisory_xact_lock($1)", [turnOfAll]);
      done = { value: await work() };
    });
    // The work is not part of the transaction: where that is cut off afterwards, it is done all the same.
    await writing("", () => run).catch((error) => {
      if (!done) throw error;
    });
    return (done as unknown as { value: T }).value;
  }
  create(accountId: string, state: State, resetPoint: ResetPoint = "seed"): Promise<Store> {
    return this.#turns.run(accountId, async () => {
      if (!accountIdPattern.test(accountId)) throw new Error(`${JSON.stringify(accountId)} is not an account id`);
      const tables = await Tables.made(state);
      const body = await this.#surroundings.packing.pack(state);
      const life = randomUUID();
      const isCreated = await writing(accountId, () =>
        this.#log.create(accountId, life, body, resetPoint === "this" ? body : null),
      );
      if (!isCreated) throw new AccountExists(accountId);
      return this.#keep(Replica.made({ account: accountId, ...this.#surroundings }, life, tables));
    });
  }

  delete(accountId: string): Promise<boolean> {
    return this.#turns.run(accountId, async () => {
      const isDeleted = await writing(accountId, () => this.#log.delete(accountId));
      const store = this.#store(accountId);
      this.#forget(accountId);
      await store?.close();
      return isDeleted;
    });
  }

  async close(): Promise<void> {
    await this.#turns.settled();
    for (const store of this.#stores.values()) await store.close();
    await this.#database.close();
  }
}
