import { dirname } from "node:path";
import type { Adapter } from "lowdb";
import type { Change, State } from "../../domain/change.ts";
import type { EventRow } from "../../domain/rows.ts";
import { Damaged, WriteFailed } from "../failures.ts";
import { Tables, type Unread } from "../memory/tables.ts";
import { misfit } from "../row-check.ts";
import { rowShape } from "../row-shape.ts";
import { Turns } from "../serial-queue.ts";
import type { ResetPoint } from "../store.ts";
import {
  type AccountFile,
  type Head,
  placeAccountFile,
  prepareAccountFile,
  readAccountFile,
  writeAccountFile,
} from "./account-file.ts";
import { type Disk, ifThere, openIfThere, wholeFile } from "./disk.ts";
import { EventsFile, type EventsMark, noEvents } from "./events-file.ts";
import type { Handles } from "./handles.ts";
import { halfMade, removeRemains, tombstone } from "./interrupted.ts";
import { temporary } from "./names.ts";
import type { Packable } from "./pack.ts";
import type { Body } from "./record.ts";
import { recover } from "./recover.ts";
import type { Repairs } from "./repairs.ts";
import { WriteAheadLog } from "./write-ahead-log.ts";

/** How large a write-ahead log may grow, in bytes, before it is folded into the account file. */
export interface Folding {
  least: number;
  most: number;
}

/** The surroundings that all accounts of a folder share. */
export interface Surroundings {
  disk: Disk;
  handles: Handles;
  folding: Folding;
  packable: Packable;
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
 * are its events, and `{account}.log` holds the changes since both were written. `{account}.start-N.json` is the world
 * that a reset returns to, an account file whose events are the first ones of the events file of that number.
 */
export class Account implements Adapter<Tables> {
  readonly path: string;
  /** What becomes of the reset point with the next load. */
  resetPoint: ResetPoint = "unchanged";
  #base: string;
  #logPath: string;
  #formerLogPath: string;
  #disk: Disk;
  #handles: Handles;
  #folding: Folding;
  #packable: Packable;
  #repairs: Repairs;
  #report: (message: string) => void;
  #takenOver: boolean;
  #events: EventsFile;
  /** The numbers of all events files and reset points that may be on disk. */
  #numbers: Set<number>;
  #resetsTo: Head["resetsTo"];
  #filed: Filed = { mark: noEvents(0), lastId: 0, intact: false };
  /** Which load made the world on disk; none is there before the first. */
  #loads = Number.NaN;
  /** Changes on disk since the world began. */
  #changes = 0;
  #accountBytes = 0;
  #log: WriteAheadLog | undefined;
  #unsettled = false;
  /** The log's length below which another attempt to fold does not pay, after one that failed. */
  #leastLog = 0;
  /** Appending to the log and shortening it exclude each other, and so do two account files on their way to disk. */
  #logTurns = new Turns();
  #placeTurns = new Turns();

  constructor(base: string, numbers: readonly number[], surroundings: Surroundings) {
    const { disk, handles, folding, packable, repairs, report, takenOver } = surroundings;
    this.#base = base;
    this.path = `${base}.json`;
    this.#logPath = `${base}.log`;
    this.#formerLogPath = `${base}.journal`;
    this.#disk = disk;
    this.#handles = handles;
    this.#folding = folding;
    this.#packable = packable;
    this.#repairs = repairs;
    this.#report = report;
    this.#takenOver = takenOver;
    this.#events = new EventsFile(disk, base, packable);
    this.#numbers = new Set(numbers);
  }

  async exists(): Promise<boolean> {
    const file = await openIfThere(this.#disk, this.path, "r");
    await file?.close();
    return file !== undefined;
  }

  async read(): Promise<Tables | null> {
    const file = await readAccountFile(this.#disk, this.path);
    if (file === undefined) return null;
    const { events, unread } = await this.#newestEvents(file);
    const tables = this.#tables({ ...file.state, events }, unread);
    await this.#sayTouched(file);
    this.#resetsTo = file.resetsTo;
    this.#changes = file.changes;
    this.#accountBytes = file.bytes;
    this.#loads = tables.loads;
    const former = file.events === undefined;
    await this.#recover(tables, former ? this.#formerLogPath : this.#logPath, file);
    if (former) await this.#migrate(tables);
    // The numbers in a file that was edited may be wrong.
    else if (file.intact) await this.#tidy();
    return tables;
  }

  async #sayTouched({ intact, shape, resetsTo }: AccountFile): Promise<void> {
    const how = shape === undefined ? `${touched}, or an older version wrote it` : touched;
    if (!intact) this.#report(`${this.path} ${how}. Its rows fit, and are used as they are.`);
    if (typeof resetsTo !== "number") return;
    const file = await openIfThere(this.#disk, this.#startPath(resetsTo), "r");
    await file?.close();
    if (file === undefined)
      throw new Damaged(this.path, "/resetsTo", `the reset point ${this.#startPath(resetsTo)} is missing`);
  }

  /** Writes a world of an older version in the form of this one; its log is not needed any more then. */
  async #migrate(tables: Tables): Promise<void> {
    await this.#log?.close();
    this.#log = undefined;
    try {
      await this.write(tables);
    } catch (error) {
      throw new WriteFailed(this.path, error);
    }
  }

  /** The newest events, which a world needs at once; all of them where the file was edited. */
  async #newestEvents({ events: mark, shape = rowShape, intact, state }: AccountFile) {
    if (mark === undefined) return { events: state.events, unread: undefined };
    const newest = await this.#events.newest(mark, shape);
    const trusted = newest !== undefined && shape === rowShape;
    const events = trusted ? newest.events : await this.#events.readEdited(mark);
    this.#filed = { mark, lastId: events.at(-1)?.eventId ?? 0, intact: trusted && !this.#takenOver };
    const unread = trusted && newest.before.bytes > 0 ? () => this.#events.read(newest.before) : undefined;
    // An account file that was edited may hold another checksum, and has a warning of its own.
    if (newest === undefined && intact)
      this.#report(`${this.#events.path(mark.file)} ${touched}. Its events fit, and are used as they are.`);
    return { events, unread };
  }

