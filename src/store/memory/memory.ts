import type { Change, State } from "../../domain/change.ts";
import type { CollectionName, IndexName, Key, Row } from "../../domain/collections.ts";
import { AccountExists } from "../failures.ts";
import { longest, type Range, type Selection, type Storage, type Store, type View } from "../store.ts";
import { Tables } from "./tables.ts";

/** A world that lasts as long as the process. */
export class MemoryStore implements Store {
  protected readonly tables: Tables;

  constructor(tables: Tables) {
    this.tables = tables;
  }

  async get<C extends CollectionName>(collection: C, key: Key): Promise<Row<C> | undefined> {
    const row = this.tables.get(collection, key);
    if (row !== undefined || !this.#partly(collection)) return row;
    await this.tables.whole();
    return this.tables.get(collection, key);
  }

  async range<C extends CollectionName>(
    collection: C,
    index: IndexName<C>,
    group: Key,
    range?: Range,
  ): Promise<Row<C>[]> {
    if (this.#partly(collection)) await this.tables.whole();
    return this.tables.range(collection, index, group, range);
  }

  async look<T>(work: (view: View) => T): Promise<T> {
    return work(this.tables);
  }

  async page<C extends CollectionName>(
    collection: C,
    selection: Selection<Row<C>>,
  ): Promise<{ rows: Row<C>[]; total: number }> {
    if (this.#partly(collection)) await this.tables.whole();
    return this.tables.page(collection, selection);
  }

  #partly(collection: CollectionName): boolean {
    return collection === longest && this.tables.partly;
  }

  async commit(change: Change): Promise<void> {
    this.tables.apply(change);
  }

  async durable(): Promise<void> {}

  async dump(): Promise<State> {
    if (this.tables.partly) await this.tables.whole();
    return this.tables.dump();
  }

  async load(state: State): Promise<void> {
    this.tables.load(state);
  }
}

export function memoryStorage(): Storage {
  const stores = new Map<string, Store>();
  return {
    place: "memory, nothing is kept",
    async accounts() {
      return [...stores.keys()].sort();
    },
    async open(accountId) {
      return stores.get(accountId);
    },
    async create(accountId, state) {
      if (stores.has(accountId)) throw new AccountExists(accountId);
      const store = new MemoryStore(new Tables(state));
      stores.set(accountId, store);
      return store;
    },
    async delete(accountId) {
      stores.delete(accountId);
    },
    async close() {},
  };
}
