import { crc32 } from "node:zlib";
import type { Change } from "../../domain/change.ts";
import { type CollectionName, collectionNames } from "../../domain/collections.ts";
import { type Misfit, misfit } from "../row-check.ts";

/** A line of a write-ahead log is a JSON object whose first member is the checksum of all that follows it. */

/** The first line: the change that the log goes on from. */
export interface Header {
  version: number;
  after: number;
}
/** Every other line: a change, its number, and the number of the first change that was written together with it. */
export interface Entry extends Change {
  change: number;
  batch: number;
  /** How many changes of the same write follow, where any does. */
  left?: number;
}

/** A change on its way to the log. */
export interface Body {
  text: string;
  left: number;
}

const head = '{"crc":"00000000",';
const headLength = head.length;
const newline = 10;
/** The texts as lines, each begun with the checksum of the rest. JSON holds no newline. */
function seal(texts: readonly string[]): Buffer {
  const bytes = Buffer.from(`${head}${texts.join(`\n${head}`)}\n`);
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(newline, at);
    bytes.write(hex(crc32(bytes.subarray(at + headLength, end))), at + start.length, "latin1");
    at = end + 1;
  }
  return bytes;
}
/** Node 20 and 22 forget the sum so far when they are given some empty buffers. */
export const crc = (bytes: Uint8Array, sum: number) => (bytes.length === 0 ? sum : crc32(bytes, sum));
export const hex = (sum: number) => sum.toString(16).padStart(8, "0");

export const headerLine = (header: Header) => seal([JSON.stringify(header).slice(1)]);

/** The part of a line that is known when the change is committed. */
export const textOf = ({ put, remove, events }: Change) => JSON.stringify({ put, remove, events }).slice(1);

/** The changes of one write, as texts. */
export const bodiesOf = (texts: readonly string[]): Body[] =>
  texts.map((text, nth) => ({ text, left: texts.length - 1 - nth }));

/** How many characters go into one buffer. */
const most = 1 << 23;

/** The lines of changes that are written together, of which the first has this number. */
export function* entryLines(first: number, bodies: readonly Body[]): Generator<Buffer> {
  let texts: string[] = [];
  let length = 0;
  for (const [nth, { text, left }] of bodies.entries()) {
    texts.push(`"change":${first + nth},"batch":${first},${left > 0 ? `"left":${left},` : ""}${text}`);
    length += text.length;
    if (length < most) continue;
    yield seal(texts);
    texts = [];
    length = 0;
  }
  if (texts.length > 0) yield seal(texts);
}

const start = Buffer.from('{"crc":"');

/** The content of a line without its newline; undefined when the line is not what was written. */
export function readLine(line: Buffer): unknown {
  if (line.length <= headLength || start.compare(line, 0, start.length) !== 0) return undefined;
  const sum = Number.parseInt(line.toString("latin1", start.length, start.length + 8), 16);
  if (sum !== crc32(line.subarray(headLength))) return undefined;
  if (line.toString("latin1", start.length, headLength) !== `${hex(sum)}",`) return undefined;
  return JSON.parse(line.toString("utf8"));
}

/** A line can be what was written, and still not fit the row schemas of this version. */
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