  #startPath(number: number): string {
    return `${this.#base}.start-${number}.json`;
  }

  /** The world that a reset returns to; null for none, undefined where an older program kept it elsewhere. */
  async start(): Promise<State | null | undefined> {
    if (typeof this.#resetsTo !== "number") return this.#resetsTo;
    const path = this.#startPath(this.#resetsTo);
    const file = await readAccountFile(this.#disk, path);
    if (!file?.intact || file.events === undefined)
      throw new Damaged(path, "", file === undefined ? "the file is missing" : `it ${touched}`);
    const { shape = rowShape } = file;
    const events: EventRow[] = [];
    for await (const some of this.#events.read(file.events, shape)) for (const row of some) events.push(row);
    const wrong = shape === rowShape ? undefined : events.find((row) => misfit("events", row));
    if (wrong) throw new Damaged(this.#events.path(file.events.file), "", `event ${wrong.eventId} does not fit`);
    return { ...file.state, events };
  }

  #tables(state: State, unread: Unread | undefined): Tables {
    try {
      return new Tables(state, unread);
    } catch (error) {
      throw new Damaged(this.path, "", (error as Error).message);
    }
  }

  /** Applies the changes since the account file was written. */
  async #recover(tables: Tables, path: string, { version, intact }: AccountFile): Promise<void> {
    const file = await openIfThere(this.#disk, path, "r");
    if (file === undefined) return;
    const bytes = await wholeFile(file).finally(() => file.close());
    const { after, entries, length, torn } = recover(path, bytes, version);
    const last = after + entries.length;
    if (after > this.#changes)
      throw new Damaged(
        path,
        "line 1",
        `it goes on from change ${after}, but ${this.path} holds only ${this.#changes}`,
      );
    // The account file is ahead of its log after a crash during a fold, which is no edit.
    if (after < this.#changes && !intact && version !== 1)
      throw new Damaged(this.path, "/changes", `the log goes on from ${after}, and the file ${touched}`);
    for (const entry of entries) if (entry.change > this.#changes) tables.apply(this.#withoutFiled(entry));
    // A log that the account file has overtaken is replaced at the next write.
    if (last < this.#changes) return;
    this.#changes = last;
    this.#log = WriteAheadLog.continued(this.#disk, path, length, torn > 0);
    if (this.#takenOver) await this.#log.renew();
    if (torn === 0) return;
    await this.#log.tidy();
    this.#report(`${path}: a write was cut off by a crash before it was answered; its ${torn} bytes were dropped`);
  }

  /** An edited events file may hold events of an interrupted fold, which the log has too. */
  #withoutFiled(change: Change): Change {
    return { ...change, events: change.events.filter(({ eventId }) => eventId > this.#filed.lastId) };
  }

  /**
   * Puts the world as it is at the call into the account file, and leaves changes that follow in the log. Memory must
   * hold just what is on disk. A world that was loaded takes the place of the one on disk.
   */
  write(tables: Tables): Promise<void> {
    const { mark, lastId, intact } = this.#filed;
    const loaded = tables.loads !== this.#loads;
    const anew = loaded || !intact;
    const state = tables.dump();
    const events = anew ? state.events : tables.scan("events", { after: lastId, limit: Number.POSITIVE_INFINITY });
    const from = anew ? noEvents(Math.max(mark.file, ...this.#numbers) + 1) : mark;
    const log = this.#log;
    const held = loaded ? Number.POSITIVE_INFINITY : (log?.length ?? 0);
    const point = loaded ? this.resetPoint : "unchanged";
    const resetsTo = { this: from.file, seed: null, unchanged: this.#resetsTo }[point];
    const head: Head = { changes: this.#changes + Number(loaded), events: from, resetsTo };
    const { loads } = tables;
    return this.#placeTurns.run(async () => {
      await this.#prepare(head, state, events, point === "this");
      this.#unsettled ||= loaded;
      await placeAccountFile(this.#disk, this.path).catch(this.#refuseToFold);
      this.#unsettled = false;
      this.#filed = { mark: head.events, lastId: events.at(-1)?.eventId ?? (loaded ? 0 : lastId), intact: true };
      this.#loads = loads;
      this.#resetsTo = resetsTo;
      if (loaded) this.#changes = head.changes;
      await this.#logTurns.run(() => this.#shortenLog(log, held, head.changes)).catch(this.#refuseToFold);
      this.#leastLog = 0;
      // A write that begins a new log has a temporary file of the same name.
      const tidied = this.#logTurns.run(() => this.#tidy());
      await tidied.catch((error: Error) => this.#report(`${this.path}: ${error.message}`));
    });
  }

  /** Another attempt to fold pays only when the log has doubled. */
  readonly #refuseToFold = (error: unknown): never => {
    this.#leastLog = 2 * (this.#log?.length ?? 0);
    throw error;
  };

  /** Writes everything that an account file needs beside it, and leaves nothing behind when that fails. */
  async #prepare(head: Head, state: State, events: readonly EventRow[], start: boolean) {
    try {
      const created = head.events.bytes === 0;
      this.#numbers.add(head.events.file);
      head.events = await this.#events.append(head.events, events, head.events.file !== this.#filed.mark.file);
      const startHead = { ...head, resetsTo: undefined };
      if (start)
        await writeAccountFile(this.#disk, this.#startPath(head.events.file), startHead, state, this.#packable);
      // The name of a new events file must last before an account file names it.
      if (created) await this.#disk.syncFolder(dirname(this.path));
      this.#accountBytes = await prepareAccountFile(this.#disk, this.path, head, state, this.#packable);
    } catch (error) {
      if (!this.#unsettled) await this.#removeUnnamed().catch(() => {});
      this.#refuseToFold(error);
    }
  }

  /** Leaves out of the log what the account file holds: as many bytes of it. */
  async #shortenLog(log: WriteAheadLog | undefined, held: number, changes: number): Promise<void> {
    // A log that was begun since goes on from the account file already.
    if (this.#log !== log) return;
    if (log && log.length > held) return log.trim(held, changes);
    this.#log = undefined;
    // The account file holds all of it: a log that stays is passed over at the next start.
    try {
      await log?.close();
      await this.#disk.remove(this.#logPath);
    } catch (error) {
      this.#report(`${this.#logPath} could not be removed: ${(error as Error).message}`);
    }
  }

  /** Removes what a crash or a failure in the middle of a write may have left, and the log of an older version. */
  async #tidy(): Promise<void> {
    await this.#removeUnnamed();
    for (const left of [temporary(this.#logPath), this.#formerLogPath]) await this.#disk.remove(left);
  }
  /** Removes the events files and reset points that the account file does not name. */
  async #removeUnnamed(): Promise<void> {
    for (const number of this.#numbers) {
      if (number === this.#filed.mark.file || number === this.#resetsTo) continue;
      await this.#events.remove(number);
      await this.#disk.remove(this.#startPath(number));
      this.#numbers.delete(number);
    }
  }

  async append(bodies: readonly Body[]): Promise<void> {
    await this.#logTurns.run(async () => {
      this.#log ??= await WriteAheadLog.create(this.#disk, this.#logPath, this.#changes);
      await this.#log.append(this.#changes + 1, bodies);
      this.#changes += bodies.length;
    });
    this.#handles.used(this);
  }

  /** Does without an open file until the next change. */
  async rest(): Promise<void> {
    this.#handles.gone(this);
    await this.#logTurns.run(async () => this.#log?.close());
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
  /** Whether the log has grown enough to be worth folding. */
  get foldable(): boolean {
    const { least, most } = this.#folding;
    const enough = Math.max(least, Math.min(this.#accountBytes, most), this.#leastLog);
    return this.#log !== undefined && this.#log.length > enough;
  }

  /** One rename deletes the account; what it leaves is removed now, or before the account is created again. */
  async remove(): Promise<void> {
    await this.close();
    const folder = dirname(this.path);
    await this.#disk.rename(this.path, tombstone(this.#base));
    try {
      await this.#disk.syncFolder(folder);
    } catch (error) {
      await this.#repairs.undo(this.#base, () => this.#disk.rename(tombstone(this.#base), this.path));
      throw error;
    }
    await removeRemains(this.#disk, this.#base).catch((error: Error) =>
      this.#report(`Not all files of the deleted account are gone; the next start removes them: ${error.message}`),
    );
  }

  async close(): Promise<void> {
    this.#handles.gone(this);
    await this.#log?.close();
  }

  /** Removes what an interrupted deletion may have left, and marks the account as one that is being created. */
  async clear(): Promise<void> {
    await removeRemains(this.#disk, this.#base);
    await (await this.#disk.open(halfMade(this.#base), "w")).close();
  }

  /** Takes back a creation that failed. */
  async abandon(): Promise<void> {
    await this.#repairs.undo(this.#base, async () => {
      await ifThere(this.#disk.rename(this.path, halfMade(this.#base)));
      // What stays is removed before the account is created again.
      await removeRemains(this.#disk, this.#base).catch(() => {});
    });
  }
}
