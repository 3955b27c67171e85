import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import type { State } from "../../domain/change.ts";
import type { CollectionName } from "../../domain/collections.ts";
import { Damaged } from "../failures.ts";
import { misfit } from "../fit.ts";
import { collectionNames, emptyState } from "../memory/tables.ts";
import { chunks, type Disk, type OpenFile, openIfThere, Sliding } from "./disk.ts";
import type { EventsMark } from "./events-file.ts";
import { hex } from "./record.ts";
import { rowShape } from "./row-shape.ts";
import { type Piece, Scan, ScanFault } from "./scan.ts";
import { syntaxFault } from "./syntax.ts";
import { UncheckedRows } from "./unchecked-rows.ts";

/** Raise it when older programs would misread the files. Version 1 held the events too, and its log was a `.journal`. */
export const version = 2;

export interface AccountFile {
  version: number;
  /** How many changes it holds already; the write-ahead log goes on from there. */
  changes: number;
  /** Where its events are; undefined where `state` holds them. */
  events: EventsMark | undefined;
  state: State;
  bytes: number;
}
type Head = Pick<AccountFile, "changes"> & { events: EventsMark };

const chunk = 1 << 17;
const longestHead = 256;

const headText = ({ changes, events: { file, bytes, checksum } }: Head, ownChecksum: string) => `{
  "version": ${version},
  "changes": ${changes},
  "events": { "file": ${file}, "bytes": ${bytes}, "checksum": "${checksum}" },
  "checksum": "${ownChecksum}"`;
