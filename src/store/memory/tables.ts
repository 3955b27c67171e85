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
import { atOnce, inSlices, type Steps } from "../pause.ts";
import type { Page, Range, Scan } from "../store.ts";
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

/** A whole world in memory, with every lookup that the collections declare. */
export class Tables {
  /** Rows that lookups have looked at so far, so that a test can hold the price of a lookup. */
  visited = 0;
  revision = 0;
  /** How many times the world was replaced: rows of different worlds have nothing in common. */
  loads = 0;
  #tables: ByCollection;

  constructor(state: State) {
    this.#tables = atOnce(this.#build(state));
  }

  /** The same as `new Tables(state)`, with other work in between. */
  static async made(state: State): Promise<Tables> {
    const tables = new Tables(emptyState());
    tables.#tables = await tables.prepared(state);
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
    const last = this.#tables.events.lastKey ?? 0;
    if (event.eventId <= (last as number))
      throw new Error(`events: ${event.eventId} comes after ${last}; events are only ever appended`);
    set("events", event.eventId, event);
  }

  /** A world for `load`, made with other work in between. */
  prepared(state: State): Promise<ByCollection> {
    return inSlices(this.#build(state));
  }
  load(world: ByCollection): Undo {
    const { loads } = this;
    const before = this.#tables;
    this.#tables = world;
    this.loads++;
    this.revision++;
    return () => {
      this.#tables = before;
      this.loads = loads;
      this.revision++;
    };
  }

  /** Puts events in front of those that are there, with other work in between. */
  async precede(events: readonly EventRow[]): Promise<void> {
    const { loads } = this;
    const table = this.#table("events");
    await inSlices(table.fill("events", events));
    // Another world was loaded meanwhile.
    if (this.loads !== loads) return;
    for (const row of this.#tables.events.rows()) table.set((row as EventRow).eventId, row);
    this.#tables = { ...this.#tables, events: table };
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
