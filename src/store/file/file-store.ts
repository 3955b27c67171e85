import { setImmediate as turn } from "node:timers/promises";
import type { Low } from "lowdb";
import type { Change, State } from "../../domain/change.ts";
import { AccountClosed, WriteFailed } from "../failures.ts";
import { type Done, MemoryStore } from "../memory/store.ts";
import type { Tables, Undo } from "../memory/tables.ts";
import type { ResetPoint } from "../store.ts";
import type { Account } from "./account.ts";
import { type Body, bodiesOf, textOf } from "./record.ts";

/** Changes that one write and one sync put on disk, together or not at all. */
interface Batch {
  bodies: Body[];
  undos: Undo[];
  /** The batch is being written and takes no more changes. */
  sealed: boolean;
  kept: PromiseWithResolvers;
}
interface PromiseWithResolvers {
  promise: Promise<void>;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/** A world in memory whose changes are written to disk at once. lowdb reads and writes its account file. */
export class FileStore extends MemoryStore {
  #db: Low<Tables>;
  #account: Account;
  #report: (message: string) => void;
  /** The first is being written; the rest wait, and the last still takes changes. */
  #batches: Batch[] = [];
  #writing: Promise<void> | undefined;
  #folding: Promise<void> | undefined;
  #failure: WriteFailed | undefined;
  #failing = false;
  #closed = false;

  constructor(db: Low<Tables>, account: Account, report: (message: string) => void) {
    super(db.data);
    this.#db = db;
    this.#account = account;
    this.#report = report;
  }

  override get worldId(): string {
    return String(this.#account.loads);
  }

  override get editedFile(): string | undefined {
    return this.#account.editedFile;
  }

  protected override ready(): Promise<void> | undefined {
    this.#refuseClosed();
    return this.#account.unsettled ? this.#writeAccount() : undefined;
  }

  protected override textOf(change: Change): string {
    return textOf(change);
  }

  protected override keep(done: readonly Done[]): Promise<void> {
    const open = this.#batches.at(-1);
    let kept = open?.kept.promise ?? Promise.resolve();
    if (done.length > 0) {
      const batch = open === undefined || open.sealed ? this.#begin() : open;
      for (const body of bodiesOf(done.map(({ text }) => text))) batch.bodies.push(body);
      for (const { undo } of done) batch.undos.push(undo);
      kept = batch.kept.promise;
    }
    if (this.#failure) this.#undo(this.#failure);
    return kept;
  }

  override start(): Promise<State | null> {
    return this.#account.start();
  }

  protected override async replace(state: State, resetPoint: ResetPoint): Promise<void> {
    await this.#writing;
    await this.ready();
    const prepared = await this.tables.prepared(state);
    this.#account.resetPoint = resetPoint;
    const undo = this.tables.load(prepared);
    try {
      await this.#writeAccount();
    } catch (error) {
      undo();
      throw error;
    }
  }

  /** Whether nothing is under way, and the account can be read again from its files. */
  get isIdle(): boolean {
    const isBusy = this.writing || !this.queue.idle || this.#writing || this.#folding;
    return !isBusy && !this.#failing && !this.#closed && this.#account.isLegible;
  }
  /** Refuses later writes. Only for an idle store. */
  evict(): void {
    this.#closed = true;
    void this.#account.closeFile();
  }

  async close(): Promise<void> {
    await this.#settle();
    try {
      if (this.#account.behind) await this.#db.write();
    } catch (error) {
      this.#report(`${this.#account.path} stays with its log beside it: ${(error as Error).message}`);
    }
    await this.#account.closeFile();
  }

  async delete(): Promise<void> {
    await this.#settle();
    await this.#account.remove();
  }

  /** Waits for the writes that were queued before, and refuses later ones. */
  async #settle(): Promise<void> {
    await this.queue.run(async () => {
      this.#closed = true;
    });
    await this.#writing;
    await this.#folding;
  }

  #refuseClosed(): void {
    if (this.#closed) throw new AccountClosed(this.#account.path);
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
      try {
        await this.#account.append(batch.bodies);
      } catch (error) {
        this.#fail(error);
        // A running write may have read the lost changes: it ends first, and is lost too.
        while (this.#failure) await turn();
        continue;
      }
      this.#batches.shift();
      batch.kept.resolve();
      if (this.#failing) this.#report(`${this.#account.path} is written again`);
      this.#failing = false;
      if (this.#account.foldable) this.#folding ??= this.#fold();
    }
    this.#writing = undefined;
  }

  #fail(cause: unknown): void {
    this.#failure = new WriteFailed(this.#account.path, cause);
    if (!this.writing) this.#undo(this.#failure);
  }

  #undo(failure: WriteFailed): void {
    this.#failure = undefined;
    const lost = this.#batches.splice(0);
    for (const undo of lost.flatMap(({ undos }) => undos).toReversed()) undo();
    if (!this.#failing) this.#report(failure.message);
    this.#failing = true;
    for (const { kept } of lost) kept.reject(failure);
  }

  /** Folds the log into the account file, while later writes of the account wait. */
  async #fold(): Promise<void> {
    try {
      await this.queue.run(async () => {
        await this.#writing;
        await this.#db.write();
      });
    } catch (error) {
      this.#report(`${this.#account.path} was not brought up to date, and its log grows: ${(error as Error).message}`);
    } finally {
      this.#folding = undefined;
    }
  }

  async #writeAccount(): Promise<void> {
    try {
      await this.#db.write();
    } catch (error) {
      throw new WriteFailed(this.#account.path, error);
    }
  }
}

const mostTurns = 32;

/** Resolves when a turn of the event loop adds no change to the batch. */
async function gathered({ bodies }: Batch): Promise<void> {
  let before = -1;
  for (let turns = 0; turns < mostTurns && bodies.length !== before; turns++) {
    before = bodies.length;
    await turn();
  }
}

function withResolvers(): PromiseWithResolvers {
  const resolvers = {} as PromiseWithResolvers;
  resolvers.promise = new Promise<void>((resolve, reject) => Object.assign(resolvers, { resolve, reject }));
  // A failure that no caller waits for must not end the process.
  resolvers.promise.catch(() => {});
  return resolvers;
}
