/**
 * store: keeps the world of each account. `Storage` has the accounts, `Store` is one world: reads, and one way to
 * write. `memory/` keeps worlds as long as the process, `file/` keeps them in a folder as well, and `world-codec.ts` is
 * the shape of a world that is packed as a whole. Rules know none of this: they return changes, which `Store.commit`
 * takes.
 */

import type { Change, State } from "../domain/change.ts";
import type { CollectionName, IndexName, Key, Row } from "../domain/collections.ts";
import type { Folder } from "../domain/draft.ts";
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
  /** Tells the present world of the account from the one before: differs after every load, and survives a restart. */
  readonly worldId: string;
  /** Differs after every change and every undo: what was remembered of the world is then stale. */
  readonly revision: number;
  /** The file that was edited since it was written, if any: its rows fit their schemas, no more is known. */
  readonly editedFile: string | undefined;
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

/** Where the accounts' worlds are kept. */
export interface Storage {
  /** For people: the folder, or a text that says that there is none on disk. */
  readonly place: string;
  readonly snapshots: Snapshots;
  /**
   * The accounts in the order of their ids, each with its last use that was noted, by the wall clock: all, or those
   * that were not used since.
   */
  accounts(unusedSince?: Moment): Promise<ReadonlyMap<string, Moment>>;
  /** In milliseconds: how far the noted uses may be behind; undefined where no other server uses the accounts. */
  readonly usesBehind?: number;
  /** Notes the last use of an account; one that is gone is no error. */
  noteUse(accountId: string, usedAt: Moment): Promise<void>;
  /** Rejects with a reason when the storage cannot be reached; undefined where it always can. */
  probe?(): Promise<void>;
  /** Rejects with a Damaged when its files are damaged. */
  open(accountId: string): Promise<Store | undefined>;
  /** Rejects with an AccountExists when there is one, with a TooManyAccounts when there are `most` others. */
  create(accountId: string, state: State, resetPoint?: ResetPoint, most?: number): Promise<Store>;
  /**
   * Evicts the world of an account that is not in use, which `open` reads again; false while something is under way.
   * Undefined where there is nothing to read it from.
   */
  release?(accountId: string): boolean;
  /** Deletes the snapshots and the reset point too, unless the account was used since. Returns whether it did. */
  delete(accountId: string, unusedSince?: Moment): Promise<boolean>;
  /** Writes what is pending and unlocks the folder; rejects with a FolderLost when that is gone. */
  close(): Promise<void>;
}
