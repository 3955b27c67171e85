import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import type { State } from "../../domain/change.ts";
import { type CollectionName, collectionNames } from "../../domain/collections.ts";
import { Damaged } from "../failures.ts";
import { emptyState } from "../memory/tables.ts";
import { misfit } from "../row-check.ts";
import { rowShape } from "../row-shape.ts";
import { membersText } from "../state-text.ts";
import { blankChecksum, sealOf, unsealed, writeSealed } from "./checksummed-json.ts";
import { chunks, type Disk, type OpenFile, openIfThere } from "./disk.ts";
import type { EventsMark } from "./events-file.ts";
import { temporary } from "./names.ts";
import { isUnpackFault, type Packable, plainChunks, usual } from "./pack.ts";
import { hex } from "./record.ts";
import { Scan, ScanFault } from "./scan.ts";
import { syntaxFault } from "./syntax.ts";

/** Raise it when older programs would misread the files. In version 1 the account file held the events too. */
export const version = 2;

export interface AccountFile {
  version: number;
  /** How many changes it holds already; the write-ahead log goes on from there. */
  changes: number;
  /** Undefined in version 1, where `state` holds the events. */
  events: EventsMark | undefined;
  /** The number of the reset point; null for none, undefined where an older program wrote the file. */
  resetsTo: number | null | undefined;
  /** The row schemas with which it was written, as far as it says. */
  shape: string | undefined;
  /** Whether it is as the sandbox wrote it. */
  intact: boolean;
  state: State;
  bytes: number;
}
export type Head = Pick<AccountFile, "changes" | "resetsTo"> & { events: EventsMark };

const stored = collectionNames.filter((name) => name !== "events");

function headText({ changes, events, resetsTo }: Head): string {
  const { file, bytes, checksum, packed } = events;
  const front = packed === undefined ? "" : `, "packed": ${packed}`;
  const start = resetsTo === undefined ? "" : `\n  "resetsTo": ${resetsTo},`;
  return `{
  "version": ${version},
  "changes": ${changes},
  "events": { "file": ${file}, "bytes": ${bytes}, "checksum": "${checksum}"${front} },${start}
  "shape": "${rowShape}",${blankChecksum}`;
}

// Two brackets around a row give it its depth; the brackets themselves are cut off.
const indented = (row: unknown) => JSON.stringify([[row]], null, 2).slice("[\n  [".length, -"\n  ]\n]".length);
const onOneLine = (row: unknown) => `\n    ${JSON.stringify(row)}`;

function* textOf(state: State, rowText: (row: unknown) => string): Generator<string> {
  yield ",";
  yield* membersText(state, stored, "\n  ", rowText);
  yield "\n}\n";
}

/** Writes it beside the file, to be put in its place. Returns the size of its text. */
export const prepareAccountFile = (disk: Disk, path: string, head: Head, state: State, packable?: Packable) =>
  writeAccountFile(disk, temporary(path), head, state, packable);

/**
 * Writes and syncs it, and leaves nothing behind when that fails. Returns the size of its text. A world of many rows is
 * for programs to read: it has a row a line, and is packed.
 */
export function writeAccountFile(
  disk: Disk,
  path: string,
  head: Head,
  state: State,
  { mostReadable, block }: Packable = usual,
): Promise<number> {
  const readable = stored.reduce((count, name) => count + state[name].length, 0) <= mostReadable;
  const parts = textOf(state, readable ? indented : onOneLine);
  return writeSealed(disk, path, headText(head), parts, { seed: rowShape, block: readable ? undefined : block });
}

/** In one step: a crash leaves the file as it was, or the new one. */
export async function placeAccountFile(disk: Disk, path: string): Promise<void> {
  try {
    await disk.rename(temporary(path), path);
  } catch (error) {
    await disk.remove(temporary(path)).catch(() => {});
    throw error;
  }
  await disk.syncFolder(dirname(path));
}

export async function readAccountFile(disk: Disk, path: string): Promise<AccountFile | undefined> {
  const file = await openIfThere(disk, path, "r");
  if (file === undefined) return undefined;
  try {
    return await read(path, file);
  } catch (error) {
    if (error instanceof Damaged) throw error;
    if (isUnpackFault(error)) throw new Damaged(path, "", `its gzip is damaged: ${error.message}`);
    const fault = syntaxFault((await wholeText(file)).toString("utf8"));
    if (fault !== undefined) throw new Damaged(path, `line ${fault.line}`, `it is not JSON: ${fault.reason}`);
    if (error instanceof ScanFault) throw new Damaged(path, await lineAt(file, error.offset), error.message);
    throw error;
  } finally {
    await file.close();
  }
}

/** Where the rows begin in the file. */
type Offsets = Record<CollectionName, number[]>;

/** In bytes: a text of this size is parsed at once, which takes half as long as row by row. */
const mostAtOnce = 1 << 23;

