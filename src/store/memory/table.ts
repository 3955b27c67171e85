import type { Key } from "../../domain/collections.ts";
import { matcher } from "../filter.ts";
import type { Steps } from "../pause.ts";
import type { Page, Range, Scan } from "../store.ts";
import { Ordering, type Rule, type Visits } from "./ordering.ts";
import { inOrder, stride } from "./sort.ts";

export interface Definition {
  key: (row: unknown) => Key;
  indexes: Record<string, Rule>;
}

const everything = "all";
const allInOne = [everything];

/** The rows of one collection: by key, in key order, and in the order of each index. */
export class Table {
  readonly keyOf: (row: unknown) => Key;
  #rows = new Map<Key, unknown>();
  #ordered: Ordering;
  #indexes: Ordering[];
  #indexOf: Record<string, Ordering>;

  constructor({ key, indexes }: Definition, visits: Visits) {
    this.keyOf = key;
    const ordering = (rule: Rule) => new Ordering(rule, key, visits);
    this.#ordered = ordering({ groups: () => allInOne });
    this.#indexOf = Object.fromEntries(Object.entries(indexes).map(([index, rule]) => [index, ordering(rule)]));
    this.#indexes = Object.values(this.#indexOf);
  }

  /** Takes its first rows. */
  *fill(name: string, rows: readonly unknown[]): Steps {
    const { keyOf: key } = this;
    let count = 0;
    for (const row of rows) {
      if (++count % stride === 0) yield;
      this.#rows.set(key(row), row);
    }
    if (this.#rows.size < rows.length) throw new Error(`${name}: two rows have the key ${twice(rows.map(key))}`);
    const sorted = yield* inOrder(rows, key);
    for (const ordering of [this.#ordered, ...this.#indexes]) yield* ordering.fill(sorted);
  }

  get(key: Key): unknown {
    return this.#rows.get(key);
  }
  get lastKey(): Key | undefined {
    const last = this.#ordered.last(everything);
    return last === undefined ? undefined : this.keyOf(last);
  }

  /** Leaves the key with that row, or with none; returns the row that was there before. */
  set(key: Key, row: unknown): unknown {
    const before = this.#rows.get(key);
    if (before === row) return before;
    this.#ordered.replace(before, row);
    for (const index of this.#indexes) index.replace(before, row);
    if (row === undefined) this.#rows.delete(key);
    else this.#rows.set(key, row);
    return before;
  }

  range(index: string, group: Key, range: Range): unknown[] {
    const ordering = this.#indexOf[index];
    if (ordering === undefined) throw new Error(`there is no index ${index}`);
    return ordering.range(group, range);
  }

  *page({ where, offset, limit }: Page<unknown>): Steps<{ rows: unknown[]; total: number }> {
    const matches = matcher(where);
    if (!matches) return { rows: this.#ordered.page(everything, offset, limit), total: this.#rows.size };
    const found = yield* this.#ordered.after(everything, undefined, Number.POSITIVE_INFINITY, matches);
    return { rows: found.slice(offset, offset + limit), total: found.length };
  }

  scan({ where, after, limit }: Scan<unknown>): Steps<unknown[]> {
    return this.#ordered.after(everything, after, limit, matcher(where) ?? (() => true));
  }

  /** In key order; the array is the caller's own. */
  rows(): unknown[] {
    return this.#ordered.all(everything);
  }
}

function twice(keys: Key[]): Key | undefined {
  const seen = new Set<Key>();
  return keys.find((key) => seen.size === seen.add(key).size);
}
