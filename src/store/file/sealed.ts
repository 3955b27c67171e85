import { isAscii } from "node:buffer";
import { crc32 } from "node:zlib";
import type { State } from "../../domain/change.ts";
import type { CollectionName } from "../../domain/collections.ts";
import { emptyState } from "../memory/tables.ts";
import { type Longest, longest } from "../store.ts";
import { hex } from "./record.ts";

/** Raise it whenever the schema of a row changes: what an older program wrote is then looked at row by row. */
const shape = 1;

/** A checksum of everything that stands in a snapshot, for rows of today's shape: where it holds, nobody touched what was checked before it was written. */
export class Seal {
  #sum: number;

  private constructor(sum: number) {
    this.#sum = sum;
  }
  static begun(version: number, changes: number): Seal {
    return new Seal(crc32(`${shape} ${version} ${changes}`));
  }
  add(bytes: Uint8Array): void {
    this.#sum = crc32(bytes, this.#sum);
  }
  /** As it stands, to be gone on with elsewhere. */
  copy(): Seal {
    return new Seal(this.#sum);
  }
  toString(): string {
    return hex(this.#sum);
  }
}

/** Where in a file rows lie that were passed over, and the seal as it stood before and after them. */
export interface Passed {
  from: number;
  to: number;
  before: Seal;
  after: Seal;
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
  readonly #seal: Seal;
  #position: number;
  #collection: CollectionName | undefined;
  #passed: Passed | undefined;

  constructor(seal: Seal, position: number) {
    this.#seal = seal;
    this.#position = position;
  }

  /** The rows of the longest collection that come before those in `state`. */
  get passed(): Passed | undefined {
    return this.#passed && this.#passed.to > this.#passed.from ? this.#passed : undefined;
  }

  /** Takes what it can from the front of a text, and gives back the rest. */
  take(text: Buffer): Buffer {
    let rest = text;
    for (let taken = -1; taken !== 0; ) {
      taken =
        this.#collection === undefined
          ? this.#open(rest)
          : this.#collection === longest
            ? this.#pass(rest)
            : this.#read(this.#collection, rest);
      rest = rest.subarray(taken);
    }
    return rest;
  }

  /** Whether what was left is how a snapshot ends. */
  ends(rest: Buffer): boolean {
    const left = this.#collection === longest ? rest.subarray(this.#readLast(rest)) : rest;
    this.#add(left);
    return this.#collection === undefined && left.toString("latin1") === "\n}\n";
  }

  #open(text: Buffer): number {
    const opening = text.toString("latin1", 0, longestOpening);
    const [matched, name, closed] = collection.exec(opening) ?? [];
    // What comes next tells whether it is empty.
    if (matched === undefined || matched.length === opening.length) return 0;
    this.#add(text.subarray(0, matched.length));
    if (closed === "") this.#collection = name as CollectionName;
    if (this.#collection === longest)
      this.#passed = { from: this.#position, to: this.#position, before: this.#seal.copy(), after: this.#seal.copy() };
    return matched.length;
  }

  #read(name: CollectionName, text: Buffer): number {
    const { rows, next, ended } = front(text) ?? {};
    if (rows === undefined || next === undefined) return 0;
    for (const row of rows) (this.state[name] as unknown[]).push(row);
    if (ended) this.#collection = undefined;
    return this.#add(text.subarray(0, next));
  }

  /** Leaves the rows of the longest collection where they are: it is the last one, so only the end of the file matters. */
  #pass(text: Buffer): number {
    return this.#add(text.subarray(0, Math.max(0, text.length - batch)));
  }

  /** The last of them are read after all. */
  #readLast(text: Buffer): number {
    const passed = this.#passed as Passed;
    const end = text.lastIndexOf(afterRows);
    if (end < 0) return 0;
    const rows = text.subarray(0, end);
    const before = passed.from === this.#position && end <= batch ? 0 : beforeLast(rows);
    this.#add(rows.subarray(0, before));
    passed.to = this.#position;
    passed.after = this.#seal.copy();
    // Between what was passed and what is read there is a comma.
    for (const row of rowsIn(rows.subarray(before + Number(before > 0))))
      this.state[longest].push(row as State[Longest][number]);
    this.#collection = undefined;
    this.#add(text.subarray(before, end + afterRows.length));
    return end + afterRows.length;
  }

  #add(bytes: Buffer): number {
    this.#seal.add(bytes);
    this.#position += bytes.length;
    return bytes.length;
  }
}

/** The rows in a text that comes bit by bit, many at a time, as far as they are whole; then what is left of it. */
export function* rowsOf(text: Buffer): Generator<unknown[], Buffer> {
  let rest = text;
  for (let some = front(rest); some !== undefined; some = front(rest)) {
    yield some.rows;
    rest = rest.subarray(some.next);
  }
  return rest;
}

/** Some rows from the front of a text, where it goes on after them, and whether they were the last of their collection. */
function front(text: Buffer): { rows: unknown[]; next: number; ended: boolean } | undefined {
  const last = text.subarray(0, batch).lastIndexOf(afterRow);
  if (last >= 0) {
    try {
      const end = last + afterRow.length - 1;
      return { rows: rowsIn(text.subarray(0, end)), next: end + 1, ended: false };
    } catch (error) {
      // The end of the collection lies within: that is seldom, and looking for it takes longer than reading.
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  const { end, next } = cut(text) ?? {};
  return end === undefined || next === undefined
    ? undefined
    : { rows: rowsIn(text.subarray(0, end)), next, ended: next - end === afterRows.length };
}

/** Where the last rows of a text begin, after the row before them; all of it when there is no such place. */
function beforeLast(rows: Buffer): number {
  const at = rows.indexOf(afterRow, Math.max(0, rows.length - batch));
  return at < 0 ? rows.length : at + afterRow.length - 1;
}

/** Plain text is copied, other text has to be decoded. */
export const rowsIn = (bytes: Buffer): unknown[] =>
  JSON.parse(`[${bytes.toString(isAscii(bytes) ? "latin1" : "utf8")}]`);

/** Where the rows of a text end, as far as they are whole, and where it goes on after them. */
function cut(text: Buffer): { end: number; next: number } | undefined {
  const end = text.indexOf(afterRows);
  if (end >= 0) return { end, next: end + afterRows.length };
  const last = text.lastIndexOf(afterRow);
  return last < 0 ? undefined : { end: last + afterRow.length - 1, next: last + afterRow.length };
}
