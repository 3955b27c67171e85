/**
 * Keeps the world of each account. `Storage` has the accounts, `Store` is one world: reads, and one way to write.
 * `memory/` keeps worlds as long as the process, `file/` keeps them in a folder as well, and `world-codec.ts` is the
 * shape of a world that is packed as a whole. Rules know none of this: they return changes, which `Store.commit` takes.
 */

import type { Change, State } from "../domain/change.ts";
import type { CollectionName, IndexName, Key, Row } from "../domain/collections.ts";
import type { Folder } from "../domain/draft.ts";
import type { EventRow } from "../domain/rows.ts";
import type { Moment } from "../domain/time.ts";
import type { Filter } from "./filter.ts";

export interface Range {
  /** Bounds in the index's order, both included. */
  from?: string;
  to?: string;
  limit?: number;
}

/** A numbered page of a collection. */
export interface Page<R> {
  where?: readonly Filter<R>[];
  offset: number;
  limit: number;
}

/** The rows that follow a key. */
export interface Scan<R> {
  where?: readonly Filter<R>[];
  after?: Key;
  limit: number;
}

/** The state that a later reset returns to: the loaded one, the seed, or the same as before. */
export type ResetPoint = "this" | "seed" | "unchanged";

/** One account's world: reads, and one way to write. Rows are immutable values, replaced and never changed. */
export interface Store {
  /** Tells the present world of the account from earlier ones: differs after every load, and survives a restart. */
  readonly worldId: string;
  /** Differs after every change and every undo: what was remembered of the world is then stale. */
  readonly revision: number;
  /** The memory that the world takes, estimated. */
  readonly bytes: number;
  /** Takes over the changes of other writers before a request is served; undefined where there can be none. */
  refresh(): Promise<void> | undefined;
  get<C extends CollectionName>(collection: C, key: Key): Promise<Row<C> | undefined>;
  /** The rows of one group of an index, in the order of the index. Reads no other row. */
  range<C extends CollectionName>(collection: C, index: IndexName<C>, group: Key, range?: Range): Promise<Row<C>[]>;
  /** Rows in key order, and how many match in all. Without filters it reads only the rows that it returns. */
  page<C extends CollectionName>(collection: C, page: Page<Row<C>>): Promise<{ rows: Row<C>[]; total: number }>;
  /** Rows in key order after a key. Reads no row before that key, and none after the last that it returns. */
  scan<C extends CollectionName>(collection: C, scan: Scan<Row<C>>): Promise<Row<C>[]>;
  /** The rows of one third party that rules need, all of the same moment. */
  folder(thirdpartyId: number): Promise<Folder>;
  dump(): Promise<State>;

  /**
   * Runs `work` as the only writer of the account, and resolves when all that it read and committed would survive a
   * crash. Its changes are kept together or not at all: when `work` throws, or they cannot be kept (WriteFailed), they
   * are undone. `work` may run again when another writer was first, so `commit` must be its only effect.
   */
  write<T>(work: () => Promise<T>): Promise<T>;
  /** Applies a change whole, for all later reads; only inside `write`. Events are appended, with ascending ids. */
  commit(change: Change): Promise<void>;
  /** Replaces the whole world and its reset point, as a write of its own. */
  load(state: State, resetPoint?: ResetPoint): Promise<void>;
  /** The state that a reset returns to; null for the seed. */
  start(): Promise<State | null>;
}

/** A named copy of a world, with the moment of its clock. */
export interface Snapshot {
  name: string;
  takenAt: string;
  running: boolean;
  state: State;
}
export interface SnapshotSummary {
  name: string;
  takenAt: string | null;
  events: number | null;
  /** Why it cannot be restored; null for one that can. */
  damage: string | null;
}

export interface Snapshots {
  /** In the order of their names. */
  list(accountId: string): Promise<SnapshotSummary[]>;
  /** Rejects with a Damaged when it was changed since it was written. */
  get(accountId: string, name: string): Promise<Snapshot | undefined>;
  put(accountId: string, snapshot: Snapshot): Promise<void>;
  /** Whether there was one. */
  delete(accountId: string, name: string): Promise<boolean>;
}

/** How long a world may rest, and when it was last used, by the wall clock. */
export interface Life {
  /** An ISO 8601 duration; null for the server's own. */
  ttl: string | null;
  usedAt: Moment;
  /** Null for never. */
  endsAt: Moment | null;
}
/** Kept with the accounts, and deleted with them. */
export interface Lives {
  get(accountId: string): Promise<Life | undefined>;
  put(accountId: string, life: Life): Promise<void>;
  /** The accounts whose end has come. */
  ended(now: Moment): Promise<string[]>;
}

