import { isAscii } from "node:buffer";
import type { EventRow } from "../domain/rows.ts";
import { sliced } from "./time-slice.ts";

const newline = 10;
/** In bytes: V8 allocates the result of parsing a larger text in old space, which is slower. */
const batch = 1 << 16;

/** Whole lines of a text, many at a time. Yields to other requests; a chunk may be overwritten by the next one. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const text = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
    const end = text.lastIndexOf(newline) + 1;
    yield* sliced(batchesOf(text.subarray(0, end)));
    begun = Buffer.from(text.subarray(end));
  }
}
function* batchesOf(lines: Buffer): Generator<Buffer> {
  for (let at = 0; at < lines.length; ) {
    const end = at + lastLine(lines.subarray(at));
    yield lines.subarray(at, end);
    at = end;
  }
}

/** The end of the last line in the first bytes of a text, or of its first line if that is longer. */
function lastLine(text: Buffer): number {
  const last = text.subarray(0, batch).lastIndexOf(newline);
  return (last < 0 ? text.indexOf(newline) : last) + 1;
}

/** UTF-8 as text. ASCII, which most rows are, is copied faster. */
export const decoded = (bytes: Buffer) => bytes.toString(isAscii(bytes) ? "latin1" : "utf8");

const eventStart = '{"eventId":';

/** Whole lines as rows. Events come last. */
export function rowsIn<Row>(lines: Buffer): Row[] {
  const text = decoded(lines);
  const at = text.startsWith(eventStart) ? 0 : text.indexOf(`\n${eventStart}`) + 1 || text.length;
  const events = text.slice(at);
  const found = (eventsIn(events) ?? listed(events)) as Row[];
  return at === 0 ? found : listed<Row>(text.slice(0, at)).concat(found);
}

/** Lines become one list, because a single parse is faster. */
const listed = <Row>(lines: string): Row[] => JSON.parse(`[${lines.slice(0, -1).replaceAll("\n", ",")}]`);

type Tail = Pick<EventRow, "actor" | "payload">;
const tailStart = ',"actor":';
const names = new Map<string, EventRow["eventName"]>();
const tails = new Map<string, Tail>();
const mostTails = 10_000;

/**
 * The journal is most of a world, and most events end with one of a few actors and payloads: these are parsed once, and
 * shared. Undefined for events whose fields are in another order, as in a world from elsewhere.
 */
function eventsIn(lines: string): EventRow[] | undefined {
  let heads = "";
  const ends: Tail[] = [];
  for (let at = 0; at < lines.length; ) {
    const cut = lines.indexOf(tailStart, at);
    const end = lines.indexOf("\n", at);
    if (cut < 0 || cut > end) return undefined;
    heads += `,${lines.slice(at, cut)}}`;
    const tail = tailOf(lines.slice(cut + 1, end));
    if (!tail) return undefined;
    ends.push(tail);
    at = end + 1;
  }
  const events: EventRow[] = JSON.parse(`[${heads.slice(1)}]`);
  for (const [nth, event] of events.entries()) {
    const { actor, payload } = ends[nth] as Tail;
    event.eventName = names.get(event.eventName) ?? named(event.eventName);
    event.actor = actor;
    event.payload = payload;
  }
  return events;
}
function named(name: EventRow["eventName"]): EventRow["eventName"] {
  if (names.size < mostTails) names.set(name, name);
  return name;
}
function tailOf(text: string): Tail | undefined {
  const known = tails.get(text);
  if (known) return known;
  const tail = parsedTail(text);
  // A part of a text keeps the whole of it in memory, so the key is a text of its own.
  if (tail && tails.size < mostTails) tails.set(JSON.stringify(tail).slice(1), tail);
  return tail;
}
function parsedTail(text: string): Tail | undefined {
  try {
    const tail: Tail = JSON.parse(`{${text}`);
    return Object.keys(tail).join() === "actor,payload" ? tail : undefined;
  } catch {
    return undefined;
  }
}
