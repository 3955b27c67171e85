import { dirname } from "node:path";
import type { Adapter } from "lowdb";
import type { Change, State } from "../../domain/change.ts";
import type { EventRow } from "../../domain/rows.ts";
import { Damaged } from "../failures.ts";
import { Tables } from "../memory/tables.ts";
import { rowShape } from "../row-shape.ts";
import type { ResetPoint } from "../store.ts";
import { pack, unpack } from "../world-codec.ts";
import { type AccountFile, type Head, isPacked, readAccountFile, writeAccountFile } from "./account-file.ts";
import { chunks, type Disk, ifThere, joined, openIfThere, placeFile, writeChunks } from "./disk.ts";
import { EventsFile, type EventsMark, noEvents } from "./events-file.ts";
import type { Handles } from "./handles.ts";
import { halfMade, removeRemains, tombstone } from "./interrupted.ts";
import { temporary } from "./names.ts";
import type { Body } from "./record.ts";
import { recover } from "./recover.ts";
import type { Repairs } from "./repairs.ts";
import { WriteAheadLog } from "./write-ahead-log.ts";

/** What all accounts of a folder share. */
export interface FolderContext {
  disk: Disk;
  handles: Handles;
  /** The size of a write-ahead log, in bytes, from which it is folded into the account file. */
  foldAt: number;
  /** The account file of a world of more rows is packed. */
  mostReadable: number;
  repairs: Repairs;
  report: (message: string) => void;
  /** The folder was taken from a server that may wake up: a file that it may have open is not written to. */
  takenOver: boolean;
}

/** Which events are in the events file. */
interface Filed {
  mark: EventsMark;
  lastId: number;
  /** Whether the file is as it was written; an edited one is replaced with the next account file. */
  intact: boolean;
}

const touched = "was changed since the sandbox wrote it";

/**
 * One account on disk, as lowdb's adapter. `{account}.json` is the world without its events, `{account}.events-N.jsonl`
 * are its events (with `.gz` those of a large world), and `{account}.log` holds the changes since both were written.
 * `{account}.start-N.world` is the world that a reset returns to.
 */
export class Account implements Adapter<Tables> {
  readonly path: string;
  /** What becomes of the reset point with the next load. */
  resetPoint: ResetPoint = "unchanged";
  #base: string;
  #logPath: string;
  #context: FolderContext;
  #disk: Disk;
  #events: EventsFile;
  /** The numbers of all events files and reset points that may be on disk. */
  #numbers: Set<number>;
  #resetsTo: number | null = null;
  #filed: Filed = { mark: noEvents(0), lastId: 0, intact: false };
  #editedFile: string | undefined;
  #loads = 0;
  /** The count of loads in memory when the world on disk was written; NaN before that. */
  #writtenLoads = Number.NaN;
  /** Changes on disk since the account was created. */
  #changes = 0;
  #log: WriteAheadLog | undefined;
  #unsettled = false;
  /** After a failure to fold, another attempt waits until the log has this size. */
  #leastLog = 0;

  constructor(base: string, numbers: readonly number[], context: FolderContext) {
    this.#base = base;
    this.path = `${base}.json`;
    this.#logPath = `${base}.log`;
    this.#context = context;
    this.#disk = context.disk;
    this.#events = new EventsFile(context.disk, base);
    this.#numbers = new Set(numbers);
  }

  async exists(): Promise<boolean> {
    return this.#isThere(this.path);
  }
  async #isThere(path: string): Promise<boolean> {
    const file = await openIfThere(this.#disk, path, "r");
    await file?.close();
    return file !== undefined;
  }

  /** The file that was changed by another program since it was written, if one. */
  get editedFile(): string | undefined {
    return this.#editedFile;
  }
  /** How many worlds the account has had. */
  get loads(): number {
    return this.#loads;
  }

