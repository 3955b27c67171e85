import type { Key } from "../../domain/collections.ts";
import type { Range } from "../store.ts";
import { inBatches } from "../time-slice.ts";
import { Blocks, type Place } from "./blocks.ts";

/** How an index groups and orders the rows of a collection. */
export interface Rule {
  groups: (row: unknown) => readonly Key[];
  order?: (row: unknown) => string;
}

const none: readonly Key[] = [];
/** Rows that are read without a copy of the others. */
const few = 512;

export interface Visits {
  visited: number;
}

/** The rows of a collection by group, each group ordered by the rule's order and then by key. */
export class Ordering {
  #groups = new Map<Key, Blocks>();
  /** The groups that no copy reads; undefined while there is no copy. */
  #own: Set<Blocks> | undefined;
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

  /** The same rows; a group that either of the two changes is copied then. */
  copy(visits: Visits): Ordering {
    const copy = new Ordering(this.#rule, this.#key, visits);
    copy.#groups = new Map(this.#groups);
    copy.#own = new Set();
    this.#own = new Set();
    return copy;
  }

  /** A group to be changed. */
  #changing(group: Key): Blocks | undefined {
    const blocks = this.#groups.get(group);
    return blocks && (this.#own?.has(blocks) ?? true) ? blocks : blocks && this.#put(group, blocks.copy());
  }
  #put(group: Key, blocks: Blocks): Blocks {
    this.#groups.set(group, blocks);
    this.#own?.add(blocks);
    return blocks;
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
  async after(
    group: Key,
    key: Key | undefined,
    limit: number,
    matches?: (row: unknown) => boolean,
  ): Promise<unknown[]> {
    const blocks = this.#groups.get(group);
    if (!blocks) return [];
    const from = key === undefined ? blocks.start : this.#find(blocks, (row) => this.#key(row) > key);
    if (!matches) return this.#counted(blocks.between(from, blocks.end, limit));
    const found: unknown[] = [];
    const search = (rows: readonly unknown[]) => {
      for (let at = 0; at < rows.length && found.length < limit; at++) {
        this.#visits.visited++;
        if (matches(rows[at])) found.push(rows[at]);
      }
    };
    const first = blocks.between(from, blocks.end, few);
    search(first);
    if (first.length < few || found.length >= limit) return found;
    // A copy, because changes may come while it yields.
    const rest = blocks.between(from, blocks.end, Number.POSITIVE_INFINITY).slice(few);
    for await (const rows of inBatches(rest)) {
      search(rows);
      if (found.length >= limit) break;
    }
    return found;
  }

  replace(before: unknown, after: unknown): void {
    const left = before === undefined ? none : this.#groupsOf(before);
    const joined = after === undefined ? none : this.#groupsOf(after);
    const stays = left !== none && joined !== none && this.#order(before) === this.#order(after);
    for (const group of left) if (!stays || !joined.includes(group)) this.#take(group, before);
    for (const group of joined) {
      if (stays && left.includes(group)) this.#exchange(group, before, after);
      else this.#insert(group, after);
    }
  }

  #exchange(group: Key, before: unknown, after: unknown): void {
    const blocks = this.#changing(group) as Blocks;
    blocks.replace(before, after, () => this.#place(blocks, before));
  }

  #groupsOf(row: unknown): readonly Key[] {
    const groups = this.#rule.groups(row);
    return groups.length < 2 ? groups : [...new Set(groups)];
  }

  #insert(group: Key, row: unknown): void {
    const blocks = this.#changing(group);
    if (blocks === undefined) this.#put(group, new Blocks([row]));
    else if (this.#order(blocks.last) < this.#order(row)) blocks.push(row);
    else blocks.insert(this.#place(blocks, row), row);
  }

  #take(group: Key, row: unknown): void {
    const blocks = this.#changing(group) as Blocks;
    blocks.remove(this.#place(blocks, row));
    if (blocks.isEmpty) this.#groups.delete(group);
  }

  #place(blocks: Blocks, row: unknown): Place {
    return this.#find(blocks, this.#isAtOrPast(row));
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

  /** Whether another row is this one, or stands behind it. */
  #isAtOrPast(row: unknown): (other: unknown) => boolean {
    const [order, key] = [this.#order(row), this.#key(row)];
    return (other) => {
      const others = this.#order(other);
      return others > order || (others === order && this.#key(other) >= key);
    };
  }
}
