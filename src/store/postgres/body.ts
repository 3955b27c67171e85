import { promisify } from "node:util";
import { crc32, gunzip } from "node:zlib";
import type { Change, State } from "../../domain/change.ts";
import { collectionNames } from "../../domain/collections.ts";
import type { EventRow } from "../../domain/rows.ts";
import { eventsOf, share } from "../event-lines.ts";
import { Damaged } from "../failures.ts";
import { isUnpackFault, packed, plainChunks } from "../file/pack.ts";
import { entryMisfit, type Entry as FileEntry } from "../file/record.ts";
import { rowShape } from "../file/row-shape.ts";
import { misfit } from "../fit.ts";
import type { Unread } from "../memory/tables.ts";
import { pauses } from "../pause.ts";
import { membersText } from "../state-text.ts";
import { readWorld } from "../world-reader.ts";
import type { Body, Entry, Line } from "./log.ts";

const decompress = promisify(gunzip);
/** How many characters one member of a packed world holds. */
const block = 1 << 20;
/** In bytes: a text of this size is parsed at once, which takes half as long as row by row. */
const mostAtOnce = 1 << 22;
/** The newest events, which a world needs at once, stay with the other rows. */
const newest = 100;
/** In bytes: a body begins with the length of the packed rows. */
const headLength = 4;

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

/** A world as gzip: its rows, and then its older events, an event a line. */
async function packState(state: State): Promise<Body> {
  const rows = await members(worldText({ ...state, events: state.events.slice(-newest) }));
  const older = await members(linesOf(state.events.slice(0, -newest)));
  const head = Buffer.alloc(headLength);
  head.writeUInt32BE(rows.length);
  const bytes = Buffer.concat([head, rows, older]);
  return { bytes, checksum: crc32(bytes), shape: rowShape };
}
function* worldText(state: State): Generator<string> {
  yield '{"state":{';
  yield* membersText(state, collectionNames, "", JSON.stringify);
  yield "}}";
}
function* linesOf(events: readonly EventRow[]): Generator<string> {
  for (const event of events) yield `${JSON.stringify(event)}\n`;
}
/** A text in members that are compressed one by one, so that the event loop is free meanwhile. */
async function members(parts: Iterable<string>): Promise<Buffer> {
  const all: Buffer[] = [];
  let pending = "";
  for (const part of parts) {
    pending += part;
    if (pending.length < block) continue;
    all.push(await packed(Buffer.from(pending)));
    pending = "";
  }
  if (pending !== "") all.push(await packed(Buffer.from(pending)));
  return Buffer.concat(all);
}

/** The world in a body; rejects with a Damaged when it is not as it was written, or does not fit. */
async function unpackState(place: string, { bytes, checksum, shape }: Body): Promise<Unpacked> {
  if (crc32(bytes) !== checksum) throw new Damaged(place, "", "its checksum does not match");
  const end = headLength + bytes.readUInt32BE();
  const text = await decompress(bytes.subarray(headLength, end)).catch((error) => {
    throw isUnpackFault(error) ? new Damaged(place, "", `its gzip is damaged: ${error.message}`) : error;
  });
  const { state } = (text.length <= mostAtOnce ? JSON.parse(text.toString()) : await readWorld(once(text))) as {
    state: State;
  };
  state.events.forEach(share);
  // A copy, so that the bytes of the rows do not stay in memory with it.
  const older = Buffer.from(bytes.subarray(end));
  const unread = older.length > 0 ? () => eventsOf(plainChunks(once(older))) : undefined;
  if (shape === rowShape) return { state, unread };
  const whole = await wholeState({ state, unread });
  await checkRows(place, whole);
  return { state: whole, unread: undefined };
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
