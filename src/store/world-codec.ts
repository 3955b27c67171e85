import { promisify } from "node:util";
import { crc32, gunzip } from "node:zlib";
import type { Change, State } from "../domain/change.ts";
import { collectionNames } from "../domain/collections.ts";
import type { EventRow } from "../domain/rows.ts";
import type { Body, Entry, Line } from "../team/postgres/change-log.ts";
import { eventsOf, linesOf, rowsIn, share } from "./event-lines.ts";
import { Damaged } from "./failures.ts";
import { isUnpackFault, packed, plainChunks } from "./file/pack.ts";
import { entryMisfit, type Entry as FileEntry } from "./file/record.ts";
import { emptyState, type Unread } from "./memory/tables.ts";
import { misfit } from "./row-check.ts";
import { rowShape } from "./row-shape.ts";
import { pauses } from "./time-slice.ts";

const decompress = promisify(gunzip);
/** How many characters one member of a packed world holds. */
const block = 1 << 20;
/** The newest events, which a world needs at once, stay with the other rows. */
const newest = 100;
const newline = 10;

/** The line that a body begins with. */
interface Front {
  /** The rows that follow, in this order; behind them are the older events. */
  counts: Record<string, number>;
  /** Their length as text, and packed. */
  length: number;
  packed: number;
}

/** A world without its older events, and how to read those. */
export interface Unpacked {
  state: State;
  unread: Unread | undefined;
}

/** How worlds become bodies, and back. */
export interface Packing {
  pack(state: State): Promise<Body>;
  unpack(place: string, body: Body): Promise<Unpacked>;
}

/** A world as gzip, a row a line: its rows, and then its older events. */
async function packState(state: State): Promise<Body> {
  const near: State = { ...state, events: state.events.slice(-newest) };
  const rows = await packedLines(collectionNames.flatMap((name): readonly unknown[] => near[name]));
  const older = await packedLines(state.events.slice(0, -newest));
  const counts = Object.fromEntries(collectionNames.map((name) => [name, near[name].length]));
  const front: Front = { counts, length: rows.length, packed: rows.bytes.length };
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(front)}\n`), rows.bytes, older.bytes]);
  return { bytes, checksum: crc32(bytes), shape: rowShape };
}
/** In members that are compressed one by one, so that the event loop is free meanwhile. */
async function packedLines(rows: readonly unknown[]): Promise<{ bytes: Buffer; length: number }> {
  const members: Buffer[] = [];
  let length = 0;
  let pending = "";
  const pack = async () => {
    const text = Buffer.from(pending);
    pending = "";
    length += text.length;
    members.push(await packed(text));
  };
  for (const row of rows) {
    pending += `${JSON.stringify(row)}\n`;
    if (pending.length >= block) await pack();
  }
  if (pending !== "") await pack();
  return { bytes: Buffer.concat(members), length };
}

/** The world in a body; rejects with a Damaged when it is not as it was written, or does not fit. */
async function unpackState(place: string, { bytes, checksum, shape }: Body): Promise<Unpacked> {
  if (crc32(bytes) !== checksum) throw new Damaged(place, "", "its checksum does not match");
  const unpacked = await unpackedParts(bytes).catch((error: Error) => {
    const isForeign = error instanceof SyntaxError || isUnpackFault(error);
    throw isForeign ? new Damaged(place, "", `it is not as this version writes it: ${error.message}`) : error;
  });
  if (shape === rowShape) return unpacked;
  const state = await wholeState(unpacked);
  await checkRows(place, state);
  return { state, unread: undefined };
}

async function unpackedParts(bytes: Buffer): Promise<Unpacked> {
  const start = bytes.indexOf(newline) + 1;
  const { counts, length, packed: end }: Front = JSON.parse(bytes.toString("utf8", 0, start));
  // One buffer with room for all: V8 marks its whole heap again after every few dozen megabytes of buffers.
  const rowBytes = bytes.subarray(start, start + end);
  const text = end > 0 ? await decompress(rowBytes, { chunkSize: length + 64 }) : rowBytes;
  const rows: unknown[] = [];
  for await (const lines of linesOf(once(text))) for (const row of rowsIn(lines)) rows.push(row);
  const state = emptyState();
  let at = 0;
  for (const [name, count] of Object.entries(counts)) {
    Object.assign(state, { [name]: rows.slice(at, at + count) });
    at += count;
  }
  for (const event of state.events) share(event);
  // A copy, so that the bytes of the rows do not stay in memory with it.
  const older = Buffer.from(bytes.subarray(start + end));
  return { state, unread: older.length > 0 ? () => eventsOf(plainChunks(once(older))) : undefined };
}

/** The world with all of its events. */
export async function wholeState({ state, unread }: Unpacked): Promise<State> {
  const events: EventRow[] = [];
  if (unread) for await (const some of unread()) for (const row of some) events.push(row);
  return { ...state, events: [...events, ...state.events] };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function checkRows(place: string, state: State): Promise<void> {
  const rest = pauses();
  for (const name of collectionNames)
    for (const [nth, row] of (state[name] ?? []).entries()) {
      const wrong = misfit(name, row);
      if (wrong) throw new Damaged(place, `/${name}/${nth}${wrong.pointer}`, wrong.reason);
      await rest();
    }
}

export function lineOf({ put, remove, events }: Change): Line {
  const text = JSON.stringify({ put, remove, events });
  return { text, checksum: crc32(text) };
}

/** The change of an entry; throws a Damaged. Entries that another version may have written are checked row by row. */
export function changeOf(place: string, { seq, text, checksum }: Entry, isChecked: boolean): Change {
  if (crc32(text) !== checksum) throw new Damaged(place, `change ${seq}`, "its checksum does not match");
  const change = JSON.parse(text) as Change;
  const wrong = isChecked ? entryMisfit(change as FileEntry) : undefined;
  if (wrong) throw new Damaged(place, `change ${seq}, ${wrong.pointer}`, wrong.reason);
  change.events.forEach(share);
  return change;
}

export const gzipped: Packing = { pack: packState, unpack: unpackState };