  async read(): Promise<Tables | null> {
    const file = await readAccountFile(this.#disk, this.path);
    if (file === undefined) return null;
    const { resetsTo, changes, loads, intact } = file;
    const events = await this.#readEvents(file);
    const tables = await this.#tables({ ...file.state, events });
    if (!intact) this.#noteEdit(this.path);
    if (resetsTo !== null && !(await this.#isThere(this.#startPath(resetsTo))))
      throw new Damaged(this.path, "/resetsTo", `the reset point ${this.#startPath(resetsTo)} is missing`);
    this.#numbers.add(file.events.file);
    if (resetsTo !== null) this.#numbers.add(resetsTo);
    this.#resetsTo = resetsTo;
    this.#changes = changes;
    this.#loads = loads;
    this.#writtenLoads = tables.loads;
    await this.#recover(tables, intact);
    // The numbers in an edited file may be wrong.
    if (intact) await this.#tidy();
    return tables;
  }

  async #readEvents({ events: mark, shape, intact }: AccountFile): Promise<EventRow[]> {
    const read = await this.#events.read(mark);
    const trusted = shape === rowShape ? read : undefined;
    const events = trusted ?? (await this.#events.readEdited(mark));
    const isContinued = trusted !== undefined && !this.#context.takenOver;
    this.#filed = { mark, lastId: events.at(-1)?.eventId ?? 0, intact: isContinued };
    // An edited account file may hold another checksum, and has a warning of its own.
    if (read === undefined && intact) this.#noteEdit(this.#events.path(mark));
    return events;
  }

  #noteEdit(path: string): void {
    this.#editedFile = path;
    this.#context.report(`${path} ${touched}. It is used as it is, where a rule could have written it.`);
  }

  async #tables(state: State): Promise<Tables> {
    try {
      return await Tables.made(state);
    } catch (error) {
      throw new Damaged(this.path, "", (error as Error).message);
    }
  }

  #startPath(number: number): string {
    return `${this.#base}.start-${number}.world`;
  }

