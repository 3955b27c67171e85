import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { constants, createGunzip, gzip } from "node:zlib";
import type { State } from "../domain/change.ts";
import { collectionNames } from "../domain/collections.ts";
import { checksummedLines, readLine } from "./checksummed-line.ts";
import { Damaged } from "./failures.ts";
import { emptyState } from "./memory/tables.ts";
import { firstMismatchIn } from "./row-check.ts";
import { linesOf, rowsIn } from "./row-lines.ts";
import { rowShape } from "./row-shape.ts";

/**
 * A packed world: a line of JSON, which `head -1` shows, and then gzip with a row a line. The line has a checksum of
 * its own, gzip has one for each of its members, and the counts of the line say when rows are missing.
 */
export interface PackedHead<Meta> {
  format: string;
  /** The checksum of the row schemas with which it was written. */
  shape: string;
  /** The rows of each collection, in the order in which they follow. */
  counts: Record<string, number>;
  /** What its writer knows of the world. */
  meta: Meta;
}

export const packedFormat = "tiers-sandbox/packed@1";
/** In characters: the text of one gzip member, which a thread of the pool compresses. */
const block = 1 << 20;
/** In bytes. */
const longestHead = 1 << 20;
const newline = 10;
const deflated = promisify(gzip);
/** One gzip member; members that follow each other are one text. */
export const compress = (text: string): Promise<Buffer> => deflated(text, { level: constants.Z_BEST_SPEED });

export async function* pack(state: State, meta: object): AsyncGenerator<Buffer> {
  const counts = Object.fromEntries(collectionNames.map((name) => [name, state[name].length]));
  const head: PackedHead<object> = { format: packedFormat, shape: rowShape, counts, meta };
  yield checksummedLines([JSON.stringify(head).slice(1)]);
  let text = "";
  for (const name of collectionNames)
    for (const row of state[name]) {
      text += `${JSON.stringify(row)}\n`;
      if (text.length < block) continue;
      yield await compress(text);
      text = "";
    }
  yield await compress(text);
}

/** The world in the chunks; rejects with a Damaged that names the place. Rows of other schemas are checked. */
export async function unpack<Meta>(
  place: string,
  chunks: AsyncIterable<Buffer>,
): Promise<PackedHead<Meta> & { state: State }> {
  return orDamaged(place, async () => {
    const { head, text } = await opened<Meta>(place, chunks);
    const rows: unknown[] = [];
    for await (const lines of linesOf(text)) for (const row of rowsIn(lines)) rows.push(row);
    if (rows.length !== total(head)) throw changed(place);
    const state = emptyState();
    let at = 0;
    for (const [name, count] of Object.entries(head.counts)) {
      if (!Object.hasOwn(state, name)) throw new Damaged(place, `/${name}`, "is not a collection that is known here");
      Object.assign(state, { [name]: rows.slice(at, at + count) });
      at += count;
    }
    const wrong = head.shape === rowShape ? undefined : await firstMismatchIn(state);
    if (wrong) throw new Damaged(place, `/${wrong.name}/${wrong.nth}${wrong.pointer}`, wrong.reason);
    return { ...head, state };
  });
}

/** The first line of the chunks, when the bytes behind it are as they were written. Parses no row. */
export async function headOf<Meta>(place: string, chunks: AsyncIterable<Buffer>): Promise<PackedHead<Meta>> {
  return orDamaged(place, async () => {
    const { head, text } = await opened<Meta>(place, chunks);
    let rows = 0;
    for await (const part of text)
      for (let at = part.indexOf(newline); at >= 0; at = part.indexOf(newline, at + 1)) rows++;
    if (rows !== total(head)) throw changed(place);
    return head;
  });
}

const changed = (place: string) => new Damaged(place, "", "it was changed since the sandbox wrote it");
const total = ({ counts }: PackedHead<unknown>) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** A Damaged in place of an error that says that bytes are not those that were packed. */
export async function orDamaged<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isOfChangedBytes(error) ? changed(place) : error;
  }
}
/** Whether gzip or JSON did not read bytes, which are then not those that were written. */
export const isOfChangedBytes = (error: unknown): boolean =>
  error instanceof SyntaxError || String((error as NodeJS.ErrnoException).code).startsWith("Z_");

async function opened<Meta>(place: string, chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (!start.includes(newline)) {
    const { done, value } = await iterator.next();
    if (done || start.length > longestHead) throw changed(place);
    start = Buffer.concat([start, value]);
  }
  const end = start.indexOf(newline);
  const head = readLine(start.subarray(0, end)) as PackedHead<Meta> | undefined;
  if (!head) throw changed(place);
  if (head.format !== packedFormat)
    throw new Damaged(place, "/format", `a newer tiers-sandbox wrote it (this one reads ${packedFormat})`);
  return { head, text: unzipped(behind(start.subarray(end + 1), iterator)) };
}

async function* behind(first: Buffer, iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
}
async function* copied(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

/** Copies chunks, because one may be overwritten by the next. */
export async function* unzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 1 << 20 });
  const fed = pipeline(Readable.from(copied(chunks)), gunzip);
  // The loop below throws the same error.
  fed.catch(() => {});
  yield* gunzip;
  await fed;
}
