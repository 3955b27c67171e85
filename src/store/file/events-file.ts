import { crc32 } from "node:zlib";
import type { EventRow } from "../../domain/rows.ts";
import { hex } from "../checksummed-line.ts";
import { Damaged } from "../failures.ts";
import { firstMismatch } from "../row-check.ts";
import { linesOf, rowsIn } from "../row-lines.ts";
import { sliced } from "../time-slice.ts";
import { compress, isOfChangedBytes, orDamaged, unzipped } from "../world-codec.ts";
import { chunks, type Disk, joined, type OpenFile, openIfThere } from "./disk.ts";
import { syntaxFault } from "./edited-json.ts";

/** How much of which events file belongs to an account. The account file names it; bytes behind it are void. */
export interface EventsMark {
  file: number;
  bytes: number;
  checksum: string;
  /** The lines are packed by gzip, as the account file of a large world is. */
  packed?: true;
}

export const noEvents = (file: number, isPacked = false): EventsMark => ({
  ...{ file, bytes: 0, checksum: hex(0) },
  ...(isPacked ? { packed: true } : {}),
});

/** In characters: the size of one write. */
const block = 1 << 20;

/** Node 20 and 22 forget the sum so far when they are given some empty buffers. */
const crc = (bytes: Buffer, sum: number) => (bytes.length === 0 ? sum : crc32(bytes, sum));

/** The audit journal of one account: an event a line, only ever appended. A replaced world gets another file. */
export class EventsFile {
  #disk: Disk;
  #base: string;

  /** `base` is the path of the account's files without their endings. */
  constructor(disk: Disk, base: string) {
    this.#disk = disk;
    this.#base = base;
  }

  path({ file, packed }: Pick<EventsMark, "file" | "packed">): string {
    return `${this.#base}.events-${file}.jsonl${packed ? ".gz" : ""}`;
  }

  /** Writes events behind the marked ones and syncs them. They count once an account file names them. */
  async append(mark: EventsMark, events: readonly EventRow[], fresh = mark.bytes === 0): Promise<EventsMark> {
    if (events.length === 0 && mark.bytes > 0) return mark;
    const file = await this.#disk.open(this.path(mark), fresh ? "w" : "r+");
    let { bytes } = mark;
    let sum = Number.parseInt(mark.checksum, 16);
    const write = async (text: string) => {
      const part = mark.packed ? await compress(text) : Buffer.from(text);
      await file.write(part, bytes);
      sum = crc(part, sum);
      bytes += part.length;
    };
    try {
      let text = "";
      for (const event of events) {
        if (text.length >= block) {
          await write(text);
          text = "";
        }
        text += `${JSON.stringify(event)}\n`;
      }
      await write(text);
      await file.sync();
    } finally {
      await file.close();
    }
    return { ...mark, bytes, checksum: hex(sum) };
  }

  async remove(file: number): Promise<void> {
    await this.#disk.remove(this.path({ file }));
    await this.#disk.remove(this.path({ file, packed: true }));
  }

  /** The marked events; undefined when the file was changed since it was written. */
  async read(mark: EventsMark): Promise<EventRow[] | undefined> {
    const { bytes, checksum, packed } = mark;
    const opened = await this.#open(mark);
    let sum = 0;
    const summed = async function* () {
      for await (const chunk of chunks(opened, bytes)) {
        sum = crc32(chunk, sum);
        yield chunk;
      }
    };
    const events: EventRow[] = [];
    try {
      for await (const lines of linesOf(packed ? unzipped(summed()) : summed()))
        for (const event of rowsIn<EventRow>(lines)) events.push(event);
    } catch (error) {
      if (!isOfChangedBytes(error)) throw error;
      return undefined;
    } finally {
      await opened.close();
    }
    return hex(sum) === checksum ? events : undefined;
  }

  /** Every event of a file that was changed, each checked; throws a Damaged that names the line. */
  async readEdited(mark: EventsMark): Promise<EventRow[]> {
    const { bytes, packed } = mark;
    const path = this.path(mark);
    const opened = await this.#open(mark);
    const text = packed ? unzipped(chunks(opened, bytes)) : chunks(opened);
    const content = await orDamaged(path, () => joined(text)).finally(() => opened.close());
    const lines = content.toString("utf8").split("\n");
    const last = lines.pop() as string;
    // Behind the marked events there may be a line that a crash cut off.
    if (last !== "" && !(!packed && content.length > bytes && syntaxFault(last))) lines.push(last);
    const events: EventRow[] = [];
    for await (const line of sliced(lines)) events.push(checked(path, events, line));
    return events;
  }

  async #open(mark: EventsMark): Promise<OpenFile> {
    const opened = await openIfThere(this.#disk, this.path(mark), "r");
    if (opened !== undefined) return opened;
    throw new Damaged(this.path(mark), "", "the file is missing, and the account's events with it");
  }
}

function checked(path: string, before: readonly EventRow[], line: string): EventRow {
  const place = `line ${before.length + 1}`;
  const fault = syntaxFault(line);
  if (fault) throw new Damaged(path, place, `it is not JSON: ${fault.reason}`);
  const event = JSON.parse(line) as EventRow;
  const wrong = firstMismatch("events", event);
  if (wrong) throw new Damaged(path, `${place}${wrong.pointer && `, ${wrong.pointer}`}`, wrong.reason);
  const last = before.at(-1)?.eventId ?? 0;
  if (event.eventId <= last) throw new Damaged(path, `${place}, /eventId`, `${event.eventId} comes after ${last}`);
  return event;
}
