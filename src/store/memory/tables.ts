import type { Change, State } from "../../domain/change.ts";
import {
  type CollectionName,
  collectionNames,
  collections,
  type IndexName,
  type Key,
  type Row,
} from "../../domain/collections.ts";
import type { Folder, Held } from "../../domain/draft.ts";
import type { EventRow } from "../../domain/rows.ts";
import type { Page, Range, Scan } from "../store.ts";
import { inBatches } from "../time-slice.ts";
import { type Definition, Table } from "./table.ts";

const whole: Range = Object.freeze({});

/** The memory that a state takes, in bytes, estimated. Yields to other requests. */
export async function bytesOf(state: State): Promise<number> {
  let bytes = weights.world;
  for (const name of collectionNames) bytes += await weightOf(name, state[name]);
  return bytes;
}
async function weightOf(name: CollectionName, all: readonly unknown[]): Promise<number> {
  let bytes = 0;
  const weighOne = weigherOf(name);
  for await (const rows of inBatches(all)) for (const row of rows) bytes += weighOne(row);
  return bytes;
}

/** In bytes, measured on the worlds of the seeds. */
const weights = { world: 48_000, row: 250, event: 140, value: 8, object: 40 };

/** Texts by their length, and what holds them. Every row of a world is weighed when it is opened, so this is quick. */
function weigh(holder: object): number {
  let bytes = weights.object;
  if (Array.isArray(holder)) for (const value of holder) bytes += weighValue(value);
  else for (const name in holder) bytes += weighValue(holder[name as never]);
  return bytes;
}
function weighValue(value: unknown): number {
  if (typeof value === "string") return weights.value + value.length;
  return typeof value === "object" && value !== null ? weights.value + weigh(value) : weights.value;
}
const weighRow = (row: unknown) => weights.row + weigh(row as object);
/** Events are many, and differ by who acts and by what they tell, each in fields of its own. */
function weighEvent(row: unknown): number {
  const { actor, payload } = row as EventRow;
  let bytes = weights.event + actor.name.length + weigh(payload);
  for (const name in payload) bytes += name.length;
  return bytes;
}
const weigherOf = (name: CollectionName) => (name === "events" ? weighEvent : weighRow);

/** A table as it was. */
class Indexed {
  readonly table: Table;
  readonly #version: number;

  constructor(table: Table) {
    this.table = table;
    this.#version = table.version;
  }
  isCurrent(): boolean {
    return this.table.version === this.#version;
  }
}
/**
 * The tables of lists of rows, for as long as the lists are there. Worlds that are made from one story, restored from
 * one snapshot or forked have most of their lists in common, and indexing these is most of the work.
 */
const tablesOf = new WeakMap<readonly unknown[], Indexed>();
const mostCopied = 50_000;

/** Takes a change back. The newest change is undone first. */
export type Undo = () => void;

type ByCollection = Record<CollectionName, Table>;

/** A world that can replace another one by `load`. */
export type Prepared = ByCollection;

/** A whole world in memory, with every lookup that the collections declare. */
export class Tables {
  /** How many rows lookups have read, for tests of their cost. */
  visited = 0;
  revision = 0;
  /** How many times the world was replaced. */
  loads = 0;
  readonly #isWeighed: boolean;
  #tables: ByCollection;

