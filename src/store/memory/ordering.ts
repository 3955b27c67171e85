import type { Key } from "../../domain/collections.ts";
import type { Range } from "../store.ts";
import {
  type Blocks,
  between,
  blocksOf,
  end,
  find,
  insert,
  lastOf,
  push,
  remove,
  replace,
  skip,
  start,
  take,
} from "./blocks.ts";

/** How an index groups and orders the rows of a collection. */
export interface Rule {
  groups: (row: unknown) => readonly Key[];
  order?: (row: unknown) => string;
}

export interface Visits {
  visited: number;
}

/** The rows of a collection by group, each group ordered by the rule's order and then by key. */
export class Ordering {
  #groups = new Map<Key, Blocks>();
  #rule: Rule;
  #key: (row: unknown) => Key;
  #order: (row: unknown) => Key;
  #visits: Visits;

  /** Rows come in key order; only the groups of an index with another order are sorted. */
  constructor(rule: Rule, key: (row: unknown) => Key, rows: readonly unknown[], visits: Visits) {
    this.#rule = rule;
    this.#key = key;
    this.#order = rule.order ?? key;
    this.#visits = visits;
    const groups = new Map<Key, unknown[]>();
    const unsorted = new Set<unknown[]>();
    for (const row of rows) {
      for (const group of this.#groupsOf(row)) {
        const members = groups.get(group);
        if (members === undefined) {
          groups.set(group, [row]);
          continue;
        }
        if (this.#order(members[members.length - 1]) > this.#order(row)) unsorted.add(members);
        members.push(row);
      }
    }
    for (const members of unsorted) members.sort((one, other) => this.#compare(one, other));
    for (const [group, members] of groups) this.#groups.set(group, blocksOf(members));
  }

  /** Every row of a group; the array is the caller's own. */
  all(group: Key): unknown[] {
    return ([] as unknown[]).concat(...(this.#groups.get(group) ?? []));
  }

  page(group: Key, offset: number, limit: number): unknown[] {
    const blocks = this.#groups.get(group) ?? [];
    return this.#counted(between(blocks, skip(blocks, offset), end(blocks), limit));
  }

  last(group: Key): unknown {
    return lastOf(this.#groups.get(group) ?? []);
  }

  /** The matching rows whose key is greater; of use only where the order is that of the keys. */
  after(group: Key, key: Key | undefined, limit: number, matches: (row: unknown) => boolean): unknown[] {
    const blocks = this.#groups.get(group) ?? [];
    const from = key === undefined ? start : this.#find(blocks, (row) => this.#key(row) > key);
    const { rows, visited } = take(blocks, from, limit, matches);
    this.#visits.visited += visited;
    return rows;
  }

  range(group: Key, { from, to, limit = Number.POSITIVE_INFINITY }: Range): unknown[] {
    const blocks = this.#groups.get(group) ?? [];
    const first = from === undefined ? start : this.#find(blocks, (row) => this.#order(row) >= from);
    const last = to === undefined ? end(blocks) : this.#find(blocks, (row) => this.#order(row) > to);
    return this.#counted(between(blocks, first, last, limit));
  }

  replace(before: unknown, after: unknown): void {
    if (before === undefined) {
      for (const group of this.#groupsOf(after)) this.#insert(group, after);
      return;
    }
    const left = this.#groupsOf(before);
    const joined = after === undefined ? [] : this.#groupsOf(after);
    const stays = after !== undefined && this.#order(before) === this.#order(after);
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
    const blocks = this.#groups.get(group);
    if (blocks === undefined) this.#groups.set(group, [[row]]);
    else if (this.#compare(lastOf(blocks), row) < 0) push(blocks, row);
    else insert(blocks, this.#place(blocks, row), row);
  }

  #take(group: Key, row: unknown): void {
    const blocks = this.#groups.get(group) as Blocks;
    remove(blocks, this.#place(blocks, row));
    if (blocks.length === 0) this.#groups.delete(group);
  }

  #swap(group: Key, before: unknown, after: unknown): void {
    const blocks = this.#groups.get(group) as Blocks;
    // Most groups are short: finding the row itself is quicker than comparing.
    const [only = []] = blocks;
    if (blocks.length === 1) only[only.indexOf(before)] = after;
    else replace(blocks, this.#place(blocks, before), after);
  }

  #place(blocks: Blocks, row: unknown) {
    return this.#find(blocks, (other) => this.#compare(other, row) >= 0);
  }

  #find(blocks: Blocks, past: (row: unknown) => boolean) {
    return find(blocks, (row) => {
      this.#visits.visited++;
      return past(row);
    });
  }

  #counted(rows: unknown[]): unknown[] {
    this.#visits.visited += rows.length;
    return rows;
  }

  #compare(one: unknown, other: unknown): number {
    return compare(this.#order(one), this.#order(other)) || compare(this.#key(one), this.#key(other));
  }
}

export function compare(one: Key, other: Key): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
