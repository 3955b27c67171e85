import type { Key } from "./collections.ts";

/** What a row is found by, beside its key; null for nothing. */
export type Group<R> = (row: R) => Key | null;
type Groups<R> = Map<Key | null, readonly R[]>;

const none: readonly never[] = [];

function grouped<R>(rows: readonly R[], group: Group<R>): Groups<R> {
  const groups = new Map<Key | null, R[]>();
  for (const row of rows) {
    const name = group(row);
    const same = groups.get(name);
    if (same) same.push(row);
    else groups.set(name, [row]);
  }
  return groups;
}

/** The groups of the rows of a folder, for all drafts of it. */
const known = new WeakMap<readonly unknown[], Map<Group<never>, Groups<never>>>();

function knownGroups<R>(rows: readonly R[], group: Group<R>): Groups<R> {
  const made = (known.get(rows) ?? new Map()) as Map<Group<R>, Groups<R>>;
  if (made.size === 0) known.set(rows, made as Map<never, never>);
  const groups = made.get(group) ?? grouped(rows, group);
  return made.set(group, groups) && groups;
}

/** The rows of one collection in a draft, in the order of their keys: those of the folder, and what was written. */
export class DraftRows<R> {
  readonly #folder: readonly R[];
  readonly #keyOf: (row: R) => Key;
  #rows: readonly R[];
  /** Whether nothing else reads the list of the rows. */
  #isOwn = false;
  /** The groups that were asked for, as they were then, and those that have changed since. */
  readonly #groups = new Map<Group<R>, { before: Groups<R>; since: Groups<R> }>();

  constructor(folder: readonly R[], keyOf: (row: R) => Key) {
    this.#folder = folder;
    this.#rows = folder;
    this.#keyOf = keyOf;
  }

  /** Where a key is, or would be. */
  #placeOf(rows: readonly R[], key: Key): number {
    let low = 0;
    for (let high = rows.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (this.#keyOf(rows[middle] as R) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  #isAt(rows: readonly R[], at: number, key: Key): boolean {
    return at < rows.length && this.#keyOf(rows[at] as R) === key;
  }
  #find(rows: readonly R[], key: Key): R | undefined {
    const at = this.#placeOf(rows, key);
    return this.#isAt(rows, at, key) ? rows[at] : undefined;
  }

  /** What a row was before all writes. */
  before(key: Key): R | undefined {
    return this.#find(this.#folder, key);
  }
  get(key: Key): R | undefined {
    return this.#find(this.#rows, key);
  }
  /** The rows at this point; a later write does not change the returned list. */
  list(): readonly R[] {
    this.#isOwn = false;
    return this.#rows;
  }

  /** The rows of one group, in their order. A row never changes its group. */
  of(group: Group<R>, name: Key): readonly R[] {
    let groups = this.#groups.get(group);
    if (!groups) {
      const isFolder = this.#rows === this.#folder;
      const before = isFolder ? knownGroups(this.#folder, group) : grouped(this.#rows, group);
      groups = { before, since: new Map() };
      this.#groups.set(group, groups);
    }
    return groups.since.get(name) ?? groups.before.get(name) ?? none;
  }

  put(key: Key, row: R): void {
    this.#write(key, row, row);
  }
  remove(key: Key): void {
    const row = this.get(key);
    if (row !== undefined) this.#write(key, row, undefined);
  }
  #write(key: Key, row: R, after: R | undefined): void {
    this.#rows = this.#changed(this.#isOwn ? (this.#rows as R[]) : this.#rows.slice(), key, after);
    this.#isOwn = true;
    for (const [group, { before, since }] of this.#groups) {
      const name = group(row);
      const rows = since.get(name) ?? before.get(name) ?? none;
      since.set(name, this.#changed(rows.slice(), key, after));
    }
  }
  #changed(rows: R[], key: Key, row: R | undefined): R[] {
    const at = this.#placeOf(rows, key);
    const found = this.#isAt(rows, at, key) ? 1 : 0;
    if (row === undefined) rows.splice(at, found);
    else if (found) rows[at] = row;
    else rows.splice(at, 0, row);
    return rows;
  }
}
