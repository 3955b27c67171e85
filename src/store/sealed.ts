import { isAscii } from "node:buffer";
import { crc32 } from "node:zlib";
import type { CollectionName, State } from "../domain/rows.ts";
import { type Longest, longest } from "./store.ts";
import { emptyState } from "./tables.ts";

/** Raise it whenever the schema of a row changes: what an older program wrote is then looked at row by row. */
const shape = 1;

/** A checksum of everything that stands in a snapshot, for rows of today's shape: where it holds, nobody touched what was checked before it was written. */
export class Seal {
  #sum: number;

  constructor(version: number, changes: number) {
    this.#sum = crc32(`${shape} ${version} ${changes}`);
  }
  add(bytes: Uint8Array): void {
    this.#sum = crc32(bytes, this.#sum);
  }
  toString(): string {
    return this.#sum.toString(16).padStart(8, "0");
  }
}

/** As a piece begins, and as one ends, in the layout that snapshots are written in; no string holds a newline. */
const collection = /^,\n {2}"(\w+)": \[(\]?)/;
const longestOpening = 64;
const afterRows = Buffer.from("\n  ]");
const afterRow = Buffer.from("\n    },");
/** Larger pieces are slower to parse: the engine puts what they become straight among what is old. */
const batch = 1 << 16;

/**
 * Reads the collections of a snapshot whose seal will turn out to hold: many rows at a time, and none of them looked at.
 * What it makes of any other text is worthless; it may also throw.
 */
export class SealedRows {
  /** Of the longest collection, the last rows alone. */
  readonly state: State = emptyState();
  #rest: Buffer = Buffer.alloc(0);
  #collection: CollectionName | undefined;
  #unread: Buffer[] = [];

  feed(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (this.#collection === undefined ? this.#open() : this.#take(this.#collection));
  }

  #open(): boolean {
    const opening = this.#rest.toString("latin1", 0, longestOpening);
    const [matched, name, closed] = collection.exec(opening) ?? [];
    // What comes next tells whether it is empty.
    if (matched === undefined || matched.length === opening.length) return false;
    this.#rest = this.#rest.subarray(matched.length);
    if (closed === "") this.#collection = name as CollectionName;
    return true;
  }

  #take(name: CollectionName): boolean {
    const { end, next } = cut(this.#rest.subarray(0, batch)) ?? cut(this.#rest) ?? {};
    if (end === undefined || next === undefined) return false;
    const bytes = this.#rest.subarray(0, end);
    if (name === longest && next - end !== afterRows.length) this.#unread.push(bytes);
    else for (const row of rowsIn(bytes)) (this.state[name] as unknown[]).push(row);
    if (next - end === afterRows.length) this.#collection = undefined;
    this.#rest = this.#rest.subarray(next);
    return true;
  }

  /** Whether the text ended where a snapshot ends. */
  get complete(): boolean {
    return this.#collection === undefined && this.#rest.toString("latin1") === "\n}\n";
  }

  /** The rows of the longest collection that come before those in `state`, some at a time; once. */
  *unread(): Generator<State[Longest]> {
    for (let bytes = this.#unread.shift(); bytes; bytes = this.#unread.shift()) yield rowsIn(bytes) as State[Longest];
  }
}

/** Plain text is copied, other text has to be decoded. */
const rowsIn = (bytes: Buffer): unknown[] => JSON.parse(`[${bytes.toString(isAscii(bytes) ? "latin1" : "utf8")}]`);

/** Where the rows of a text end, as far as they are whole, and where it goes on after them. */
function cut(text: Buffer): { end: number; next: number } | undefined {
  const end = text.indexOf(afterRows);
  if (end >= 0) return { end, next: end + afterRows.length };
  const last = text.lastIndexOf(afterRow);
  return last < 0 ? undefined : { end: last + afterRow.length - 1, next: last + afterRow.length };
}
