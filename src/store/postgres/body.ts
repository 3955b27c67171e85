import { promisify } from "node:util";
import { crc32, gunzip, gzip } from "node:zlib";
import type { Change, State } from "../../domain/change.ts";
import { collectionNames } from "../../domain/collections.ts";
import { Damaged } from "../failures.ts";
import { entryMisfit, type Entry as FileEntry } from "../file/record.ts";
import { rowShape } from "../file/row-shape.ts";
import { misfit } from "../fit.ts";
import { pauses } from "../pause.ts";
import { membersText } from "../state-text.ts";
import { readWorld } from "../world-reader.ts";
import type { Body, Entry, Line } from "./log.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);
/** How many characters one member of a packed world holds. */
const block = 1 << 20;
/** In bytes: a text of this size is parsed at once, which takes half as long as row by row. */
const mostAtOnce = 1 << 23;

/** A world as gzip, in members that are compressed one by one, so that the event loop is free meanwhile. */
export async function packState(state: State): Promise<Body> {
  const members: Buffer[] = [];
  let pending = '{"state":{';
  for (const part of membersText(state, collectionNames, "", JSON.stringify)) {
    pending += part;
    if (pending.length < block) continue;
    members.push(await compress(pending, { level: 1 }));
    pending = "";
  }
  members.push(await compress(`${pending}}}`, { level: 1 }));
  const bytes = Buffer.concat(members);
  return { bytes, checksum: crc32(bytes), shape: rowShape };
}

/** How worlds become bodies, and back. */
export interface Packing {
  pack(state: State): Promise<Body>;
  unpack(place: string, body: Body): Promise<State>;
}

/** The world in a body; rejects with a Damaged when it is not as it was written, or does not fit. */
export async function unpackState(place: string, { bytes, checksum, shape }: Body): Promise<State> {
  if (crc32(bytes) !== checksum) throw new Damaged(place, "", "its checksum does not match");
  const text = await decompress(bytes);
  const { state } = (text.length <= mostAtOnce ? JSON.parse(text.toString()) : await readWorld(once(text))) as {
    state: State;
  };
  if (shape !== rowShape) await checkRows(place, state);
  return state;
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
  return change;
}

export const gzipped: Packing = { pack: packState, unpack: unpackState };
