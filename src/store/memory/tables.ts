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
import { sequenceStarts } from "../../domain/sequences.ts";
import type { Page, Range, Scan } from "../store.ts";
import { atOnce, inSlices, type Steps } from "../time-slice.ts";
import { type Definition, Table } from "./table.ts";

const whole: Range = Object.freeze({});

/** About what a state takes in memory, in bytes. */
export function bytesOf(state: State): number {
  const rows = collectionNames.reduce((sum, name) => sum + (name === "events" ? 0 : state[name].length), 0);
  const files = state.files.reduce((sum, { base64 }) => sum + base64.length, 0);
  return weights.world + weights.row * rows + weights.event * state.events.length + files;
}

/** What a world takes in memory, in bytes, measured on worlds of the seeds: at least, for a row, and for an event. */
const weights = { world: 48_000, row: 1_000, event: 260 };

/** Puts everything back as it was before. Undo the newest change first. */
export type Undo = () => void;

type ByCollection = Record<CollectionName, Table>;

/** Reads the older events of a world, which are not in memory, the oldest first. */
export type Unread = () => AsyncIterable<EventRow[]>;

/** A world that can be put in the place of another one. */
export interface Prepared {
  tables: ByCollection;
  unread: Unread | undefined;
}

/** A whole world in memory, with every lookup that the collections declare. */
export class Tables {
  /** Rows that lookups have looked at so far, so that a test can hold the price of a lookup. */
  visited = 0;
  revision = 0;
  /** How many times the world was replaced: rows of different worlds have nothing in common. */
  loads = 0;
  /** Undefined where all events are in memory. */
  unread: Unread | undefined;
  #tables: ByCollection;
  #reading: { unread: Unread; done: Promise<void> } | undefined;

  /** Of the events, those that are `unread` may be missing in front. */
  constructor(state: State, unread?: Unread) {
    this.unread = unread;
    this.#tables = atOnce(this.#build(state));
  }

  /** The same as `new Tables(state, unread)`, with other work in between. */
  static async made(state: State, unread?: Unread): Promise<Tables> {
    const tables = new Tables(emptyState(), unread);
    tables.#tables = (await tables.prepared(state)).tables;
    return tables;
  }

  /** Estimated. The ids of events have no gap, so the last one tells how many there are, wherever they are. */
  get bytes(): number {
    const { events, files } = this.#tables;
    const count = Number(events.lastKey ?? sequenceStarts.eventId - 1) - sequenceStarts.eventId + 1;
    let rows = 0;
    for (const name of collectionNames) if (name !== "events") rows += this.#tables[name].size;
    return weights.world + weights.row * rows + weights.event * count + files.weight;
  }

  get<C extends CollectionName>(collection: C, key: Key): Row<C> | undefined {
    return this.#tables[collection].get(key) as Row<C> | undefined;
  }
  range<C extends CollectionName>(collection: C, index: IndexName<C>, group: Key, range: Range = {}): Row<C>[] {
    return this.#tables[collection].range(index, group, range) as Row<C>[];
  }
  page<C extends CollectionName>(collection: C, page: Page<Row<C>>): { rows: Row<C>[]; total: number } {
    return atOnce(this.pageSteps(collection, page));
  }
  pageSteps<C extends CollectionName>(collection: C, page: Page<Row<C>>): Steps<{ rows: Row<C>[]; total: number }> {
    return this.#tables[collection].page(page as Page<unknown>) as Steps<{ rows: Row<C>[]; total: number }>;
  }
  scan<C extends CollectionName>(collection: C, scan: Scan<Row<C>>): Row<C>[] {
    return atOnce(this.scanSteps(collection, scan));
  }
  scanSteps<C extends CollectionName>(collection: C, scan: Scan<Row<C>>): Steps<Row<C>[]> {
    return this.#tables[collection].scan(scan as Scan<unknown>) as Steps<Row<C>[]>;
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

  /** A world for `load`, made with other work in between. */
  async prepared(state: State, unread?: Unread): Promise<Prepared> {
    return { tables: await inSlices(this.#build(state)), unread };
  }
  load(world: Prepared): Undo {
    const { loads } = this;
    const before = { tables: this.#tables, unread: this.unread };
    const place = ({ tables, unread }: Prepared) => {
      this.#tables = tables;
      this.unread = unread;
      this.revision++;
    };
    place(world);
    this.loads++;
    return () => {
      place(before);
      this.loads = loads;
    };
  }

  /** Whether events are being read. */
  get isReading(): boolean {
    return this.#reading !== undefined;
  }
  /**
   * Reads the unread events, once for all callers; undefined where there are none. Ask again afterwards: another world
   * may have been loaded meanwhile. A caller that comes after a failure tries again.
   */
  whole(): Promise<void> | undefined {
    const { unread } = this;
    if (!unread) return undefined;
    if (this.#reading?.unread === unread) return this.#reading.done;
    const done = this.#readAll(unread).finally(() => {
      if (this.#reading?.unread === unread) this.#reading = undefined;
    });
    this.#reading = { unread, done };
    return done;
  }
  async #readAll(unread: Unread): Promise<void> {
    const rows: EventRow[] = [];
    try {
      for await (const some of unread()) {
        for (const row of some) rows.push(row);
        if (this.unread !== unread) return;
      }
    } catch (error) {
      // What could not be read is not needed any more.
      if (this.unread !== unread) return;
      throw error;
    }
    const table = this.#table("events");
    await inSlices(table.fill("events", rows));
    if (this.unread !== unread) return;
    for (const row of this.#tables.events.rows()) table.set((row as EventRow).eventId, row);
    this.#tables = { ...this.#tables, events: table };
    this.unread = undefined;
  }

  /** Every collection in key order; the arrays are the caller's own. */
  dump(): State {
    return Object.fromEntries(collectionNames.map((name) => [name, this.#tables[name].rows()])) as State;
  }

  *#build(state: State): Steps<ByCollection> {
    const tables: Partial<ByCollection> = {};
    for (const name of collectionNames) {
      const table = this.#table(name);
      yield* table.fill(name, state[name]);
      tables[name] = table;
    }
    return tables as ByCollection;
  }
  #table(name: CollectionName): Table {
    const { key, indexes } = collections[name] as unknown as Definition;
    const weigh = name === "files" ? (row: unknown) => (row as Row<"files">).base64.length : undefined;
    return new Table({ key, indexes, isJournal: name === "events", weigh }, this);
  }
}

export const emptyState = (): State =>
  Object.fromEntries(collectionNames.map((name) => [name, []])) as unknown as State;