const headPattern =
  /^\{\n {2}"version": 2,\n {2}"changes": (\d+),\n {2}"events": \{ "file": (\d+), "bytes": (\d+), "checksum": "([\da-f]{8})" \},\n {2}"checksum": "([\da-f]{8})"/;

/** The checksum of a file begins with what its rows look like: a changed schema makes an old file one to be checked. */
const beginSum = (head: Head) => crc32(`${rowShape} ${headText(head, "")}`);

const stored = collectionNames.filter((name) => name !== "events");

/** What follows the head: two-space JSON, piece by piece, so that other work comes in between. */
function* bodyText(state: State): Generator<string> {
  for (const name of stored) {
    const rows: readonly unknown[] = state[name];
    yield `,\n  "${name}": [`;
    let comma = "";
    for (const row of rows) {
      // Two brackets around a row give it its depth; the brackets themselves are cut off.
      yield comma + JSON.stringify([[row]], null, 2).slice("[\n  [".length, -"\n  ]\n]".length);
      comma = ",";
    }
    yield rows.length === 0 ? "]" : "\n  ]";
  }
  yield "\n}\n";
}

const temporary = (path: string) => `${path}.tmp`;

/** Writes it beside the file, to be put in its place. Returns its size. */
export async function prepareAccountFile(disk: Disk, path: string, head: Head, state: State): Promise<number> {
  let sum = beginSum(head);
  let position = headText(head, hex(sum)).length;
  try {
    const file = await disk.open(temporary(path), "w");
    try {
      let pending = "";
      const flush = async () => {
        const bytes = Buffer.from(pending);
        pending = "";
        sum = crc32(bytes, sum);
        await file.write(bytes, position);
        position += bytes.length;
      };
      for (const part of bodyText(state)) {
        pending += part;
        if (pending.length > chunk) await flush();
      }
      await flush();
      await file.write(Buffer.from(headText(head, hex(sum))), 0);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await disk.remove(temporary(path)).catch(() => {});
    throw error;
  }
  return position;
}

/** In one step: a crash leaves the file as it was, or the new one. */
export async function placeAccountFile(disk: Disk, path: string): Promise<void> {
  await disk.rename(temporary(path), path);
  await disk.syncFolder(dirname(path));
}

export async function readAccountFile(disk: Disk, path: string): Promise<AccountFile | undefined> {
  await disk.remove(temporary(path));
  const file = await openIfThere(disk, path, "r");
  if (file === undefined) return undefined;
  try {
    return (await readIntact(file)) ?? (await readEdited(disk, path, file));
  } finally {
    await file.close();
  }
}

/** Rows were checked before they were written: a file whose checksum holds is taken as it is. */
async function readIntact(file: OpenFile): Promise<AccountFile | undefined> {
  const start = (await file.read(0, longestHead)).toString("latin1");
  const [matched, changes, number, size, eventsChecksum = "", checksum] = headPattern.exec(start) ?? [];
  if (matched === undefined) return undefined;
  const head = {
    changes: Number(changes),
    events: { file: Number(number), bytes: Number(size), checksum: eventsChecksum },
  };
  const rows = new UncheckedRows();
  const sliding = new Sliding(file, matched.length);
  let sum = beginSum(head);
  let bytes = matched.length;
  let rest: Buffer = Buffer.alloc(0);
  try {
    for (let view = await sliding.next(rest); view !== undefined; view = await sliding.next(rest)) {
      const came = view.subarray(rest.length);
      sum = crc32(came, sum);
      bytes += came.length;
      rest = rows.take(view);
    }
    if (rest.toString("latin1") !== "\n}\n" || hex(sum) !== checksum) return undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  } finally {
    await sliding.settled();
  }
  return { version, ...head, state: rows.state, bytes };
}

/** The file was edited or damaged, or an older program wrote it: every row is checked. */
async function readEdited(disk: Disk, path: string, file: OpenFile): Promise<AccountFile> {
  const state = emptyState();
  // Rows of a newer version may not fit: the version, which stands first, is judged before them.
  let newer: boolean | undefined;
  const scan = new Scan((piece) => {
    newer ??= isNewer(scan.skeleton);
    if (!newer) take(path, state, piece);
  });
  let bytes = 0;
  try {
    for await (const chunk of chunks(file)) {
      if (bytes === 0) refuseForeignStart(path, chunk);
      bytes += chunk.length;
      scan.feed(chunk);
      if (newer) break;
    }
    if (bytes === 0) throw new Damaged(path, "", "the file is empty");
    return { ...frame(path, scan.skeleton, state), state, bytes };
  } catch (error) {
    if (error instanceof Damaged) throw error;
    const fault = syntaxFault((await wholeText(disk, path)) ?? "");
    if (fault !== undefined) throw new Damaged(path, `line ${fault.line}`, `it is not JSON: ${fault.reason}`);
    if (error instanceof ScanFault) throw new Damaged(path, `line ${error.line}`, error.message);
    throw error;
  }
}

function refuseForeignStart(path: string, start: Buffer): void {
  if (start[0] === 0) throw new Damaged(path, "line 1", "there are zero bytes where JSON should be");
  if (start[0] === 0xef && start[1] === 0xbb)
    throw new Damaged(path, "line 1", "it begins with a byte-order mark; save it as UTF-8 without one");
}

function take(path: string, state: State, { name, nth, line, text }: Piece): void {
  if (!Object.hasOwn(state, name)) return;
  const row = JSON.parse(text);
  const wrong = misfit(name as CollectionName, row);
  if (wrong !== undefined) throw new Damaged(path, `line ${line}, /${name}/${nth}${wrong.pointer}`, wrong.reason);
  (state[name as CollectionName] as unknown[]).push(row);
}

const isNewer = (skeleton: string) => Number(/^\{"version":(\d+)/.exec(skeleton)?.[1] ?? 0) > version;

/** Judges what is around the rows. */
function frame(path: string, skeleton: string, state: State): Pick<AccountFile, "version" | "changes" | "events"> {
  const refuse = (pointer: string, reason: string) => new Damaged(path, pointer, reason);
  if (isNewer(skeleton)) throw refuse("/version", `a newer tiers-sandbox wrote it (this one reads version ${version})`);
  const { version: written, changes, checksum: _, ...rest } = JSON.parse(skeleton) as Record<string, unknown>;
  if (written !== version && written !== 1) throw refuse("/version", `expected ${version}`);
  if (!Number.isSafeInteger(changes) || (changes as number) < 0)
    throw refuse("/changes", "expected the number of changes that it holds");
  const { events, ...others } = rest;
  const lists = written === 1 ? rest : others;
  if (written === version && !isMark(events))
    throw refuse("/events", "expected the number, the size and the checksum of the file of events");
  for (const name of Object.keys(lists))
    if (!Object.hasOwn(state, name)) throw refuse(`/${name}`, "is not a collection that is known here");
  for (const name of written === 1 ? collectionNames : stored) checkList(name, lists[name], state[name], refuse);
  const mark = written === version ? (events as EventsMark) : undefined;
  return { version: written, changes: changes as number, events: mark };
}

function checkList(name: string, list: unknown, rows: unknown[], refuse: (at: string, reason: string) => Damaged) {
  if (!Array.isArray(list)) throw refuse(`/${name}`, list === undefined ? "is missing" : "expected an array");
  const odd = list.findIndex((place, nth) => place !== nth);
  if (odd >= 0) throw refuse(`/${name}/${odd}`, "expected an object");
  if (list.length !== rows.length) throw refuse(`/${name}`, "is there twice");
}

function isMark(value: unknown): boolean {
  const { file, bytes, checksum } = (value ?? {}) as Record<string, unknown>;
  return Number.isSafeInteger(file) && Number.isSafeInteger(bytes) && /^[\da-f]{8}$/.test(String(checksum));
}

async function wholeText(disk: Disk, path: string): Promise<string | undefined> {
  const file = await disk.open(path, "r");
  try {
    const parts: Buffer[] = [];
    for await (const chunk of chunks(file)) parts.push(chunk);
    return Buffer.concat(parts).toString("utf8");
  } finally {
    await file.close();
  }
}