/** Where the accounts' worlds are kept. */
export interface Storage {
  /** For people: the folder, or a text that says that nothing is kept. */
  readonly place: string;
  readonly snapshots: Snapshots;
  readonly lives: Lives;
  accounts(): Promise<string[]>;
  /** Rejects with a reason when the storage cannot be reached; undefined where it always can. */
  probe?(): Promise<void>;
  /** Rejects with a Damaged when its files are damaged. */
  open(accountId: string): Promise<Store | undefined>;
  /** Runs work while no other server on the same storage does; undefined where there is none. */
  alone?<T>(work: () => Promise<T>): Promise<T>;
  /** Rejects with an AccountExists when there is one: load it instead. */
  create(accountId: string, state: State, resetPoint?: ResetPoint): Promise<Store>;
  /**
   * Evicts the world of an account, which `open` reads again; false where something is under way. The caller must have
   * no use for the store any more: it refuses writes. Undefined where there is nothing to read it from.
   */
  release?(accountId: string): boolean;
  /** Deletes the snapshots and the reset point too. Returns whether there was an account. */
  delete(accountId: string): Promise<boolean>;
  /** Writes what is pending and unlocks the folder; rejects with a FolderLost when that is gone. */
  close(): Promise<void>;
}

/** Small texts that all servers on a storage share, such as the injected faults. The account "" stands for all. */
export interface Notes {
  /** As of the account's last refresh; for all accounts, of the last one of any. */
  get(accountId: string, name: string): string | undefined;
  /** Replaces a text, or removes it with undefined; `change` runs again where another server was first. */
  change(
    accountId: string,
    name: string,
    change: (text: string | undefined) => string | undefined,
  ): Promise<string | undefined>;
  /** Of all accounts, in the order of their names. */
  list(name: string): Promise<{ accountId: string; text: string }[]>;
}

/** A request as text, for the other servers. */
export interface SeenRequest {
  accountId: string;
  /** The world that it met, or "" for the last one that is known. */
  world: string;
  /** Its place among the requests to the same world; given by the log. */
  nth: number;
  /** In milliseconds since 1970. */
  at: number;
  requestId: string;
  text: string;
}

export interface NewRequest extends Omit<SeenRequest, "nth"> {
  /** Its place after the last one that the log has of the same world, from 0; those in between were forgotten. */
  place: number;
  /** How many requests to the same world came before, where the log has none of it. */
  before: number;
}

/** What the servers on a storage have seen: bounded, and gone when the database crashes. */
export interface SeenLog {
  /** Oldest first; those of an account are of one world. */
  add(requests: readonly NewRequest[]): Promise<void>;
  /** The newest `most` of an account, or of each, oldest first. */
  list(most: number, accountId?: string): Promise<SeenRequest[]>;
  /** The last one with this id. */
  find(requestId: string): Promise<SeenRequest | undefined>;
  /** The number of the newest, among those of all accounts. */
  last(): Promise<number>;
  /** Some of those after a number, oldest first, but for the given numbers. */
  since(number: number, but: readonly number[]): Promise<{ number: number; text: string }[]>;
  clear(accountId?: string): Promise<void>;
  /** Forgets the oldest beyond so many bytes of all accounts, and beyond the newest `most` of each. */
  trim(bytes: number, most: number): Promise<void>;
  /**
   * Notes that a server has not sent what it answered in the last so many milliseconds; true where a reader waits for
   * some of that. A reader does not wait for a server that is silent for three seconds.
   */
  late(server: string, ms: number): Promise<boolean>;
  /** Ends that. */
  inTime(server: string): Promise<void>;
  /**
   * Asks the other servers that have not sent all that they had answered at a moment, which is now at first. Resolves
   * with the moment; undefined where there are none.
   */
  ask(server: string, moment?: string): Promise<string | undefined>;
  /** Replaces the counts of one server in a period; those of other periods are forgotten. */
  count(period: string, server: string, text: string): Promise<void>;
  counts(period: string): Promise<string[]>;
}

/** A place in the changes of an account. */
export interface Mark {
  accountId: string;
  /** Differs for an account that was deleted and made again. */
  life: string;
  head: number;
  /** How many times its world was replaced. */
  loads: number;
}

export interface Events {
  events: EventRow[];
  /** False where older ones are no longer kept one by one. */
  areAll: boolean;
}

/** Where several servers keep the accounts' worlds together, and what else decides their answers. */
export interface SharedStorage extends Storage {
  readonly notes: Notes;
  readonly seen: SeenLog;
  /** Tells an account's world from the one that took its place; "" for one that is not open. */
  worldOf(accountId: string): string;
  /** How far the changes of an account, or of all, have come. */
  marks(accountId?: string): Promise<Mark[]>;
  /** The events that an account's changes have added between two marks. */
  eventsBetween(from: Mark, to: Mark): Promise<Events>;
}
