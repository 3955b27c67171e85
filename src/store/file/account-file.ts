import { crc32 } from "node:zlib";
import type { State } from "../../domain/change.ts";
import { collectionNames } from "../../domain/collections.ts";
import { hex, isChecksummedLine } from "../checksummed-line.ts";
import { Damaged } from "../failures.ts";
import { emptyState } from "../memory/tables.ts";
import { firstMismatchIn } from "../row-check.ts";
import { decoded, linesOf } from "../row-lines.ts";
import { rowShape } from "../row-shape.ts";
import { membersText } from "../state-text.ts";
import { pack, unpack } from "../world-codec.ts";
import { blankChecksum, statedChecksum, withBlankChecksum, writeChecksummed } from "./checksummed-json.ts";
import { chunks, type Disk, type OpenFile, openIfThere, writeChunks } from "./disk.ts";
import { lineOf, repeatedName, syntaxFault, undecodableLine } from "./edited-json.ts";
import type { EventsMark } from "./events-file.ts";

/**
 * The account file of a small world is JSON that people can read and edit, with a field a line, or with a row a line
 * where there are many; that of a large world is packed.
 */

export const accountFormat = "tiers-sandbox/account@1";
/** A world of more rows has a row a line, which is written and read much faster. */
const mostIndented = 5_000;
/** A world of more rows is packed. */
export const mostReadable = 50_000;

export interface Head {
  /** How many changes the file holds; the write-ahead log begins with the next one. */
  changes: number;
  events: EventsMark;
  /** The number of the reset point; null for the seed. */
  resetsTo: number | null;
  /** How many times the world was replaced. */
  loads: number;
}

export interface AccountFile extends Head {
  /** The checksum of the row schemas with which the file was written; undefined where it was edited out. */
  shape: string | undefined;
  /** Whether it is as the sandbox wrote it. */
  intact: boolean;
  state: State;
}

const stored = collectionNames.filter((name) => name !== "events");

function headText({ changes, events, resetsTo, loads }: Head): string {
  const { file, bytes, checksum, packed } = events;
  return `{
  "format": "${accountFormat}",
  "changes": ${changes},
  "events": { "file": ${file}, "bytes": ${bytes}, "checksum": "${checksum}"${packed ? ', "packed": true' : ""} },
  "resetsTo": ${resetsTo},
  "loads": ${loads},
  "shape": "${rowShape}",${blankChecksum}`;
}

// Three brackets around a row give it its indent; the brackets themselves are cut off.
const indented = (row: unknown) =>
  JSON.stringify([[[row]]], null, 2).slice("[\n  [\n    [".length, -"\n    ]\n  ]\n]".length);

const onOneLine = (row: unknown) => `\n      ${JSON.stringify(row)}`;

const stateStart = ',\n  "state": {';
function* stateText(state: State, rowText: (row: unknown) => string): Generator<string> {
  yield stateStart;
  yield* membersText(state, stored, "\n    ", rowText);
  yield "\n  }\n}\n";
}

const rowsOf = (state: State) => stored.reduce((count, name) => count + state[name].length, 0);
/** Whether the world is too large for people to read. */
export const isPacked = (state: State, most: number) => rowsOf(state) > most;

/** Writes and syncs the file, without the events. A failure leaves no file. */
export function writeAccountFile(disk: Disk, path: string, head: Head, state: State, most: number): Promise<void> {
  return isPacked(state, most)
    ? writeChunks(disk, path, pack({ ...state, events: [] }, head))
    : writeChecksummed(
        disk,
        path,
        headText(head),
        stateText(state, isPacked(state, mostIndented) ? onOneLine : indented),
      );
}

/** Undefined where there is no file; rejects with a Damaged that says where it is wrong. The events are empty. */
export async function readAccountFile(disk: Disk, path: string): Promise<AccountFile | undefined> {
  const file = await openIfThere(disk, path, "r");
  if (file === undefined) return undefined;
  try {
    const start = await file.read(0, 100);
    refuseForeign(path, start);
    if (!isChecksummedLine(start)) return await readJson(path, file);
    const { meta, shape, state } = await unpack<Head>(path, chunks(file));
    return { ...meta, shape, state, intact: true };
  } finally {
    await file.close();
  }
}

const outdated =
  "an earlier version of tiers-sandbox wrote it; export the worlds of this folder with that version and import them " +
  "here, or name another folder";
/** The first bytes of gzip. */
const isGzip = (start: Buffer) => start[0] === 0x1f && start[1] === 0x8b;

