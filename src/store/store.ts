import type { Change, State } from "../domain/change.ts";
import type { CollectionName, IndexName, Key, Row } from "../domain/collections.ts";

export interface Range {
  /** Bounds in the index's order, both included. */
  from?: string;
  to?: string;
  limit?: number;
}

export interface Selection<R> {
  where?: (row: R) => boolean;
  offset: number;
  limit: number;
}

/** By far the longest collection, and the one that an account can do without for its first seconds: it may still be on its way. */
export const longest = "events" satisfies CollectionName;
export type Longest = typeof longest;
type Present = Exclude<CollectionName, Longest>;

/** The lookups that can be answered at once. */
export interface View {
  get<C extends Present>(collection: C, key: Key): Row<C> | undefined;
  range<C extends Present>(collection: C, index: IndexName<C>, group: Key, range?: Range): Row<C>[];
}

/** One account's world: reads, and one way to write. Rows are immutable values, replaced and never changed. */
export interface Store {
  get<C extends CollectionName>(collection: C, key: Key): Promise<Row<C> | undefined>;
  /** The rows of one group of an index, in the index's order. Costs what it returns. */
  range<C extends CollectionName>(collection: C, index: IndexName<C>, group: Key, range?: Range): Promise<Row<C>[]>;
  /** Any number of lookups at one moment; the view is of use only until `work` returns. */
  look<T>(work: (view: View) => T): Promise<T>;
  /** Rows of a whole collection in key order, and how many there are in all. */
  page<C extends CollectionName>(
    collection: C,
    selection: Selection<Row<C>>,
  ): Promise<{ rows: Row<C>[]; total: number }>;
  /** Takes the change whole: later reads see it. It lasts once `durable` has resolved. */
  commit(change: Change): Promise<void>;
  /**
   * Resolves when all that was committed so far would survive a crash; rejects with a WriteFailed, the changes undone,
   * when it cannot be kept. Between a commit and this, await nothing but what the store has at once, so not the longest
   * collection: an undo waits for such a row of steps to end, and would otherwise come too early to be told.
   */
  durable(): Promise<void>;
  dump(): Promise<State>;
  /** Replaces everything, at once for reads, and durably when it resolves. */
  load(state: State): Promise<void>;
}

/** Where the accounts' worlds are kept. */
export interface Storage {
  /** What a person is told: a folder, or that nothing is kept. */
  readonly place: string;
  accounts(): Promise<string[]>;
  /** Rejects with a Damaged when what is kept cannot be read. */
  open(accountId: string): Promise<Store | undefined>;
  /** Rejects with an AccountExists when there is one: load it instead. */
  create(accountId: string, state: State): Promise<Store>;
  delete(accountId: string): Promise<void>;
  /** Writes what is pending and lets go of the folder. */
  close(): Promise<void>;
}