  /** A world that is only being made, whose rows change often, need not be weighed. */
  constructor(state: State = emptyState(), { isWeighed = true } = {}) {
    this.#isWeighed = isWeighed;
    this.#tables = this.#empty();
    for (const name of collectionNames) addAll(this.#tables, name, state[name]);
  }

  /** The same as `new Tables(state)`, but yields to other requests. */
  static async made(state: State): Promise<Tables> {
    const tables = new Tables();
    tables.#tables = await tables.prepared(state);
    return tables;
  }

  /** Estimated. */
  get bytes(): number {
    let bytes = weights.world;
    for (const name of collectionNames) bytes += this.#tables[name].weight ?? 0;
    return bytes;
  }

  get<C extends CollectionName>(collection: C, key: Key): Row<C> | undefined {
    return this.#tables[collection].get(key) as Row<C> | undefined;
  }
  range<C extends CollectionName>(collection: C, index: IndexName<C>, group: Key, range: Range = {}): Row<C>[] {
    return this.#tables[collection].range(index, group, range) as Row<C>[];
  }
  page<C extends CollectionName>(collection: C, page: Page<Row<C>>): Promise<{ rows: Row<C>[]; total: number }> {
    return this.#tables[collection].page(page as Page<unknown>) as Promise<{ rows: Row<C>[]; total: number }>;
  }
  scan<C extends CollectionName>(collection: C, scan: Scan<Row<C>>): Promise<Row<C>[]> {
    return this.#tables[collection].scan(scan as Scan<unknown>) as Promise<Row<C>[]>;
  }

  folder(thirdpartyId: number): Folder {
    const thirdparty = this.get("thirdparties", thirdpartyId) ?? null;
    const unit = thirdparty?.siren ? this.range("thirdparties", "unit", thirdparty.siren) : [];
    const sisters = unit.filter((row) => row !== thirdparty);
    const heldBy = <C extends Held>(name: C, id: number) =>
      this.#tables[name].range("thirdparty", id, whole) as Row<C>[];
    const held = <C extends Held>(name: C) => heldBy(name, thirdpartyId);
    // Written out, so that every folder has the same shape from the start.
    return {
      thirdparty,
      sisters,
      sisterDocuments: sisters.flatMap((row) => heldBy("documents", row.thirdpartyId)),
      attributes: held("attributes"),
      indicators: held("indicators"),
      dossiers: held("dossiers"),
      documents: held("documents"),
      responses: held("responses"),
      comments: held("comments"),
      contacts: held("contacts"),
      reports: held("reports"),
      jobs: held("jobs"),
    };
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
    const last = this.lastEventId;
    if (event.eventId <= last)
      throw new Error(`events: ${event.eventId} comes after ${last}; events are only ever appended`);
    set("events", event.eventId, event);
  }

  /** The id of the newest event; 0 where there is none. */
  get lastEventId(): number {
    return (this.#tables.events.lastKey ?? 0) as number;
  }

  /** A world for `load`. Yields to other requests while it is built. */
  async prepared(state: State): Promise<Prepared> {
    const tables = this.#empty();
    for (const name of collectionNames) {
      const rows: readonly unknown[] = state[name];
      const known = tablesOf.get(rows);
      // A copy takes one turn of the event loop.
      if (known?.isCurrent() && rows.length <= mostCopied) {
        known.table.weight ??= await weightOf(name, rows);
        tables[name] = known.table.copy(this, this.#weigherOf(name));
      } else {
        for await (const some of inBatches(rows)) addAll(tables, name, some);
        // Rows that are asked for again are likely to be asked for often: nothing changes their own table.
        if (rows.length <= mostCopied) tablesOf.set(rows, new Indexed(known ? tables[name].copy(this) : tables[name]));
      }
    }
    return tables;
  }
  load(world: Prepared): Undo {
    const { loads } = this;
    const before = this.#tables;
    const place = (tables: ByCollection) => {
      this.#tables = tables;
      this.revision++;
    };
    place(world);
    this.loads++;
    return () => {
      place(before);
      this.loads = loads;
    };
  }

  /** Every collection in key order; the arrays are not to be changed. */
  dump(): State {
    const rowsOf = (name: CollectionName) => {
      const rows = this.#tables[name].rows();
      if (rows.length <= mostCopied) tablesOf.set(rows, new Indexed(this.#tables[name]));
      return rows;
    };
    return Object.fromEntries(collectionNames.map((name) => [name, rowsOf(name)])) as State;
  }

  #empty(): ByCollection {
    return Object.fromEntries(collectionNames.map((name) => [name, this.#table(name)])) as ByCollection;
  }
  #table(name: CollectionName): Table {
    const { key, indexes } = collections[name] as unknown as Definition;
    return new Table({ key, indexes, isJournal: name === "events", weigh: this.#weigherOf(name) }, this);
  }
  #weigherOf(name: CollectionName): ((row: unknown) => number) | undefined {
    return this.#isWeighed ? weigherOf(name) : undefined;
  }
}

function addAll(tables: ByCollection, name: CollectionName, rows: readonly unknown[]): void {
  const table = tables[name];
  for (const row of rows) {
    const key = table.keyOf(row);
    if (table.set(key, row) !== undefined) throw new Error(`${name}: two rows have the key ${key}`);
  }
}

export const emptyState = (): State =>
  Object.fromEntries(collectionNames.map((name) => [name, []])) as unknown as State;