function refuseForeign(path: string, start: Buffer): void {
  const text = start.toString("latin1");
  if (text === "") throw new Damaged(path, "", "the file is empty");
  if (isGzip(start) || /^\{\s*"version": [12],/.test(text)) throw new Damaged(path, "", outdated);
  if (start[0] === 0) throw new Damaged(path, "line 1", "there are zero bytes where JSON should be");
  if (start[0] === 0xef && start[1] === 0xbb)
    throw new Damaged(path, "line 1", "it begins with a byte-order mark; save it as UTF-8 without one");
  const [, format = accountFormat] = /^\{\s*"format": "(tiers-sandbox\/account@\d+)"/.exec(text) ?? [];
  // Rows of a newer version may not fit, so the format is checked before them.
  if (format !== accountFormat)
    throw new Damaged(path, "/format", `a newer tiers-sandbox wrote it (this one reads ${accountFormat})`);
}

/** In bytes: a larger text with a row a line is parsed in slices. */
const mostAtOnce = 1 << 22;

async function readJson(path: string, file: OpenFile): Promise<AccountFile> {
  const parts: Buffer[] = [];
  let sum = 0;
  for await (const chunk of chunks(file)) {
    const part = Buffer.from(chunk);
    sum = crc32(parts.length === 0 ? withBlankChecksum(part) : part, sum);
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  const intact = statedChecksum(bytes.subarray(0, 1_000)) === hex(sum);
  if (!intact) refuseMalformed(path, bytes);
  const isSliced = intact && bytes.length > mostAtOnce && !bytes.includes("\n      {\n");
  const parsed = (isSliced ? await parsedByLine(bytes) : JSON.parse(bytes.toString("utf8"))) as AccountFile;
  // Rows are checked before they are written, so rows of the same schemas need no second check.
  const isTrusted = intact && parsed.shape === rowShape;
  const { changes, events, resetsTo, loads, shape, state } = isTrusted ? parsed : checkedFrame(path, parsed);
  if (!isTrusted) await checkRows(path, bytes, state);
  return { changes, events, resetsTo, loads, shape, intact, state: { ...emptyState(), ...state } };
}

/** The content of a file that has a row a line. */
async function parsedByLine(bytes: Buffer): Promise<unknown> {
  const start = bytes.indexOf(stateStart);
  const state: Record<string, unknown[]> = {};
  let rows: unknown[] = [];
  for await (const batch of linesOf(once(bytes.subarray(start + stateStart.length + 1)))) {
    let texts = "";
    const take = () => {
      for (const row of JSON.parse(`[${texts.replace(/,$/, "")}]`)) rows.push(row);
      texts = "";
    };
    for (const line of decoded(batch).split("\n")) {
      if (line[6] === "{") texts += line;
      const [, name] = line[4] === '"' ? (/^ {4}"(\w+)": \[/.exec(line) ?? []) : [];
      if (name === undefined) continue;
      take();
      state[name] = rows = [];
    }
    take();
  }
  return { ...JSON.parse(`${bytes.toString("utf8", 0, start)}}`), state };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function refuseMalformed(path: string, bytes: Buffer): void {
  const undecodable = undecodableLine(bytes);
  if (undecodable !== undefined) throw new Damaged(path, `line ${undecodable}`, "it holds bytes that are not UTF-8");
  const text = bytes.toString("utf8");
  const fault = syntaxFault(text);
  if (fault) throw new Damaged(path, `line ${fault.line}`, `it is not JSON: ${fault.reason}`);
  for (const above of [[], ["state"]]) {
    const twice = repeatedName(text, above);
    if (twice !== undefined) throw new Damaged(path, `/${[...above, twice].join("/")}`, "is there twice");
  }
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isOptionalText = (value: unknown) => value === undefined || typeof value === "string";
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isMark = (value: unknown) =>
  isObject(value) &&
  isCount(value.file) &&
  isCount(value.bytes) &&
  /^[\da-f]{8}$/.test(String(value.checksum)) &&
  (value.packed === undefined || value.packed === true);

/** The members of an account file beside its rows, and what is expected of each. */
const members: Record<string, readonly [fits: (value: unknown) => boolean, expected: string]> = {
  format: [(value) => value === accountFormat, accountFormat],
  changes: [isCount, "the number of changes that it holds"],
  events: [isMark, "the number, the size and the checksum of the file of events"],
  resetsTo: [(value) => value === null || isCount(value), "the number of the reset point, or null"],
  loads: [isCount, "how many times the world was replaced"],
  shape: [isOptionalText, "a text"],
  checksum: [isOptionalText, "a text"],
  state: [isObject, "an object of collections"],
};

/** Checks everything but the rows. */
function checkedFrame(path: string, parsed: unknown): Omit<AccountFile, "intact"> {
  const head = isObject(parsed) ? parsed : {};
  for (const [name, [fits, expected]] of Object.entries(members))
    if (!fits(head[name])) throw new Damaged(path, `/${name}`, `expected ${expected}`);
  const lists = head.state as Record<string, unknown>;
  const stray = Object.keys(head).find((name) => !Object.hasOwn(members, name));
  if (stray !== undefined) throw new Damaged(path, `/${stray}`, "is not a field that is known here");
  for (const name of Object.keys(lists))
    if (!(stored as string[]).includes(name))
      throw new Damaged(path, `/state/${name}`, "is not a collection that is known here");
  for (const name of stored)
    if (!Array.isArray(lists[name]))
      throw new Damaged(path, `/state/${name}`, lists[name] === undefined ? "is missing" : "expected an array");
  return head as unknown as AccountFile;
}

async function checkRows(path: string, bytes: Buffer, state: Partial<State>): Promise<void> {
  const wrong = await firstMismatchIn(state);
  if (!wrong) return;
  const { name, nth, pointer, reason } = wrong;
  const line = lineOf(bytes.toString("utf8"), ["state", name, nth]);
  throw new Damaged(path, `line ${line}, /state/${name}/${nth}${pointer}`, reason);
}
