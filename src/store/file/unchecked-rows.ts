import { isAscii } from "node:buffer";
import type { State } from "../../domain/change.ts";
import type { CollectionName } from "../../domain/collections.ts";
import { emptyState } from "../memory/tables.ts";

/** How a collection begins and how a row ends in the layout that account files are written in; no string holds a newline. */
const opening = /^,\n {2}"(\w+)": \[(\]?)/;
const longestOpening = 64;
const afterRows = Buffer.from("\n  ]");
const afterRow = Buffer.from("\n    },");
/** V8 allocates the result of parsing a larger text in old space, which is slower. */
const batch = 1 << 16;

/**
 * Reads the collections of an account file that is as it was written: many rows at a time, without checking them.
 * Of any other text it makes something worthless, or throws.
 */
export class UncheckedRows {
  readonly state: State = emptyState();
  #collection: CollectionName | undefined;

  /** Takes what it can from the front of a text, and returns the rest. */
  take(text: Buffer): Buffer {
    let rest = text;
    for (let taken = -1; taken !== 0; rest = rest.subarray(taken))
      taken = this.#collection === undefined ? this.#open(rest) : this.#read(this.#collection, rest);
    return rest;
  }

  #open(text: Buffer): number {
    const start = text.toString("latin1", 0, longestOpening);
    const [matched, name, closed] = opening.exec(start) ?? [];
    // The character after the bracket tells whether the collection is empty.
    if (matched === undefined || matched.length === start.length) return 0;
    if (closed === "") this.#collection = name as CollectionName;
    return matched.length;
  }

  #read(name: CollectionName, text: Buffer): number {
    const found = front(text);
    if (found === undefined) return 0;
    for (const row of found.rows) (this.state[name] as unknown[]).push(row);
    if (found.ended) this.#collection = undefined;
    return found.next;
  }
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
  const end = text.indexOf(afterRows);
  if (end >= 0) return { rows: rowsIn(text.subarray(0, end)), next: end + afterRows.length, ended: true };
  const long = text.lastIndexOf(afterRow);
  if (long < 0) return undefined;
  const next = long + afterRow.length;
  return { rows: rowsIn(text.subarray(0, next - 1)), next, ended: false };
}

/** Plain text is copied, other text has to be decoded. */
const rowsIn = (bytes: Buffer): unknown[] => JSON.parse(`[${bytes.toString(isAscii(bytes) ? "latin1" : "utf8")}]`);