async function read(path: string, file: OpenFile): Promise<AccountFile> {
  const state = emptyState();
  const offsets = emptyState() as unknown as Offsets;
  const scan = new Scan(({ name, offset, value }) => {
    if (!Object.hasOwn(state, name)) return;
    (state[name as CollectionName] as unknown[]).push(value);
    offsets[name as CollectionName].push(offset);
  });
  const feed = (part: Buffer) => {
    const first = scan.skeleton === "";
    scan.feed(part);
    if (first) refuseNewer(path, scan.skeleton);
  };
  let sum = 0;
  let bytes = 0;
  let whole: Buffer[] | undefined = [];
  for await (const part of plainChunks(chunks(file))) {
    const first = bytes === 0;
    if (first) refuseForeignStart(path, part);
    sum = first ? crc32(unsealed(part), crc32(shapeIn(part) ?? rowShape)) : crc32(part, sum);
    bytes += part.length;
    whole?.push(Buffer.from(part));
    if (!whole) feed(part);
    else if (bytes > mostAtOnce) {
      whole.forEach(feed);
      whole = undefined;
    }
  }
  if (bytes === 0) throw new Damaged(path, "", "the file is empty");
  const text = whole && Buffer.concat(whole);
  if (text && isOwn(text, sum)) return { ...ownFile(text), bytes };
  if (text) feed(text);
  const { checksum, ...head } = frame(path, scan.skeleton, state);
  const intact = checksum === hex(sum);
  // Rows are checked before they are written, so a file whose checksum holds needs no second check.
  if (!intact || (head.shape ?? rowShape) !== rowShape) await checkRows(path, file, state, offsets);
  return { ...head, intact, state, bytes };
}

/** Whether a text is as this version writes it: then nothing in it needs a check. */
const isOwn = (text: Buffer, sum: number): boolean =>
  text.indexOf(`{\n  "version": ${version},\n`) === 0 && shapeIn(text) === rowShape && sealOf(text) === hex(sum);

function ownFile(text: Buffer): Omit<AccountFile, "bytes"> {
  const { checksum: _, version: written, changes, events, resetsTo, shape, ...rows } = JSON.parse(text.toString());
  return { version: written, changes, events, resetsTo, shape, intact: true, state: { ...rows, events: [] } };
}

const shapeIn = (start: Buffer) => /\n {2}"shape": "([^"]*)"/.exec(start.toString("latin1", 0, 1000))?.[1];

function refuseForeignStart(path: string, start: Buffer): void {
  if (start[0] === 0) throw new Damaged(path, "line 1", "there are zero bytes where JSON should be");
  if (start[0] === 0xef && start[1] === 0xbb)
    throw new Damaged(path, "line 1", "it begins with a byte-order mark; save it as UTF-8 without one");
}

/** Rows of a newer version may not fit: the version, which stands first, is judged before them. */
function refuseNewer(path: string, skeleton: string): void {
  if (Number(/^\{"version":(\d+)/.exec(skeleton)?.[1] ?? 0) > version)
    throw new Damaged(path, "/version", `a newer tiers-sandbox wrote it (this one reads version ${version})`);
}

async function checkRows(path: string, file: OpenFile, state: State, offsets: Offsets): Promise<void> {
  for (const name of collectionNames)
    for (const [nth, row] of state[name].entries()) {
      const wrong = misfit(name, row);
      if (wrong === undefined) continue;
      const line = await lineAt(file, offsets[name][nth] as number);
      throw new Damaged(path, `${line}, /${name}/${nth}${wrong.pointer}`, wrong.reason);
    }
}

async function wholeText(file: OpenFile): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of plainChunks(chunks(file))) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

async function lineAt(file: OpenFile, offset: number): Promise<string> {
  return `line ${(await wholeText(file)).subarray(0, offset).toString("latin1").split("\n").length}`;
}

/** Checks everything but the rows. */
function frame(path: string, skeleton: string, state: State) {
  const refuse = (pointer: string, reason: string) => new Damaged(path, pointer, reason);
  const head = (JSON.parse(skeleton) ?? {}) as Record<string, unknown>;
  const { version: written, changes, checksum, shape, resetsTo, ...rest } = head;
  if (written !== version && written !== 1) throw refuse("/version", `expected ${version}`);
  if (!Number.isSafeInteger(changes) || (changes as number) < 0)
    throw refuse("/changes", "expected the number of changes that it holds");
  if (shape !== undefined && typeof shape !== "string") throw refuse("/shape", "expected a text");
  if (resetsTo !== undefined && resetsTo !== null && !Number.isSafeInteger(resetsTo))
    throw refuse("/resetsTo", "expected the number of the reset point, or null");
  const { events, ...others } = rest;
  const former = written === 1;
  if (!former && !isMark(events))
    throw refuse("/events", "expected the number, the size and the checksum of the file of events");
  const lists = former ? rest : others;
  for (const name of Object.keys(lists))
    if (!Object.hasOwn(state, name)) throw refuse(`/${name}`, "is not a collection that is known here");
  for (const name of former ? collectionNames : stored) checkList(name, lists[name], state[name], refuse);
  return {
    version: written,
    changes: changes as number,
    events: former ? undefined : (events as EventsMark),
    resetsTo: resetsTo as number | null | undefined,
    shape,
    checksum,
  };
}

function checkList(name: string, list: unknown, rows: unknown[], refuse: (at: string, reason: string) => Damaged) {
  if (!Array.isArray(list)) throw refuse(`/${name}`, list === undefined ? "is missing" : "expected an array");
  const odd = list.findIndex((place, nth) => place !== nth);
  if (odd >= 0) throw refuse(`/${name}/${odd}`, "expected an object");
  if (list.length !== rows.length) throw refuse(`/${name}`, "is there twice");
}

function isMark(value: unknown): boolean {
  const { file, bytes, checksum, packed: front = 0 } = (value ?? {}) as Record<string, unknown>;
  const numbers = [file, bytes, front].every((number) => Number.isSafeInteger(number));
  return numbers && /^[\da-f]{8}$/.test(String(checksum));
}
