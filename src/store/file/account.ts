import { dirname } from "node:path";
import type { Adapter } from "lowdb";
import type { State } from "../../domain/change.ts";
import { Damaged } from "../failures.ts";
import { Tables } from "../memory/tables.ts";
import { placeSnapshot, prepareSnapshot, readSnapshot, type Snapshot } from "./account-file.ts";
import { chunks, type Disk, openIfThere } from "./disk.ts";
import type { Handles } from "./handles.ts";
import { replay } from "./recover.ts";
import { Journal } from "./write-ahead-log.ts";

/** How large a journal may grow, in bytes, before it is folded into the snapshot. */
export interface Folding {
  least: number;
  most: number;
}

/** One world on disk, as an adapter of lowdb: the snapshot is the JSON file, and the journal is what happened since. */
export class WorldFile implements Adapter<Tables> {
  readonly path: string;
  #journalPath: string;
  #disk: Disk;
  #handles: Handles;
  #folding: Folding;
  #report: (message: string) => void;
  /** Changes on disk since the world began. */
  #changes = 0;
  #snapshotBytes = 0;
  #journal: Journal | undefined;
  #unsettled = false;
  /** The journal's length below which folding again is not worth the try. */
  #patience = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(disk: Disk, handles: Handles, path: string, folding: Folding, report: (message: string) => void) {
    this.#handles = handles;
    this.path = `${path}.json`;
    this.#journalPath = `${path}.journal`;
    this.#disk = disk;
    this.#folding = folding;
    this.#report = report;
  }

  async exists(): Promise<boolean> {
    const file = await openIfThere(this.#disk, this.path, "r");
    await file?.close();
    return file !== undefined;
  }

  async read(): Promise<Tables | null> {
    const snapshot = await readSnapshot(this.#disk, this.path);
    if (snapshot === undefined) return null;
    const tables = this.#tables(snapshot);
    const bytes = await this.#journalBytes();
    this.#changes = snapshot.changes;
    this.#snapshotBytes = snapshot.bytes;
    if (bytes !== undefined) {
      const { after, entries, length, torn } = replay(this.#journalPath, bytes);
      const last = after + entries.length;
      if (after > snapshot.changes) {
        throw new Damaged(
          this.#journalPath,
          "line 1",
          `it goes on from change ${after}, but ${this.path} holds only ${snapshot.changes}`,
        );
      }
      for (const entry of entries) if (entry.change > snapshot.changes) tables.apply(entry);
      // One that the snapshot has overtaken is replaced at the next write.
      if (last >= snapshot.changes) {
        this.#changes = last;
        this.#journal = Journal.continued(this.#disk, this.#journalPath, length, torn > 0);
        if (torn > 0) {
          await this.#journal.tidy();
          this.#report(
            `${this.#journalPath}: a write was cut off by a crash before it was answered; its ${torn} bytes were dropped`,
          );
        }
      }
    }
    await this.#disk.remove(`${this.path}.tmp`);
    await this.#disk.remove(`${this.#journalPath}.tmp`);
    return tables;
  }

  /** Everything into the snapshot, and no journal beside it. Nothing may be pending. */
  async write(tables: Tables): Promise<void> {
    await this.replace(tables.dump(), 0);
  }

  /** Puts another world in place of this one, which counts as so many changes. */
  async replace(state: State, changes = 1): Promise<void> {
    const bytes = await prepareSnapshot(this.#disk, this.path, state, this.#changes + changes);
    this.#unsettled = true;
    await placeSnapshot(this.#disk, this.path);
    this.#unsettled = false;
    this.#snapshotBytes = bytes;
    this.#patience = 0;
    this.#changes += changes;
    await this.#dropJournal();
  }

  async append(bodies: readonly string[]): Promise<void> {
    await this.#alone(async () => {
      this.#journal ??= await Journal.create(this.#disk, this.#journalPath, this.#changes);
      await this.#journal.append(this.#changes + 1, bodies);
      this.#changes += bodies.length;
    });
    this.#handles.used(this);
  }

  /** Does without an open file until the next change. */
  async rest(): Promise<void> {
    await this.#alone(async () => this.#journal?.close());
  }

  /** A world was to be put in place, and nobody knows whether it was: it has to be replaced before anything else is kept. */
  get unsettled(): boolean {
    return this.#unsettled;
  }

  /** Whether the snapshot is not the whole of it. */
  get behind(): boolean {
    return this.#journal !== undefined || this.#unsettled;
  }

  /** Whether the journal has grown enough to be worth folding. */
  get foldable(): boolean {
    const { least, most } = this.#folding;
    const enough = Math.max(least, Math.min(this.#snapshotBytes, most), this.#patience);
    return this.#journal !== undefined && this.#journal.length > enough;
  }

  /** Folds the journal up to here into the snapshot, while more is appended. The state is the one that is on disk now. */
  async fold(state: State, signal: AbortSignal): Promise<void> {
    const changes = this.#changes;
    const position = this.#journal?.length ?? 0;
    try {
      const bytes = await prepareSnapshot(this.#disk, this.path, state, changes, signal);
      await placeSnapshot(this.#disk, this.path);
      this.#snapshotBytes = bytes;
      await this.#alone(async () => this.#journal?.trim(position, changes));
      this.#patience = 0;
    } catch (error) {
      this.#patience = 2 * (this.#journal?.length ?? 0);
      throw error;
    }
  }

  async remove(): Promise<void> {
    await this.close();
    // Without its snapshot a journal is nothing, so the snapshot goes first.
    await this.#disk.remove(this.path);
    await this.#disk.syncFolder(dirname(this.path));
    await this.#disk.remove(this.#journalPath);
  }

  async close(): Promise<void> {
    this.#handles.gone(this);
    await this.#journal?.close();
  }

  /** Clears the way for a world that begins. */
  async clear(): Promise<void> {
    await this.#disk.remove(this.#journalPath);
    await this.#disk.syncFolder(dirname(this.path));
  }

  async #dropJournal(): Promise<void> {
    const journal = this.#journal;
    this.#journal = undefined;
    // The snapshot holds all of it: if it stays, the next start passes over it.
    try {
      await journal?.close();
      await this.#disk.remove(this.#journalPath);
    } catch (error) {
      this.#report(`${this.#journalPath} could not be removed: ${(error as Error).message}`);
    }
  }

  #tables({ state, unread }: Snapshot): Tables {
    try {
      return new Tables(state, unread);
    } catch (error) {
      throw new Damaged(this.path, "", (error as Error).message);
    }
  }

  async #journalBytes(): Promise<Buffer | undefined> {
    const file = await openIfThere(this.#disk, this.#journalPath, "r");
    if (file === undefined) return undefined;
    try {
      const parts: Buffer[] = [];
      for await (const chunk of chunks(file)) parts.push(chunk);
      return Buffer.concat(parts);
    } finally {
      await file.close();
    }
  }

  /** One after the other: a journal that is being trimmed cannot be appended to. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }
}
