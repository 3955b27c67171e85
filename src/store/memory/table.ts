import type { Key } from "../../domain/collections.ts";
import type { Range, Selection } from "../store.ts";
import { compare, Ordering, type Rule, type Visits } from "./ordering.ts";

/** What a table needs to know of its collection, whatever its rows are. */
export interface Definition {
  key: (row: unknown) => Key;
  indexes: Record<string, Rule>;
}

const everything = "all";

/** The rows of one collection: by key, in key order, and in the order of each index. */
export class Table {
  #rows = new Map<Key, unknown>();
  #key: (row: unknown) => Key;
  #ordered: Ordering;
  #indexes: Record<string, Ordering>;
  #visits: Visits;

  constructor(name: string, { key, indexes }: Definition, rows: readonly unknown[], visits: Visits) {
    this.#key = key;
    this.#visits = visits;
    for (const row of rows) this.#rows.set(key(row), row);
    if (this.#rows.size < rows.length) throw new Error(`${name}: two rows have the key ${twice(rows.map(key))}`);
    const sorted = inOrder(rows, key);
    this.#ordered = new Ordering({ groups: () => [everything] }, key, sorted, visits);
    this.#indexes = Object.fromEntries(
      Object.entries(indexes).map(([index, rule]) => [index, new Ordering(rule, key, sorted, visits)]),
    );
  }

  get(key: Key): unknown {
    return this.#rows.get(key);
  }

  /** Gives back the row that was there before. */
  put(row: unknown): unknown {
    return this.set(this.#key(row), row);
  }

  /** Leaves the key with that row, or with none. */
  set(key: Key, row: unknown): unknown {
    const before = this.#rows.get(key);
    if (before === row) return before;
    this.#ordered.replace(before, row);
    for (const index in this.#indexes) this.#indexes[index]?.replace(before, row);
    if (row === undefined) this.#rows.delete(key);
    else this.#rows.set(key, row);
    return before;
  }

  keyOf(row: unknown): Key {
    return this.#key(row);
  }

  range(index: string, group: Key, range: Range): unknown[] {
    const ordering = this.#indexes[index];
    if (ordering === undefined) throw new Error(`there is no index ${index}`);
    return ordering.range(group, range);
  }

  page({ where, offset, limit }: Selection<unknown>): { rows: unknown[]; total: number } {
    if (where === undefined) return { rows: this.#ordered.page(everything, offset, limit), total: this.#rows.size };
    this.#visits.visited += this.#rows.size;
    const found = this.rows().filter(where);
    return { rows: found.slice(offset, offset + limit), total: found.length };
  }

  /** In key order; the array is the caller's own. */
  rows(): unknown[] {
    return this.#ordered.all(everything);
  }
}

function inOrder(rows: readonly unknown[], key: (row: unknown) => Key): readonly unknown[] {
  const sorted = rows.every((row, at) => at === 0 || key(rows[at - 1]) < key(row));
  return sorted ? rows : rows.toSorted((one, other) => compare(key(one), key(other)));
}

function twice(keys: Key[]): Key | undefined {
  const seen = new Set<Key>();
  return keys.find((key) => seen.size === seen.add(key).size);
}
