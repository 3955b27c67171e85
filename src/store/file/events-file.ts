import { isAscii } from "node:buffer";
import { setImmediate as turn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import type { EventRow } from "../../domain/rows.ts";
import { Damaged } from "../failures.ts";
import { misfit } from "../fit.ts";
import { chunks, type Disk, type OpenFile, openIfThere } from "./disk.ts";
import { crc, hex } from "./record.ts";
import { rowShape } from "./row-shape.ts";
import { syntaxFault } from "./syntax.ts";

/** How much of which events file belongs to an account: the account file says it, and whatever lies behind is void. */
export interface EventsMark {
  file: number;
  bytes: number;
  checksum: string;
}

export const noEvents = (file: number): EventsMark => ({ file, bytes: 0, checksum: hex(crc32(rowShape)) });

const newline = 10;
const block = 1 << 22;
/** V8 allocates the result of parsing a larger text in old space, which is slower. */
const batch = 1 << 16;

/** The audit journal of one account: an event a line, only ever appended. A replaced world gets another file. */
export class EventsFile {
  #disk: Disk;
  #base: string;

  /** `base` is the path of the account's files without their endings. */
  constructor(disk: Disk, base: string) {
    this.#disk = disk;
    this.#base = base;
  }

  /** The numbers of the events files and reset points among the names of a folder, by the account's file name. */
  static numbersIn(names: readonly string[]): Map<string, number[]> {
    const found = new Map<string, number[]>();
    for (const name of names) {
      const [, account, events, start] = /^(.+)\.(?:events-(\d+)\.jsonl|start-(\d+)\.json)$/.exec(name) ?? [];
      const file = events ?? start;
      if (account !== undefined) found.set(account, [...(found.get(account) ?? []), Number(file)]);
    }
    return found;
  }

  path(file: number): string {
    return `${this.#base}.events-${file}.jsonl`;
  }

  /** Writes events behind the marked ones and syncs them. They count once an account file says so. */
  async append(mark: EventsMark, events: readonly EventRow[], fresh = mark.bytes === 0): Promise<EventsMark> {
    if (events.length === 0 && mark.bytes > 0) return mark;
    const file = await this.#disk.open(this.path(mark.file), fresh ? "w" : "r+");
    let { bytes } = mark;
    // Older programs wrote another checksum for no events.
    let sum = bytes === 0 ? crc32(rowShape) : Number.parseInt(mark.checksum, 16);
    const write = async (text: string) => {
      const part = Buffer.from(text);
      await file.write(part, bytes);
      sum = crc(part, sum);
      bytes += part.length;
    };
    try {
      let text = "";
      for (const event of events) {
        text += `${JSON.stringify(event)}\n`;
        if (text.length < block) continue;
        await write(text);
        text = "";
      }
      await write(text);
      await file.sync();
    } finally {
      await file.close();
    }
    return { file: mark.file, bytes, checksum: hex(sum) };
  }

  async remove(file: number): Promise<void> {
    await this.#disk.remove(this.path(file));
  }

  /** The newest of the marked events, and the mark of those before them; undefined when the file was edited. */
  async newest(
    { file, bytes, checksum }: EventsMark,
    shape: string,
  ): Promise<{ events: EventRow[]; before: EventsMark } | undefined> {
    const opened = await this.#open(file);
    try {
      const { start, tail, from } = await lastLines(opened, bytes);
      let before = crc32(shape);
      for await (const chunk of chunks(opened, start + from)) before = crc32(chunk, before);
      if (bytes > 0 && hex(crc(tail.subarray(from), before)) !== checksum) return undefined;
      return {
        events: eventsIn(tail.subarray(from)),
        before: { file, bytes: start + from, checksum: hex(before) },
      };
    } finally {
      await opened.close();
    }
  }

  /** The marked events, many at a time, with other work in between. Throws a Damaged when the file was changed. */
  async *read({ file, bytes, checksum }: EventsMark, shape = rowShape): AsyncGenerator<EventRow[]> {
    const opened = await this.#open(file);
    const changed = () =>
      new Damaged(this.path(file), "", "it was changed while it was in use: stop the sandbox before you edit it");
    let sum = crc32(shape);
    let rest: Buffer = Buffer.alloc(0);
    try {
      for await (const chunk of chunks(opened, bytes)) {
        sum = crc32(chunk, sum);
        rest = Buffer.concat([rest, chunk]);
        for (let end = lastLine(rest); end > 0; end = lastLine(rest)) {
          yield eventsIn(rest.subarray(0, end));
          rest = rest.subarray(end);
        }
        await turn();
      }
      if (bytes > 0 && hex(sum) !== checksum) throw changed();
    } catch (error) {
      throw error instanceof SyntaxError ? changed() : error;
    } finally {
      await opened.close();
    }
  }

  /** Every event of a file that was edited, each checked, or a Damaged that names the line. */
  async readEdited({ file, bytes }: EventsMark): Promise<EventRow[]> {
    const opened = await this.#open(file);
    const events: EventRow[] = [];
    let rest: Buffer = Buffer.alloc(0);
    let length = 0;
    try {
      for await (const chunk of chunks(opened)) {
        length += chunk.length;
        rest = Buffer.concat([rest, chunk]);
        for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
          events.push(checked(this.path(file), events, rest.toString("utf8", 0, end)));
          rest = rest.subarray(end + 1);
        }
      }
    } finally {
      await opened.close();
    }
    const last = rest.toString("utf8");
    // Behind the marked events there may be a line that a crash cut off.
    const cutOff = length > bytes && syntaxFault(last) !== undefined;
    if (last !== "" && !cutOff) events.push(checked(this.path(file), events, last));
    return events;
  }

  async #open(file: number): Promise<OpenFile> {
    const opened = await openIfThere(this.#disk, this.path(file), "r");
    if (opened !== undefined) return opened;
    throw new Damaged(this.path(file), "", "the file is missing, and the account's events with it");
  }
}

