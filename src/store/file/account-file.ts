import { dirname } from "node:path";
import type { State } from "../../domain/change.ts";
import type { CollectionName } from "../../domain/collections.ts";
import { Damaged } from "../failures.ts";
import { misfit } from "../fit.ts";
import { collectionNames, emptyState } from "../memory/tables.ts";
import type { Longest } from "../store.ts";
import { chunks, type Disk, type OpenFile, openIfThere, Sliding } from "./disk.ts";
import { type Piece, Scan, ScanFault } from "./scan.ts";
import { type Passed, rowsIn, rowsOf, Seal, SealedRows } from "./sealed.ts";
import { syntaxFault } from "./syntax.ts";

/** Raise it when older programs would misread the files. */
export const version = 1;

export interface Snapshot {
  /** How many changes it holds already; the journal goes on from there. */
  changes: number;
  /** All rows; or all but some of the longest collection, which are still to be read. */
  state: State;
  unread?: AsyncIterable<State[Longest]>;
  bytes: number;
}

const chunk = 1 << 17;
const longestHead = 128;

const head = (changes: number, seal: string) =>
  `{\n  "version": ${version},\n  "changes": ${changes},\n  "checksum": "${seal}"`;
const headPattern = /^\{\n {2}"version": (\d+),\n {2}"changes": (\d+),\n {2}"checksum": "([\da-f]{8})"/;

/** What follows the head: two-space JSON, piece by piece, so that other work comes in between. */
function* text(state: State): Generator<string> {
  for (const name of collectionNames) {
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

/** Writes it beside the file, to be put in its place. Gives its size. */
export async function prepareSnapshot(
  disk: Disk,
  path: string,
  state: State,
  changes: number,
  signal?: AbortSignal,
): Promise<number> {
  const seal = Seal.begun(version, changes);
  let position = head(changes, `${seal}`).length;
  try {
    const file = await disk.open(temporary(path), "w");
    try {
      let pending = "";
      const flush = async () => {
        signal?.throwIfAborted();
        const bytes = Buffer.from(pending);
        pending = "";
        seal.add(bytes);
        await file.write(bytes, position);
        position += bytes.length;
      };
      for (const part of text(state)) {
        pending += part;
        if (pending.length > chunk) await flush();
      }
      await flush();
      await file.write(Buffer.from(head(changes, `${seal}`)), 0);
      await file.sync();
    } finally {
      await file.close();
    }
    signal?.throwIfAborted();
  } catch (error) {
    await disk.remove(temporary(path)).catch(() => {});
    throw error;
  }
  return position;
}

/** In one step: a crash leaves the file as it was, or the new one. */
export async function placeSnapshot(disk: Disk, path: string): Promise<void> {
  await disk.rename(temporary(path), path);
  await disk.syncFolder(dirname(path));
}

export async function readSnapshot(disk: Disk, path: string): Promise<Snapshot | undefined> {
  const file = await openIfThere(disk, path, "r");
  if (file === undefined) return undefined;
  try {
    return (await readSealed(disk, path, file)) ?? (await readTouched(disk, path, file));
  } finally {
    await file.close();
  }
}

/** What we wrote ourselves was checked then: if nobody has touched it since, it is taken as it is. */
async function readSealed(disk: Disk, path: string, file: OpenFile): Promise<Snapshot | undefined> {
  const start = await file.read(0, longestHead);
  const [matched = "", written, changes, checksum] = headPattern.exec(start.toString("latin1")) ?? [];
  if (written !== `${version}`) return undefined;
  const seal = Seal.begun(version, Number(changes));
  const rows = new SealedRows(seal, matched.length);
  const sliding = new Sliding(file, matched.length);
  let bytes = matched.length;
  let rest: Buffer = Buffer.alloc(0);
  try {
    for (let view = await sliding.next(rest); view !== undefined; view = await sliding.next(rest)) {
      bytes += view.length - rest.length;
      rest = rows.take(view);
    }
    if (!rows.ends(rest) || `${seal}` !== checksum) return undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  } finally {
    await sliding.settled();
  }
  const { state, passed } = rows;
  const unread = passed && { [Symbol.asyncIterator]: () => readPassed(disk, path, passed) };
  return { changes: Number(changes), state, bytes, ...(unread && { unread }) };
}

/** The rows that were passed over, from the file once more, some at a time. */
async function* readPassed(
  disk: Disk,
  path: string,
  { from, to, before, after }: Passed,
): AsyncGenerator<State[Longest]> {
  const file = await disk.open(path, "r");
  const seal = before.copy();
  const sliding = new Sliding(file, from, to);
  let rest: Buffer = Buffer.alloc(0);
  try {
    for (let view = await sliding.next(rest); view !== undefined; view = await sliding.next(rest)) {
      seal.add(view.subarray(rest.length));
      rest = yield* rowsOf(view) as Generator<State[Longest], Buffer>;
    }
    if (`${seal}` !== `${after}`) throw changedMeanwhile(path);
    yield rowsIn(rest) as State[Longest];
  } catch (error) {
    if (error instanceof SyntaxError) throw changedMeanwhile(path);
    throw error;
  } finally {
    await sliding.settled();
    await file.close();
  }
}

const changedMeanwhile = (path: string) =>
  new Damaged(path, "", "it was changed while it was in use: stop the sandbox before you edit it");

/** Somebody edited it, or it is damaged, or an older program wrote it: every row is looked at. */
async function readTouched(disk: Disk, path: string, file: OpenFile): Promise<Snapshot> {
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
      if (bytes === 0) refuseStrange(path, chunk);
      bytes += chunk.length;
      scan.feed(chunk);
      if (newer) break;
    }
    if (bytes === 0) throw new Damaged(path, "", "the file is empty");
    return { changes: frame(path, scan.skeleton, state), state, bytes };
  } catch (error) {
    if (error instanceof Damaged) throw error;
    const fault = syntaxFault((await wholeText(disk, path)) ?? "");
    if (fault !== undefined) throw new Damaged(path, `line ${fault.line}`, `it is not JSON: ${fault.reason}`);
    if (error instanceof ScanFault) throw new Damaged(path, `line ${error.line}`, error.message);
    throw error;
  }
}

function refuseStrange(path: string, start: Buffer): void {
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

/** Judges what is around the rows, and gives the number of changes that the file holds. */
function frame(path: string, skeleton: string, state: State): number {
  const refuse = (pointer: string, reason: string) => new Damaged(path, pointer, reason);
  if (isNewer(skeleton)) throw refuse("/version", `a newer tiers-sandbox wrote it (this one reads version ${version})`);
  const { version: written, changes, checksum: _, ...lists } = JSON.parse(skeleton) as Record<string, unknown>;
  if (written !== version) throw refuse("/version", `expected ${version}`);
  if (!Number.isSafeInteger(changes) || (changes as number) < 0)
    throw refuse("/changes", "expected the number of changes that it holds");
  for (const name of Object.keys(lists))
    if (!Object.hasOwn(state, name)) throw refuse(`/${name}`, "is not a collection that is known here");
  for (const name of collectionNames) {
    const list = lists[name];
    if (!Array.isArray(list)) throw refuse(`/${name}`, list === undefined ? "is missing" : "expected an array");
    const odd = list.findIndex((place, nth) => place !== nth);
    if (odd >= 0) throw refuse(`/${name}/${odd}`, "expected an object");
    if (list.length !== state[name].length) throw refuse(`/${name}`, "is there twice");
  }
  return changes as number;
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
