import type { Key } from "./collections.ts";

/** What a row is found by, beside its key; null for nothing. */
export type Group<R> = (row: R) => Key | null;
type Groups<R> = Map<Group<R>, Map<Key | null, Map<Key, R>>>;

/** What was made of the rows of a folder, for all drafts of it. */
interface Known<R> {
  byKey?: Map<Key, R>;
  groups: Groups<R>;
}
const known = new WeakMap<readonly unknown[], Known<never>>();

function knownOf<R>(rows: readonly R[]): Known<R> {
  const made = known.get(rows) as Known<R> | undefined;
  if (made) return made;
  const none: Known<R> = { groups: new Map() };
  known.set(rows, none as Known<never>);
  return none;
}

function added<R>(groups: Groups<R>, group: Group<R>, key: Key, row: R): void {
  const rows = groups.get(group) as Map<Key | null, Map<Key, R>>;
  const name = group(row);
  const same = rows.get(name);
  if (same) same.set(key, row);
  else rows.set(name, new Map([[key, row]]));
}

/** The rows of one collection in a draft: those of the folder, and what was written over them. */
export class DraftRows<R> {
  readonly #folder: readonly R[];
  readonly #keyOf: (row: R) => Key;
  /** Undefined for a row that was removed. */
  readonly #written = new Map<Key, R | undefined>();
  /** The written rows by their groups; made together with those of the folder. */
  readonly #groups: Groups<R> = new Map();
  #list: readonly R[] | undefined;

  constructor(folder: readonly R[], keyOf: (row: R) => Key) {
    this.#folder = folder;
    this.#keyOf = keyOf;
  }

  /** What a row was before all writes. */
  before(key: Key): R | undefined {
    const made = knownOf(this.#folder);
    made.byKey ??= this.#byKey();
    return made.byKey.get(key);
  }
  #byKey(): Map<Key, R> {
    const rows = new Map<Key, R>();
    for (const row of this.#folder) rows.set(this.#keyOf(row), row);
    return rows;
  }
  get(key: Key): R | undefined {
    return this.#written.has(key) ? this.#written.get(key) : this.before(key);
  }

  /** The rows at this point; a later write does not change the returned list. */
  list(): readonly R[] {
    if (this.#written.size === 0) return this.#folder;
    this.#list ??= this.#over(this.#folder, this.#written);
    return this.#list;
  }
  #over(rows: Iterable<R>, written: Iterable<readonly [Key, R | undefined]>): readonly R[] {
    const kept = [];
    for (const row of rows) {
      const now = this.get(this.#keyOf(row));
      if (now !== undefined) kept.push(now);
    }
    for (const [key, row] of written) if (row !== undefined && this.before(key) === undefined) kept.push(row);
    return kept;
  }

  /** The rows of one group, in their order. A row never changes its group. */
  of(group: Group<R>, name: Key): readonly R[] {
    const { groups } = knownOf(this.#folder);
    if (!groups.has(group)) {
      groups.set(group, new Map());
      for (const row of this.#folder) added(groups, group, this.#keyOf(row), row);
    }
    if (!this.#groups.has(group)) {
      this.#groups.set(group, new Map());
      for (const [key, row] of this.#written) if (row !== undefined) added(this.#groups, group, key, row);
    }
    const before = groups.get(group)?.get(name);
    const since = this.#groups.get(group)?.get(name);
    return before || since ? this.#over(before?.values() ?? [], since ?? []) : [];
  }

  put(key: Key, row: R): void {
    this.#written.set(key, row);
    for (const group of this.#groups.keys()) added(this.#groups, group, key, row);
    this.#list = undefined;
  }
  remove(key: Key): void {
    const row = this.get(key);
    if (row !== undefined) for (const [group, rows] of this.#groups) rows.get(group(row))?.delete(key);
    this.#written.set(key, undefined);
    this.#list = undefined;
  }
}
