import { crc32 } from "node:zlib";
import type { EventRow } from "../../domain/rows.ts";
import { batch, eventsIn, eventsOf } from "../event-lines.ts";
import { Damaged } from "../failures.ts";
import { misfit } from "../row-check.ts";
import { rowShape } from "../row-shape.ts";
import { chunks, type Disk, type OpenFile, openIfThere } from "./disk.ts";
import { encoder } from "./encoder.ts";
import { isUnpackFault, type Packable, packed, plain, plainChunks, usual } from "./pack.ts";
import { crc, hex } from "./record.ts";
import { syntaxFault } from "./syntax.ts";

/** How much of which events file belongs to an account: the account file says it, and whatever lies behind is void. */
export interface EventsMark {
  file: number;
  bytes: number;
  checksum: string;
  /** How many of the bytes, at the front, are packed; the lines behind them are plain. */
  packed?: number | undefined;
}

export const noEvents = (file: number): EventsMark => ({ file, bytes: 0, checksum: hex(crc32(rowShape)) });

const newline = 10;

/** The audit journal of one account: an event a line, only ever appended. A replaced world gets another file. */
export class EventsFile {
  #disk: Disk;
  #base: string;
  #packable: Packable;

  /** `base` is the path of the account's files without their endings. */
  constructor(disk: Disk, base: string, packable: Packable = usual) {
    this.#disk = disk;
    this.#base = base;
    this.#packable = packable;
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
    const { mostReadable, block } = this.#packable;
    // A journal that begins with many events is packed but for its end; later ones follow as plain lines.
    const isPacking = mark.bytes === 0 && events.length > mostReadable;
    let { bytes, packed: front } = mark;
    // Older programs wrote another checksum for no events.
    let sum = bytes === 0 ? crc32(rowShape) : Number.parseInt(mark.checksum, 16);
    const encoded = encoder();
    const write = async (part: Buffer) => {
      await file.write(part, bytes);
      sum = crc(part, sum);
      bytes += part.length;
    };
    try {
      let text = "";
      for (const event of events) {
        if (text.length >= block) {
          await write(await (isPacking ? packed : plain)(encoded(text)));
          if (isPacking) front = bytes;
          text = "";
        }
        text += `${JSON.stringify(event)}\n`;
      }
      await write(encoded(text));
      await file.sync();
    } finally {
      await file.close();
    }
    return { file: mark.file, bytes, checksum: hex(sum), packed: front };
  }

  async remove(file: number): Promise<void> {
    await this.#disk.remove(this.path(file));
  }

  /** The newest of the marked events, and the mark of those before them; undefined when the file was edited. */
  async newest(mark: EventsMark, shape: string): Promise<{ events: EventRow[]; before: EventsMark } | undefined> {
    const { file, bytes, checksum } = mark;
    const opened = await this.#open(file);
    try {
      const { start, tail, from } = await lastLines(opened, mark);
      let before = crc32(shape);
      for await (const chunk of chunks(opened, start + from)) before = crc32(chunk, before);
      if (bytes > 0 && hex(crc(tail.subarray(from), before)) !== checksum) return undefined;
      return {
        events: eventsIn(tail.subarray(from)),
        before: { ...mark, bytes: start + from, checksum: hex(before) },
      };
    } finally {
      await opened.close();
    }
  }

  /** The marked events, many at a time, with other work in between. Throws a Damaged when the file was changed. */
  async *read({ file, bytes, checksum, packed: front = 0 }: EventsMark, shape = rowShape): AsyncGenerator<EventRow[]> {
    const opened = await this.#open(file);
    const changed = () =>
      new Damaged(this.path(file), "", "it was changed while it was in use: stop the sandbox before you edit it");
    let sum = crc32(shape);
    const summed = async function* (from: number, to: number) {
      for await (const chunk of chunks(opened, to, from)) {
        sum = crc32(chunk, sum);
        yield chunk;
      }
    };
    try {
      yield* eventsOf(joined(plainChunks(summed(0, front)), summed(front, bytes)));
      if (bytes > 0 && hex(sum) !== checksum) throw changed();
    } catch (error) {
      throw error instanceof SyntaxError || isUnpackFault(error) ? changed() : error;
    } finally {
      await opened.close();
    }
  }

  /** Every event of a file that was edited, each checked, or a Damaged that names the line. */
  async readEdited({ file, bytes, packed: front = 0 }: EventsMark): Promise<EventRow[]> {
    const opened = await this.#open(file);
    const events: EventRow[] = [];
    let rest: Buffer = Buffer.alloc(0);
    let length = 0;
    const counted = async function* (from: number, to?: number) {
      for await (const chunk of chunks(opened, to, from)) {
        length += chunk.length;
        yield chunk;
      }
    };
    try {
      for await (const chunk of joined(plainChunks(counted(0, front)), counted(front))) {
        rest = Buffer.concat([rest, chunk]);
        for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
          events.push(checked(this.path(file), events, rest.toString("utf8", 0, end)));
          rest = rest.subarray(end + 1);
        }
      }
    } catch (error) {
      throw isUnpackFault(error) ? new Damaged(this.path(file), "", `its gzip is damaged: ${error.message}`) : error;
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

async function* joined<T>(...parts: AsyncIterable<T>[]): AsyncGenerator<T> {
  for (const part of parts) yield* part;
}

/** The end of a file that is long enough for a whole line, where it starts, and where its first whole line begins. */
async function lastLines(file: OpenFile, { bytes, packed: front = 0 }: EventsMark) {
  for (let length = batch; ; length *= 2) {
    const start = Math.max(front, bytes - length);
    const tail = await file.read(start, bytes - start);
    const from = start === front ? 0 : tail.indexOf(newline) + 1;
    if (start === front || from < tail.length) return { start, tail, from };
  }
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