/** The end of a file that is long enough for a whole line, where it starts, and where its first whole line begins. */
async function lastLines(file: OpenFile, bytes: number): Promise<{ start: number; tail: Buffer; from: number }> {
  for (let length = batch; ; length *= 2) {
    const start = Math.max(0, bytes - length);
    const tail = await file.read(start, bytes - start);
    const from = start === 0 ? 0 : tail.indexOf(newline) + 1;
    if (start === 0 || from < tail.length) return { start, tail, from };
  }
}

/** Where the last line ends that begins and ends in the front of a text; a line longer than that counts too. */
function lastLine(text: Buffer): number {
  const last = text.subarray(0, batch).lastIndexOf(newline);
  return (last < 0 ? text.indexOf(newline) : last) + 1;
}

/** Plain text is copied, other text has to be decoded. Lines become one list, which is parsed at once. */
function eventsIn(lines: Buffer): EventRow[] {
  const text = lines.toString(isAscii(lines) ? "latin1" : "utf8");
  return JSON.parse(`[${text.slice(0, -1).replaceAll("\n", ",")}]`);
}

function checked(path: string, before: readonly EventRow[], line: string): EventRow {
  const place = `line ${before.length + 1}`;
  const fault = syntaxFault(line);
  if (fault) throw new Damaged(path, place, `it is not JSON: ${fault.reason}`);
  const event = JSON.parse(line) as EventRow;
  const wrong = misfit("events", event);
  if (wrong) throw new Damaged(path, `${place}${wrong.pointer && `, ${wrong.pointer}`}`, wrong.reason);
  const last = before.at(-1)?.eventId ?? 0;
  if (event.eventId <= last) throw new Damaged(path, `${place}, /eventId`, `${event.eventId} comes after ${last}`);
  return event;
}
