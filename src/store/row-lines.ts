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

/** Lines become one list, because a single parse is faster. */
export const rowsIn = <Row>(lines: Buffer): Row[] =>
  JSON.parse(`[${decoded(lines).slice(0, -1).replaceAll("\n", ",")}]`);

const names = new Map<string, EventRow["eventName"]>();
const actors = new Map<string, EventRow["actor"]>();
const payloads = new Map<string, EventRow["payload"]>();
const mostShared = 1_000;

/** Saves memory: events repeat a few names, actors and payloads, and each parsed event has copies of its own. */
export function share(event: EventRow): void {
  event.eventName = shared(names, event.eventName, event.eventName);
  event.actor = shared(actors, `${event.actor.type} ${event.actor.name}`, event.actor);
  event.payload = shared(payloads, JSON.stringify(event.payload), event.payload);
}
function shared<T>(known: Map<string, T>, key: string, value: T): T {
  const found = known.get(key);
  if (found === undefined && known.size < mostShared) known.set(key, value);
  return found ?? value;
}
