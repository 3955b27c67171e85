import type { Key } from "../../domain/collections.ts";
import type { Range } from "../store.ts";
import type { Steps } from "../time-slice.ts";
import { Blocks, type Place } from "./blocks.ts";
import { compare, sorted, stride } from "./sort.ts";

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

  constructor(rule: Rule, key: (row: unknown) => Key, visits: Visits) {
    this.#rule = rule;
    this.#key = key;
    this.#order = rule.order ?? key;
    this.#visits = visits;
  }

  /** Takes its first rows, in key order; only the groups of an index with another order are sorted. */
  *fill(rows: readonly unknown[]): Steps {
    const groups = new Map<Key, unknown[]>();
    const unsorted = new Map<Key, unknown[]>();
    let count = 0;
    for (const row of rows) {
      if (++count % stride === 0) yield;
      for (const group of this.#groupsOf(row)) {
        const members = groups.get(group);
        if (members === undefined) {
          groups.set(group, [row]);
          continue;
        }
        if (this.#order(members[members.length - 1]) > this.#order(row)) unsorted.set(group, members);
        members.push(row);
      }
    }
    for (const [group, members] of unsorted) {
      groups.set(group, yield* sorted(members, (one, other) => this.#compare(one, other)));
    }
    for (const [group, members] of groups) {
      if (++count % stride === 0) yield;
      this.#groups.set(group, new Blocks(members));
    }
  }

  all(group: Key): unknown[] {
    return this.#groups.get(group)?.all() ?? [];
  }
  last(group: Key): unknown {
    return this.#groups.get(group)?.last;
  }

  /** The row with a key. The order must be that of the keys. */
  get(group: Key, key: Key): unknown {
    const blocks = this.#groups.get(group);
    if (blocks === undefined || this.#key(blocks.last) < key) return undefined;
    const row = blocks.at(blocks.find((other) => this.#key(other) >= key));
    return this.#key(row) === key ? row : undefined;
  }

  page(group: Key, offset: number, limit: number): unknown[] {
    const blocks = this.#groups.get(group);
    return blocks ? this.#counted(blocks.between(blocks.skip(offset), blocks.end, limit)) : [];
  }

  range(group: Key, { from, to, limit = Number.POSITIVE_INFINITY }: Range): unknown[] {
    const blocks = this.#groups.get(group);
    if (!blocks) return [];
    if (from === undefined && to === undefined && limit === Number.POSITIVE_INFINITY)
      return this.#counted(blocks.all());
    const first = from === undefined ? blocks.start : this.#find(blocks, (row) => this.#order(row) >= from);
    const last = to === undefined ? blocks.end : this.#find(blocks, (row) => this.#order(row) > to);
    return this.#counted(blocks.between(first, last, limit));
  }

  /** The matching rows whose key is greater. The order must be that of the keys. */
  *after(group: Key, key: Key | undefined, limit: number, matches: (row: unknown) => boolean): Steps<unknown[]> {
    const blocks = this.#groups.get(group);
    if (!blocks) return [];
    const from = key === undefined ? blocks.start : this.#find(blocks, (row) => this.#key(row) > key);
    const counted = (row: unknown) => {
      this.#visits.visited++;
      return matches(row);
    };
    const { found, next } = blocks.matching(from, limit, stride, counted);
    if (!next) return found;
    // A copy, because changes may come between two steps.
    const rest = blocks.between(next, blocks.end, Number.POSITIVE_INFINITY);
    for (let at = 0; at < rest.length && found.length < limit; at++) {
      if (at % stride === 0) yield;
      if (counted(rest[at])) found.push(rest[at]);
    }
    return found;
  }

  replace(before: unknown, after: unknown): void {
    if (before === undefined) {
      for (const group of this.#groupsOf(after)) this.#insert(group, after);
      return;
    }
    const left = this.#groupsOf(before);
    const joined = after === undefined ? [] : this.#groupsOf(after);
    const stays = after !== undefined && this.#order(before) === this.#order(after);
    if (stays && left.length === 1 && joined.length === 1 && left[0] === joined[0])
      return this.#exchange(left[0] as Key, before, after);
    for (const group of left) if (!stays || !joined.includes(group)) this.#take(group, before);
    for (const group of joined) {
      if (stays && left.includes(group)) this.#exchange(group, before, after);
      else this.#insert(group, after);
    }
  }

  #exchange(group: Key, before: unknown, after: unknown): void {
    const blocks = this.#groups.get(group) as Blocks;
    blocks.replace(before, after, () => this.#place(blocks, before));
  }

  #groupsOf(row: unknown): readonly Key[] {
    const groups = this.#rule.groups(row);
    return groups.length < 2 ? groups : [...new Set(groups)];
  }

  #insert(group: Key, row: unknown): void {
    const blocks = this.#groups.get(group);
    if (blocks === undefined) this.#groups.set(group, new Blocks([row]));
    else if (this.#compare(blocks.last, row) < 0) blocks.push(row);
    else blocks.insert(this.#place(blocks, row), row);
  }

  #take(group: Key, row: unknown): void {
    const blocks = this.#groups.get(group) as Blocks;
    blocks.remove(this.#place(blocks, row));
    if (blocks.isEmpty) this.#groups.delete(group);
  }

  #place(blocks: Blocks, row: unknown): Place {
    return this.#find(blocks, (other) => this.#compare(other, row) >= 0);
  }

  #find(blocks: Blocks, past: (row: unknown) => boolean): Place {
    return blocks.find((row) => {
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
