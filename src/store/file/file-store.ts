import { setImmediate as turn } from "node:timers/promises";
import type { Low } from "lowdb";
import type { Change, State } from "../../domain/change.ts";
import { WriteFailed } from "../failures.ts";
import { MemoryStore } from "../memory/memory.ts";
import type { Tables, Undo } from "../memory/tables.ts";
import type { WorldFile } from "./account.ts";
import { bodyOf } from "./record.ts";

/** What goes to disk with one write and one sync, and is kept or lost together. */
interface Batch {
  bodies: string[];
  undos: Undo[];
  /** A whole world instead of changes. */
  world?: State;
  sealed: boolean;
  kept: PromiseWithResolvers;
}
interface PromiseWithResolvers {
  promise: Promise<void>;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/** A world in memory whose changes follow at once to disk. */
export class FileStore extends MemoryStore {
  #db: Low<Tables>;
  #file: WorldFile;
  #report: (message: string) => void;
  /** The first is being written; the rest wait, the last still takes changes. */
  #batches: Batch[] = [];
  #writing: Promise<void> | undefined;
  #folding: { done: Promise<void>; stop: AbortController } | undefined;
  #repair: State | undefined;
  #failing = false;
  #closed = false;

  constructor(db: Low<Tables>, file: WorldFile, report: (message: string) => void) {
    super(db.data);
    this.#db = db;
    this.#file = file;
    this.#report = report;
    // A server that starts answers first.
    if (this.tables.partly) setTimeout(() => this.#closed || this.#readOn(), untilReadOn).unref();
  }

  override async commit(change: Change): Promise<void> {
    this.#refuseClosed();
    const body = bodyOf(change);
    const undo = this.tables.apply(change);
    const open = this.#batches.at(-1);
    const batch = open === undefined || open.sealed ? this.#begin() : open;
    batch.bodies.push(body);
    batch.undos.push(undo);
  }

  override durable(): Promise<void> {
    return this.#batches.at(-1)?.kept.promise ?? Promise.resolve();
  }

  override async load(state: State): Promise<void> {
    this.#refuseClosed();
    if (this.tables.partly) await this.tables.whole();
    this.#refuseClosed();
    const undo = this.tables.load(state);
    const batch = this.#begin();
    batch.world = this.tables.dump();
    batch.undos.push(undo);
    batch.sealed = true;
    await batch.kept.promise;
  }

  async close(): Promise<void> {
    await this.#settle();
    try {
      if (this.#file.behind) {
        await this.tables.whole();
        await this.#db.write();
      }
    } catch (error) {
      this.#report(`${this.#file.path} stays with its journal beside it: ${(error as Error).message}`);
    }
    this.tables.abandon();
    await this.#file.close();
  }

  async delete(): Promise<void> {
    this.#folding?.stop.abort();
    this.tables.abandon();
    await this.#settle();
    await this.#file.remove();
  }

  async #readOn(): Promise<void> {
    try {
      await this.tables.whole();
    } catch (error) {
      if (!this.#closed) this.#report((error as Error).message);
    }
  }

  async #settle(): Promise<void> {
    this.#closed = true;
    await this.#writing;
    await this.#folding?.done;
  }

  #refuseClosed(): void {
    if (this.#closed) throw new Error(`${this.#file.path} is closed`);
  }

  #begin(): Batch {
    const batch: Batch = { bodies: [], undos: [], sealed: false, kept: withResolvers() };
    this.#batches.push(batch);
    this.#writing ??= this.#write();
    return batch;
  }

  async #write(): Promise<void> {
    for (let batch = this.#batches[0]; batch !== undefined; batch = this.#batches[0]) {
      await gathered(batch);
      batch.sealed = true;
      // Memory is exactly what the disk will hold after this batch: the moment to take a picture.
      const alone =
        this.#batches.length === 1 && !batch.world && !this.#folding && !this.tables.partly && !this.#closed;
      const picture = alone && this.#file.foldable ? this.tables.dump() : undefined;
      try {
        await this.#keep(batch);
      } catch (error) {
        // In a turn of its own, so that it never falls between the steps of someone who awaits nothing but the store.
        await turn();
        this.#undo(error);
        continue;
      }
      this.#batches.shift();
      batch.kept.resolve();
      if (this.#failing) this.#report(`${this.#file.path} is written again`);
      this.#failing = false;
      if (picture !== undefined) this.#fold(picture);
    }
    this.#writing = undefined;
  }

  async #keep({ bodies, world }: Batch): Promise<void> {
    if (this.#repair !== undefined) {
      await this.#file.replace(this.#repair);
      this.#repair = undefined;
    }
    if (world === undefined) return this.#file.append(bodies);
    this.#folding?.stop.abort();
    await this.#folding?.done;
    await this.#file.replace(world);
  }

  #undo(cause: unknown): void {
    const lost = this.#batches.splice(0);
    for (const undo of lost.flatMap(({ undos }) => undos).toReversed()) undo();
    if (this.#file.unsettled) this.#repair = this.tables.dump();
    const failure = new WriteFailed(this.#file.path, cause);
    if (!this.#failing) this.#report(failure.message);
    this.#failing = true;
    for (const { kept } of lost) kept.reject(failure);
  }

  #fold(picture: State): void {
    const stop = new AbortController();
    const done = this.#file
      .fold(picture, stop.signal)
      .catch((error: Error) => {
        if (!stop.signal.aborted)
          this.#report(`${this.#file.path} was not brought up to date, its journal grows on: ${error.message}`);
      })
      .finally(() => {
        this.#folding = undefined;
      });
    this.#folding = { done, stop };
  }
}

/** In milliseconds. */
const untilReadOn = 200;
const mostTurns = 32;

/** What comes together is kept together: a batch takes more until a turn of the event loop brings none. */
async function gathered({ bodies, world }: Batch): Promise<void> {
  let before = -1;
  for (let turns = 0; turns < mostTurns && bodies.length !== before; turns++) {
    before = bodies.length;
    await turn();
    if (world) return;
  }
}

function withResolvers(): PromiseWithResolvers {
  const resolvers = {} as PromiseWithResolvers;
  resolvers.promise = new Promise<void>((resolve, reject) => Object.assign(resolvers, { resolve, reject }));
  // Whoever awaits it hears of a failure; if nobody does, the process must not die of it.
  resolvers.promise.catch(() => {});
  return resolvers;
}
