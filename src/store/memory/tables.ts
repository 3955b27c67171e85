import type { Change, State } from "../../domain/change.ts";
import {
  type CollectionName,
  collectionNames,
  collections,
  type IndexName,
  type Key,
  type Row,
} from "../../domain/collections.ts";
import { type Folder, heldCollections } from "../../domain/draft.ts";
import type { EventRow } from "../../domain/rows.ts";
import type { Page, Range, Scan } from "../store.ts";
import { type Definition, Table } from "./table.ts";

/** Puts everything back as it was before. Undo the newest change first. */
export type Undo = () => void;

/** A whole world in memory, with every lookup that the collections declare. */
export class Tables {
  /** Rows that lookups have looked at so far, so that a test can hold the price of a lookup. */
  visited = 0;
  revision = 0;
  /** How many times the world was replaced: rows of different worlds have nothing in common. */
  loads = 0;
  #tables: Record<CollectionName, Table>;

  constructor(state: State) {
    this.#tables = this.#build(state);
  }

  get<C extends CollectionName>(collection: C, key: Key): Row<C> | undefined {
    return this.#tables[collection].get(key) as Row<C> | undefined;
  }
  range<C extends CollectionName>(collection: C, index: IndexName<C>, group: Key, range: Range = {}): Row<C>[] {
    return this.#tables[collection].range(index, group, range) as Row<C>[];
  }
  page<C extends CollectionName>(collection: C, page: Page<Row<C>>): { rows: Row<C>[]; total: number } {
    return this.#tables[collection].page(page as Page<unknown>) as { rows: Row<C>[]; total: number };
  }
  scan<C extends CollectionName>(collection: C, scan: Scan<Row<C>>): Row<C>[] {
    return this.#tables[collection].scan(scan as Scan<unknown>) as Row<C>[];
  }

  folder(thirdpartyId: number): Folder {
    const thirdparty = this.get("thirdparties", thirdpartyId) ?? null;
    const unit = thirdparty?.siren ? this.range("thirdparties", "unit", thirdparty.siren) : [];
    const folder = { thirdparty, sisters: unit.filter((row) => row !== thirdparty) } as Record<string, unknown>;
    for (const name of heldCollections) folder[name] = this.range(name, "thirdparty", thirdpartyId);
    return folder as unknown as Folder;
  }

  apply({ put, remove, events }: Change): Undo {
    const before: { table: CollectionName; key: Key; row: unknown }[] = [];
    const undo = () => {
      for (const { table, key, row } of before.toReversed()) this.#tables[table].set(key, row);
      this.revision++;
    };
    const set = (table: CollectionName, key: Key, row: unknown) =>
      before.push({ table, key, row: this.#tables[table].set(key, row) });
    try {
      for (const { collection, row } of put) set(collection, this.#tables[collection].keyOf(row), row);
      for (const { collection, key } of remove) set(collection, key, undefined);
      for (const event of events) this.#append(event, set);
    } catch (error) {
      undo();
      throw error;
    }
    this.revision++;
    return undo;
  }
  #append(event: EventRow, set: (table: CollectionName, key: Key, row: unknown) => void): void {
    const last = this.#tables.events.lastKey ?? 0;
    if (event.eventId <= (last as number))
      throw new Error(`events: ${event.eventId} comes after ${last}; events are only ever appended`);
    set("events", event.eventId, event);
  }

  load(state: State): Undo {
    const { loads } = this;
    const before = this.#tables;
    this.#tables = this.#build(state);
    this.loads++;
    this.revision++;
    return () => {
      this.#tables = before;
      this.loads = loads;
      this.revision++;
    };
  }

  /** Puts events in front of those that are there. */
  precede(events: EventRow[]): void {
    for (const row of this.#tables.events.rows()) events.push(row as EventRow);
    this.#tables = { ...this.#tables, events: this.#table("events", events) };
  }

  /** Every collection in key order; the arrays are the caller's own. */
  dump(): State {
    return Object.fromEntries(collectionNames.map((name) => [name, this.#tables[name].rows()])) as State;
  }

  #build(state: State): Record<CollectionName, Table> {
    const tables = collectionNames.map((name) => [name, this.#table(name, state[name])]);
    return Object.fromEntries(tables) as Record<CollectionName, Table>;
  }
  #table(name: CollectionName, rows: readonly unknown[]): Table {
    return new Table(name, collections[name] as unknown as Definition, rows, this);
  }
}

export const emptyState = (): State =>
  Object.fromEntries(collectionNames.map((name) => [name, []])) as unknown as State;
