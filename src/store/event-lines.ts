import { isAscii } from "node:buffer";
import type { EventRow } from "../domain/rows.ts";
import { pauses } from "./time-slice.ts";

const newline = 10;
/** V8 allocates the result of parsing a larger text in old space, which is slower. */
export const batch = 1 << 16;

/** The lines of a text, many at a time, with other work in between. The chunks may be overwritten after each turn. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const pause = pauses();
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = lastLine(text); end > 0; end = lastLine(text)) {
      yield text.subarray(0, end);
      text = text.subarray(end);
      const due = pause();
      if (due) await due;
    }
    rest = Buffer.from(text);
  }
}

/** The events of a text with an event a line, many at a time. */
export async function* eventsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<EventRow[]> {
  for await (const lines of linesOf(chunks)) yield eventsIn(lines);
}

/** Where the last line ends that begins and ends in the front of a text; a line longer than that counts too. */
function lastLine(text: Buffer): number {
  const last = text.subarray(0, batch).lastIndexOf(newline);
  return (last < 0 ? text.indexOf(newline) : last) + 1;
}

/** Plain text is copied, other text has to be decoded. Lines become one list, which is parsed at once. */
export function rowsIn<Row>(lines: Buffer): Row[] {
  const text = lines.toString(isAscii(lines) ? "latin1" : "utf8");
  return JSON.parse(`[${text.slice(0, -1).replaceAll("\n", ",")}]`);
}
export function eventsIn(lines: Buffer): EventRow[] {
  const events = rowsIn<EventRow>(lines);
  for (const event of events) share(event);
  return events;
}

const names = new Map<string, EventRow["eventName"]>();
const actors = new Map<string, EventRow["actor"]>();
const payloads = new Map<string, EventRow["payload"]>();
const mostShared = 1_000;

/** Events repeat few names, actors and payloads, and a parsed text has a copy of them in each. */
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
