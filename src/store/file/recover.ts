import { readLine } from "../checksummed-line.ts";
import { Damaged } from "../failures.ts";
import { changeMismatch } from "../row-check.ts";
import { type Entry, type Header, logFormat } from "./record.ts";

export interface Recovered {
  /** The number of the last change before the log. */
  after: number;
  entries: Entry[];
  /** How many bytes of the file are good. */
  length: number;
  /** Bytes at the end of a write that a crash cut off, and that was never answered. */
  torn: number;
}

const newline = 0x0a;

/** Reads a write-ahead log. A write that was cut off is no loss; damage is refused. */
export function recover(path: string, bytes: Buffer): Recovered {
  const refuse = (line: number, reason: string, pointer = "") =>
    new Damaged(path, `line ${line}${pointer && `, ${pointer}`}`, reason);
  const headerEnd = bytes.indexOf(newline);
  const header = headerEnd < 0 ? undefined : (readLine(bytes.subarray(0, headerEnd)) as Header | undefined);
  if (header?.after === undefined) {
    throw refuse(1, bytes.length === 0 ? "the file is empty" : "it does not begin as a log of tiers-sandbox");
  }
  if (header.format !== logFormat) throw refuse(1, `another tiers-sandbox wrote it (this one reads ${logFormat})`);

  const entries: Entry[] = [];
  let length = headerEnd + 1;
  let next = header.after + 1;
  /** The end of the last complete write. */
  let whole = { entries: 0, length };
  for (let line = 2; length < bytes.length; line++) {
    const end = bytes.indexOf(newline, length);
    const entry = end < 0 ? undefined : (readLine(bytes.subarray(length, end)) as Entry | undefined);
    if (entry === undefined) {
      if (isTorn(bytes, length, next)) break;
      throw refuse(line, "its checksum does not match: the line was changed or damaged after it was written");
    }
    if (entry.change !== next) throw refuse(line, `change ${entry.change} stands where change ${next} should be`);
    const wrong = changeMismatch(entry);
    if (wrong !== undefined) throw refuse(line, wrong.reason, wrong.pointer);
    entries.push(entry);
    length = end + 1;
    next++;
    if (entry.left === undefined) whole = { entries: entries.length, length };
  }
  return {
    after: header.after,
    entries: entries.slice(0, whole.entries),
    length: whole.length,
    torn: bytes.length - whole.length,
  };
}

/** Whether the rest is a single write that was cut off. */
function isTorn(bytes: Buffer, start: number, change: number): boolean {
  const rest = bytes.subarray(start);
  if (!rest.includes(newline)) return readLine(rest.subarray(0, -1)) === undefined;
  return hasHole(bytes, start) && !laterBatch(rest, change);
}

const sector = 512;

/** Sectors that a power cut kept from the disk read as zeros; a line holds no zero byte. */
function hasHole(bytes: Buffer, start: number): boolean {
  const from = bytes.indexOf(0, start);
  if (from < 0) return false;
  let to = from;
  while (to < bytes.length && bytes[to] === 0) to++;
  return (from === start || from % sector === 0) && (to === bytes.length || to % sector === 0);
}

/** A batch begins only when the one before is on disk: with a later batch behind it, a bad line is damage. */
function laterBatch(rest: Buffer, change: number): boolean {
  for (let at = 0; at < rest.length; ) {
    const end = rest.indexOf(newline, at);
    if (end < 0) return false;
    const entry = readLine(rest.subarray(at, end)) as Entry | undefined;
    if (entry !== undefined && entry.batch > change) return true;
    at = end + 1;
  }
  return false;
}
