import { crc32 } from "node:zlib";
import type { Change } from "../../domain/change.ts";
import type { CollectionName } from "../../domain/collections.ts";
import { type Misfit, misfit } from "../fit.ts";
import { collectionNames } from "../memory/tables.ts";

/** One line of a journal: a JSON object whose first member is the checksum of all that follows it. */

/** The first line: what the journal goes on from. */
export interface Header {
  version: number;
  after: number;
}
/** Every other line: a change, its number, and the number of the first change that was written to disk together with it. */
export interface Entry extends Change {
  change: number;
  batch: number;
}

const headLength = '{"crc":"00000000",'.length;
const newline = 10;
/** The lines of so many texts, each begun with the checksum of the rest. */
function seal(texts: readonly string[]): Buffer {
  // A character takes three bytes at most: two of UTF-16 take four at most.
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, { length }) => sum + headLength + 3 * length + 1, 0));
  let at = 0;
  for (const text of texts) {
    const end = at + headLength + bytes.write(text, at + headLength);
    bytes.write(`{"crc":"${hex(crc32(bytes.subarray(at + headLength, end)))}",`, at, "latin1");
    bytes[end] = newline;
    at = end + 1;
  }
  return bytes.subarray(0, at);
}
/** A checksum as it is written. */
export const hex = (sum: number) => sum.toString(16).padStart(8, "0");

export const headerLine = (header: Header) => seal([JSON.stringify(header).slice(1)]);

/** The part of a line that is known when the change is committed. */
export const bodyOf = ({ put, remove, events }: Change) => JSON.stringify({ put, remove, events }).slice(1);

/** The lines of changes that are written together, the first of which has this number. */
export const entryLines = (first: number, bodies: readonly string[]) =>
  seal(bodies.map((body, nth) => `"change":${first + nth},"batch":${first},${body}`));

const start = Buffer.from('{"crc":"');

/** What a line says, without its newline; nothing when it is not what was written. */
export function readLine(line: Buffer): unknown {
  if (line.length <= headLength || start.compare(line, 0, start.length) !== 0) return undefined;
  const sum = Number.parseInt(line.toString("latin1", start.length, start.length + 8), 16);
  if (sum !== crc32(line.subarray(headLength))) return undefined;
  if (line.toString("latin1", start.length, headLength) !== `${hex(sum)}",`) return undefined;
  return JSON.parse(line.toString("utf8"));
}

/** A line can be what was written, and still not fit the rows of today. */
export function entryMisfit({ put, remove, events }: Entry): Misfit | undefined {
  for (const [nth, { collection, row }] of put.entries()) {
    const wrong = known(collection)
      ? misfit(collection, row)
      : { pointer: "", reason: `there is no collection ${collection}` };
    if (wrong !== undefined) return { ...wrong, pointer: `/put/${nth}/row${wrong.pointer}` };
  }
  for (const [nth, { collection }] of remove.entries()) {
    if (!known(collection)) return { pointer: `/remove/${nth}`, reason: `there is no collection ${collection}` };
  }
  for (const [nth, event] of events.entries()) {
    const wrong = misfit("events", event);
    if (wrong !== undefined) return { ...wrong, pointer: `/events/${nth}${wrong.pointer}` };
  }
  return undefined;
}

const known = (collection: CollectionName) => collectionNames.includes(collection);
