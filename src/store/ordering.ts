import type { Key } from "../domain/rows.ts";
import type { Range } from "./store.ts";

/** How one index groups and orders the rows of a collection, whatever they are. */
export interface Rule {
  groups: (row: unknown) => readonly Key[];
  order?: (row: unknown) => string;
}

/** How many rows were looked at, so that a test can hold the price of a lookup. */
export interface Visits {
  visited: number;
}

/** The rows of a collection by group, each group ordered by the rule's order and then by key. */
export class Ordering {
  #groups = new Map<Key, unknown[]>();
  #rule: Rule;
  #key: (row: unknown) => Key;
  #order: (row: unknown) => Key;
  #visits: Visits;

  constructor(rule: Rule, key: (row: unknown) => Key, visits: Visits) {
    this.#rule = rule;
    this.#key = key;
    this.#order = rule.order ?? key;
    this.#visits = visits;
  }

  group(group: Key): readonly unknown[] {
    return this.#groups.get(group) ?? [];
  }

  range(group: Key, { from, to, limit }: Range): unknown[] {
    const rows = this.group(group);
    const start = from === undefined ? 0 : this.#first(rows, (row) => this.#order(row) >= from);
    const bounded = to === undefined ? rows.length : this.#first(rows, (row) => this.#order(row) > to, start);
    const found = rows.slice(start, limit === undefined ? bounded : Math.min(bounded, start + limit));
    this.#visits.visited += found.length;
    return found;
  }

  /** Rows come in key order; only groups that another order rules need sorting. */
  build(rows: readonly unknown[]): void {
    const unsorted = new Set<unknown[]>();
    for (const row of rows) {
      for (const group of this.#groupsOf(row)) {
        const members = this.#groups.get(group);
        if (members === undefined) {
          this.#groups.set(group, [row]);
          continue;
        }
        if (this.#compare(members[members.length - 1], row) > 0) unsorted.add(members);
        members.push(row);
      }
    }
    for (const members of unsorted) members.sort((one, other) => this.#compare(one, other));
  }

  replace(before: unknown, after: unknown): void {
    const left = before === undefined ? [] : this.#groupsOf(before);
    const joined = after === undefined ? [] : this.#groupsOf(after);
    const stays = before !== undefined && after !== undefined && this.#order(before) === this.#order(after);
    for (const group of left) if (!stays || !joined.includes(group)) this.#take(group, before);
    for (const group of joined) {
      if (stays && left.includes(group)) this.#swap(group, before, after);
      else this.#insert(group, after);
    }
  }

  #groupsOf(row: unknown): readonly Key[] {
    const groups = this.#rule.groups(row);
    return groups.length < 2 ? groups : [...new Set(groups)];
  }

  #insert(group: Key, row: unknown): void {
    const rows = this.#groups.get(group);
    if (rows === undefined) this.#groups.set(group, [row]);
    else if (this.#compare(rows[rows.length - 1], row) < 0) rows.push(row);
    else rows.splice(this.#place(rows, row), 0, row);
  }

  #take(group: Key, row: unknown): void {
    const rows = this.#groups.get(group) as unknown[];
    if (rows.length === 1) {
      this.#groups.delete(group);
      return;
    }
    const at = this.#place(rows, row);
    // V8 shifts a long array in constant time and splices it in linear time; due jobs leave from the front.
    if (at === 0) rows.shift();
    else rows.splice(at, 1);
  }

  #swap(group: Key, before: unknown, after: unknown): void {
    const rows = this.#groups.get(group) as unknown[];
    rows[this.#place(rows, before)] = after;
  }

  #place(rows: readonly unknown[], row: unknown): number {
    return this.#first(rows, (other) => this.#compare(other, row) >= 0);
  }

  #compare(one: unknown, other: unknown): number {
    return compare(this.#order(one), this.#order(other)) || compare(this.#key(one), this.#key(other));
  }

  /** Where the rows begin that are past the line; they all lie behind those that are not. */
  #first(rows: readonly unknown[], past: (row: unknown) => boolean, low = 0): number {
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      this.#visits.visited++;
      if (past(rows[middle])) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

export function compare(one: Key, other: Key): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