  /** The world that a reset returns to; null for the seed. */
  async start(): Promise<State | null> {
    if (this.#resetsTo === null) return null;
    const path = this.#startPath(this.#resetsTo);
    const file = await openIfThere(this.#disk, path, "r");
    if (!file) throw new Damaged(path, "", "the file is missing");
    const { state } = await unpack(path, chunks(file)).finally(() => file.close());
    return state;
  }

  /** Applies the changes since the account file was written. */
  async #recover(tables: Tables, intact: boolean): Promise<void> {
    const path = this.#logPath;
    const file = await openIfThere(this.#disk, path, "r");
    if (file === undefined) return;
    const bytes = await joined(chunks(file)).finally(() => file.close());
    const { after, entries, length, torn } = recover(path, bytes);
    const last = after + entries.length;
    if (after > this.#changes)
      throw new Damaged(
        path,
        "line 1",
        `it begins after change ${after}, but ${this.path} holds only ${this.#changes}`,
      );
    // After a crash during a fold, the account file is ahead of its log; that is no edit.
    if (after < this.#changes && !intact)
      throw new Damaged(this.path, "/changes", `the log begins after change ${after}, and the file ${touched}`);
    for (const entry of entries) if (entry.change > this.#changes) tables.apply(this.#withoutFiled(entry));
    // A log that holds less than the account file is replaced at the next write.
    if (last < this.#changes) return;
    this.#changes = last;
    this.#log = WriteAheadLog.continued(this.#disk, path, length, torn > 0);
    if (this.#context.takenOver) await this.#log.renew();
    if (torn === 0) return;
    await this.#log.tidy();
    this.#context.report(
      `${path}: a write was cut off by a crash before it was answered; its ${torn} bytes were dropped`,
    );
  }

  /** An edited events file may hold events of an interrupted fold, which are in the log too. */
  #withoutFiled(change: Change): Change {
    return { ...change, events: change.events.filter(({ eventId }) => eventId > this.#filed.lastId) };
  }

  /** Puts the world into the account file, which makes the log needless. A loaded world replaces the one on disk. */
  async write(tables: Tables): Promise<void> {
    const { mark, lastId, intact } = this.#filed;
    const { loads } = tables;
    const loaded = loads !== this.#writtenLoads;
    const anew = loaded || !intact;
    const state = tables.dump();
    const events = anew ? state.events : state.events.filter(({ eventId }) => eventId > lastId);
    const packs = isPacked(state, this.#context.mostReadable);
    const from = anew ? noEvents(Math.max(mark.file, ...this.#numbers) + 1, packs) : mark;
    const point = loaded ? this.resetPoint : "unchanged";
    const resetsTo = { this: from.file, seed: null, unchanged: this.#resetsTo }[point];
    const step = Number(loaded);
    const head: Head = { changes: this.#changes + step, events: from, resetsTo, loads: this.#loads + step };
    const written = await this.#prepare(head, state, events, point === "this");
    this.#unsettled ||= loaded;
    await placeFile(this.#disk, this.path).catch(this.#putOff);
    this.#unsettled = false;
    this.#filed = { mark: written, lastId: events.at(-1)?.eventId ?? (loaded ? 0 : lastId), intact: true };
    this.#writtenLoads = loads;
    this.#loads = head.loads;
    this.#resetsTo = resetsTo;
    this.#changes = head.changes;
    await this.closeFile();
    this.#log = undefined;
    this.#leastLog = 0;
    await this.#tidy().catch((error: Error) => this.#context.report(`${this.path}: ${error.message}`));
  }

  /** The next attempt to fold waits until the log has doubled. */
  readonly #putOff = (error: unknown): never => {
    this.#leastLog = 2 * (this.#log?.length ?? 0);
    throw error;
  };

  /** Writes the events, the reset point and the new account file beside the old one. A failure leaves none of them. */
  async #prepare(head: Head, state: State, events: readonly EventRow[], isStart: boolean): Promise<EventsMark> {
    try {
      const from = head.events;
      this.#numbers.add(from.file);
      const mark = await this.#events.append(from, events, from.file !== this.#filed.mark.file);
      if (isStart) await writeChunks(this.#disk, this.#startPath(from.file), pack(state, {}));
      // The name of a new events file must last before an account file names it.
      if (from.bytes === 0) await this.#disk.syncFolder(dirname(this.path));
      const { mostReadable } = this.#context;
      await writeAccountFile(this.#disk, temporary(this.path), { ...head, events: mark }, state, mostReadable);
      return mark;
    } catch (error) {
      if (!this.#unsettled) await this.#removeUnnamed().catch(() => {});
      return this.#putOff(error);
    }
  }

  /** Removes what the account file does not need, or a crash or a failure in the middle of a write may have left. */
  async #tidy(): Promise<void> {
    await this.#removeUnnamed();
    // The next start ignores a log whose changes are in the account file.
    if (!this.#log) await this.#disk.remove(this.#logPath);
    await this.#disk.remove(temporary(this.#logPath));
  }
  /** Removes the events files and reset points that the account file does not name. */
  async #removeUnnamed(): Promise<void> {
    for (const number of this.#numbers) {
      const isEvents = number === this.#filed.mark.file;
      const isStart = number === this.#resetsTo;
      if (!isEvents) await this.#events.remove(number);
      if (!isStart) await this.#disk.remove(this.#startPath(number));
      if (!isEvents && !isStart) this.#numbers.delete(number);
    }
  }

  async append(bodies: readonly Body[]): Promise<void> {
    this.#log ??= await WriteAheadLog.create(this.#disk, this.#logPath, this.#changes);
    await this.#log.append(this.#changes + 1, bodies);
    this.#changes += bodies.length;
    this.#context.handles.used(this.#log);
  }
  /** Closes the log until the next append. */
  async closeFile(): Promise<void> {
    if (!this.#log) return;
    this.#context.handles.closed(this.#log);
    await this.#log.close();
  }

  /** Whether a loaded world may or may not be in place: another write must decide before anything is appended. */
  get unsettled(): boolean {
    return this.#unsettled;
  }
  /** Whether a reader would find on disk what is in memory, and nothing else. */
  get isLegible(): boolean {
    return !this.#unsettled && (this.#log?.isTidy ?? true);
  }
  /** Whether the account file is not the whole of it. */
  get behind(): boolean {
    return this.#log !== undefined || this.#unsettled;
  }
  /** Whether the log is large enough to be folded into the account file. */
  get foldable(): boolean {
    return this.#log !== undefined && this.#log.length > Math.max(this.#context.foldAt, this.#leastLog);
  }

  /** One rename deletes the account; its other files are removed now, or before the account is created again. */
  async remove(): Promise<void> {
    await this.closeFile();
    const folder = dirname(this.path);
    await this.#disk.rename(this.path, tombstone(this.#base));
    try {
      await this.#disk.syncFolder(folder);
    } catch (error) {
      await this.#context.repairs.undo(this.#base, () => this.#disk.rename(tombstone(this.#base), this.path));
      throw error;
    }
    await removeRemains(this.#disk, this.#base).catch((error: Error) =>
      this.#context.report(
        `Not all files of the deleted account are gone; the next start removes them: ${error.message}`,
      ),
    );
  }

  /** Removes what an interrupted deletion may have left, and marks the account as one that is being created. */
  async clear(): Promise<void> {
    await removeRemains(this.#disk, this.#base);
    await (await this.#disk.open(halfMade(this.#base), "w")).close();
  }

  /** Takes back a creation that failed. */
  async abandon(): Promise<void> {
    await this.#context.repairs.undo(this.#base, async () => {
      await ifThere(this.#disk.rename(this.path, halfMade(this.#base)));
      // What stays is removed before the account is created again.
      await removeRemains(this.#disk, this.#base).catch(() => {});
    });
  }
}
