import type { Key } from "../../domain/collections.ts";
import { matcher } from "../filter.ts";
import type { Page, Range, Scan } from "../store.ts";
import { Ordering, type Rule, type Visits } from "./ordering.ts";

export interface Definition {
  key: (row: unknown) => Key;
  indexes: Record<string, Rule>;
  /** Rows are appended in key order and seldom looked up by key: they need no map. */
  isJournal: boolean;
  /** The bytes of a row; without it the table is not weighed while it changes. */
  weigh?: ((row: unknown) => number) | undefined;
}

const everything = "all";
const allInOne = [everything];

/** The rows of one collection: by key, in key order, and in the order of each index. */
export class Table {
  readonly keyOf: (row: unknown) => Key;
  /** Grows with every change. */
  version = 0;
  readonly #definition: Definition;
  #byKey: Map<Key, unknown> | undefined;
  #size = 0;
  #weight: number | undefined;
  #ordered: Ordering;
  #indexes: Ordering[];
  #indexOf: Record<string, Ordering>;

  constructor(definition: Definition, visits: Visits) {
    const { key, indexes, isJournal, weigh } = definition;
    this.#definition = definition;
    this.keyOf = key;
    this.#weight = weigh && 0;
    this.#byKey = isJournal ? undefined : new Map();
    const ordering = (rule: Rule) => new Ordering(rule, key, visits);
    this.#ordered = ordering({ groups: () => allInOne });
    this.#indexOf = Object.fromEntries(Object.entries(indexes).map(([index, rule]) => [index, ordering(rule)]));
    this.#indexes = Object.values(this.#indexOf);
  }

  /** The same rows, in much less time than it takes to add them. It is weighed by a function if this table is. */
  copy(visits: Visits, weigh = this.#definition.weigh): Table {
    const copy = new Table({ ...this.#definition, weigh }, visits);
    copy.#byKey = this.#byKey && new Map(this.#byKey);
    copy.#size = this.#size;
    copy.#weight = this.#weight;
    copy.#ordered = this.#ordered.copy(visits);
    for (const [name, index] of Object.entries(this.#indexOf)) copy.#indexOf[name] = index.copy(visits);
    copy.#indexes = Object.values(copy.#indexOf);
    return copy;
  }

  get size(): number {
    return this.#size;
  }
  /** The bytes of the rows, estimated; undefined where they are not weighed. */
  get weight(): number | undefined {
    return this.#weight;
  }
  set weight(bytes: number) {
    this.#weight = bytes;
  }
  get(key: Key): unknown {
    return this.#byKey ? this.#byKey.get(key) : this.#ordered.get(everything, key);
  }
  get lastKey(): Key | undefined {
    const last = this.#ordered.last(everything);
    return last === undefined ? undefined : this.keyOf(last);
  }

  /** Replaces, adds or removes the row of a key; returns the row that was there before. */
  set(key: Key, row: unknown): unknown {
    const before = this.get(key);
    if (before === row) return before;
    this.version++;
    this.#ordered.replace(before, row);
    for (const index of this.#indexes) index.replace(before, row);
    if (row === undefined) this.#byKey?.delete(key);
    else this.#byKey?.set(key, row);
    this.#size += Number(row !== undefined) - Number(before !== undefined);
    const { weigh } = this.#definition;
    if (weigh) this.#weight = (this.#weight ?? 0) + (row ? weigh(row) : 0) - (before ? weigh(before) : 0);
    return before;
  }

  range(index: string, group: Key, range: Range): unknown[] {
    const ordering = this.#indexOf[index];
    if (ordering === undefined) throw new Error(`there is no index ${index}`);
    return ordering.range(group, range);
  }

  async page({ where, offset, limit }: Page<unknown>): Promise<{ rows: unknown[]; total: number }> {
    const matches = matcher(where);
    if (!matches) return { rows: this.#ordered.page(everything, offset, limit), total: this.#size };
    const found = await this.#ordered.after(everything, undefined, Number.POSITIVE_INFINITY, matches);
    return { rows: found.slice(offset, offset + limit), total: found.length };
  }

  scan({ where, after, limit }: Scan<unknown>): Promise<unknown[]> {
    return this.#ordered.after(everything, after, limit, matcher(where));
  }

  /** In key order; the array is the caller's own. */
  rows(): unknown[] {
    return this.#ordered.range(everything, {});
  }
}
