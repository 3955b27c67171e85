import { setImmediate as turn } from "node:timers/promises";
import type { Change, State } from "../../domain/change.ts";
import { type CollectionName, collections, type IndexName, type Key, type Row } from "../../domain/collections.ts";
import type { Longest, Range, Selection } from "../store.ts";
import { type Definition, Table } from "./table.ts";

export const collectionNames = Object.keys(collections) as CollectionName[];

/** One row as it was before a change; `row` is undefined when there was none. */
interface Trace {
  collection: CollectionName;
  key: Key;
  row: unknown;
}
/** Puts everything back as it was before. Undo the newest change first. */
export type Undo = () => void;

/** A whole world in memory, with every lookup that the collections declare. */
export class Tables {
  /** Rows looked at so far by lookups. */
  visited = 0;
  #tables: Record<CollectionName, Table>;
  /** The rows of the longest collection that are still to be read: until then only its newest are there. */
  #unread: AsyncIterable<State[Longest]> | undefined;
  #reading: Promise<void> | undefined;

  constructor(state: State, unread?: AsyncIterable<State[Longest]>) {
    this.#tables = this.#build(state);
    this.#unread = unread;
  }

  get partly(): boolean {
    return this.#unread !== undefined;
  }
  /** Reads on to the end, while other work comes in between. What is committed meanwhile is newer than all of it. */
  whole(): Promise<void> {
    // Whoever comes after a failure tries again.
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }
  async #readOn(): Promise<void> {
    if (!this.#unread) return;
    const rows: Row<Longest>[] = [];
    for await (const some of this.#unread) {
      for (const row of some) rows.push(row);
      await turn();
      if (!this.#unread) throw new Error("the world was closed before its events were read");
    }
    for (const row of this.#tables.events.rows()) rows.push(row as Row<Longest>);
    this.#tables = { ...this.#tables, events: this.#table("events", rows) };
    this.#unread = undefined;
  }
  /** Nobody will ask any more. */
  abandon(): void {
    this.#unread = undefined;
  }

  get<C extends CollectionName>(collection: C, key: Key): Row<C> | undefined {
    return this.#tables[collection].get(key) as Row<C> | undefined;
  }

  range<C extends CollectionName>(collection: C, index: IndexName<C>, group: Key, range: Range = {}): Row<C>[] {
    return this.#tables[collection].range(index, group, range) as Row<C>[];
  }

  page<C extends CollectionName>(collection: C, selection: Selection<Row<C>>): { rows: Row<C>[]; total: number } {
    return this.#tables[collection].page(selection as Selection<unknown>) as { rows: Row<C>[]; total: number };
  }

  apply(change: Change): Undo {
    const traces: Trace[] = [];
    const undo = () => {
      for (const { collection, key, row } of traces.toReversed()) this.#tables[collection].set(key, row);
    };
    const put = (collection: CollectionName, row: unknown) => {
      const table = this.#tables[collection];
      traces.push({ collection, key: table.keyOf(row), row: table.put(row) });
    };
    try {
      for (const { collection, row } of change.put) put(collection, row);
      for (const { collection, key } of change.remove) {
        traces.push({ collection, key, row: this.#tables[collection].set(key, undefined) });
      }
      for (const event of change.events) put("events", event);
    } catch (error) {
      undo();
      throw error;
    }
    return undo;
  }

  load(state: State): Undo {
    const before = this.#tables;
    this.#tables = this.#build(state);
    return () => {
      this.#tables = before;
    };
  }

  /** Every collection in key order; the arrays are the caller's own. */
  dump(): State {
    return Object.fromEntries(collectionNames.map((name) => [name, this.#tables[name].rows()])) as State;
  }

  #build(state: State): Record<CollectionName, Table> {
    return Object.fromEntries(collectionNames.map((name) => [name, this.#table(name, state[name])])) as Record<
      CollectionName,
      Table
    >;
  }
  #table(name: CollectionName, rows: readonly unknown[]): Table {
    return new Table(name, (collections as unknown as Record<CollectionName, Definition>)[name], rows, this);
  }
}

export const emptyState = (): State =>
  Object.fromEntries(collectionNames.map((name) => [name, []])) as unknown as State;
