import { randomUUID } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type { Change, State } from "../../domain/change.ts";
import { AccountClosed, Damaged, ReadFailed, WriteFailed } from "../../store/failures.ts";
import { MemoryStore } from "../../store/memory/store.ts";
import { type Prepared, Tables, type Undo } from "../../store/memory/tables.ts";
import { changeMismatch } from "../../store/row-check.ts";
import { rowShape } from "../../store/row-shape.ts";
import { SerialQueue } from "../../store/serial-queue.ts";
import type { ResetPoint } from "../../store/store.ts";
import { sliced } from "../../store/time-slice.ts";
import type { ChangeLog, Known, LockedLog, StoredWorld, Tail } from "./change-log.ts";
import { isUncertain } from "./connection.ts";
import type { KeyValue } from "./key-value.ts";

/** What the stores of a server have in common. */
export interface Shared {
  log: Pick<ChangeLog, "read" | "tail" | "append" | "has" | "locked" | "load" | "fold" | "start">;
  values: Pick<KeyValue, "refresh">;
  report: (message: string) => void;
  /** A world is stored anew when its changes are four times as long as it, within these limits, in characters. */
  folding: { least: number; most: number };
}

interface Write {
  work: () => Promise<unknown>;
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
}
/** A change of a write that is not durable yet. */
interface Made {
  change: Change;
  text: string;
  undo: Undo;
}
/** What writes make of a world as it is known, and what answers their callers. */
interface Attempt {
  token: string;
  known: Known;
  made: readonly Made[];
  answers: readonly (() => void)[];
}

/** The writes that share one append. */
const mostTogether = 64;
/** After this many lost races a writer keeps the others waiting. */
const mostLosses = 2;

/**
 * A world whose changes are a log in a database, which other servers append to. Memory holds a prefix of that log, but
 * for the moment in which rules run: their changes are undone, appended, and applied when they are durable.
 */
export class PostgresStore extends MemoryStore {
  readonly account: string;
  readonly incarnation: string;
  readonly #shared: Shared;
  /** The number of the last change in memory, and of the last one that the stored world holds. */
  #last: number;
  #storedUpTo: number;
  #reloads: number;
  /** The characters of the changes since the stored world. */
  #length = 0;
  /** The row schemas of the server that stored the world: where they are others, changes are checked too. */
  #shape: string;
  /** The values of the account, and of all accounts, are known as of this note. */
  #noted = "";
  #isClosed = false;

  /** Appends and replacements of the world, one at a time. */
  readonly #writes = new SerialQueue();
  /** The writes that begin together next. */
  #batch: Write[] | undefined;
  /** The changes of the writes whose rules run now. */
  #made: Made[] | undefined;
  #folding: Promise<void> | undefined;
  #leastFold = 0;

  constructor(
    account: string,
    stored: Pick<StoredWorld, "incarnation" | "reloads" | "storedUpTo" | "shape">,
    tables: Tables,
    shared: Shared,
  ) {
    super(tables);
    this.account = account;
    this.incarnation = stored.incarnation;
    this.#shared = shared;
    this.#last = this.#storedUpTo = stored.storedUpTo;
    this.#reloads = stored.reloads;
    this.#shape = stored.shape;
  }
  /** Undefined for an account that does not exist. */
  static async opened(account: string, shared: Shared): Promise<PostgresStore | undefined> {
    const stored = await shared.log.read(account);
    if (!stored) return undefined;
    const store = new PostgresStore(account, stored, await Tables.made(stored.state), shared);
    await store.#learn(await store.#tail());
    return store;
  }

  get last(): number {
    return this.#last;
  }
  /** Whether there is something to finish. */
  get isBusy(): boolean {
    return !this.#writes.idle || this.#folding !== undefined;
  }
  override get worldId(): string {
    return `${this.incarnation}/${this.#reloads}`;
  }
  #closed(): AccountClosed {
    this.#isClosed = true;
    return new AccountClosed(this.account);
  }

  override async refresh(): Promise<void> {
    if (this.#isClosed) throw this.#closed();
    const tail = await this.#tail();
    if (tail && tail.noted !== this.#noted) {
      await this.#shared.values.refresh(this.account);
      this.#noted = tail.noted;
    }
    // After the rules that run now, whose changes in memory may be undone.
    await this.queue.run(() => this.#learn(tail));
  }
  #tail(): Promise<Tail | undefined> {
    return this.#shared.log.tail(this.account, this.#last);
  }
  /** Takes over what the log has more than memory; rejects with an AccountClosed after a deletion. */
  async #learn(tail: Tail | undefined): Promise<void> {
    for (let next = tail; ; next = await this.#tail()) {
      if (next?.incarnation !== this.incarnation) throw this.#closed();
      if (next.storedUpTo !== this.#storedUpTo) this.#length = 0;
      this.#storedUpTo = next.storedUpTo;
      if (next.last <= this.#last) return;
      const isFar = next.reloads !== this.#reloads || next.oldestKept > this.#last;
      if (isFar || !(await this.#take(next))) await this.#reload();
      if (next.last <= this.#last) return;
    }
  }
  /** Whether the entries continue from memory. */
  async #take({ entries }: Tail): Promise<boolean> {
    for await (const { seq, text, isDamaged } of sliced(entries)) {
      if (seq <= this.#last) continue;
      if (seq !== this.#last + 1) return false;
      if (isDamaged) throw new Damaged(this.account, `change ${seq}`, "it was changed since the sandbox wrote it");
      const change = JSON.parse(text) as Change;
      const wrong = this.#shape === rowShape ? undefined : changeMismatch(change);
      if (wrong) throw new Damaged(this.account, `change ${seq}, ${wrong.pointer}`, wrong.reason);
      this.#apply(change, text);
    }
    return true;
  }
  #apply(change: Change, text: string): void {
    this.tables.apply(change);
    this.#last += 1;
    this.#length += text.length;
  }
  /** Reads the stored world, where memory is behind the oldest change of the log or the world was replaced. */
  async #reload(): Promise<void> {
    const stored = await this.#shared.log.read(this.account);
    if (stored?.incarnation !== this.incarnation) return;
    this.#place(await this.tables.prepared(stored.state), stored.storedUpTo, stored.reloads, stored.shape);
  }
  #place(world: Prepared, last: number, reloads: number, shape: string): void {
    this.tables.load(world);
    this.#last = this.#storedUpTo = last;
    this.#reloads = reloads;
    this.#length = 0;
    this.#shape = shape;
  }

  override write<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#batch || this.#batch.length === mostTogether) this.#batch = this.#newBatch();
    const batch = this.#batch;
    return new Promise<T>((resolve, reject) => batch.push({ work, resolve, reject }));
  }
  #newBatch(): Write[] {
    const batch: Write[] = [];
    const kept = this.#writes.run(async () => {
      // Handlers that only read finish first what they do in this turn of the event loop: they never see a change that
      // is not durable.
      await turn();
      if (this.#batch === batch) this.#batch = undefined;
      return this.#keep(batch);
    });
    const refuse = (error: unknown) => {
      for (const { reject } of batch) reject(this.#asWriteFailed(error));
    };
    void kept.then(({ answers }) => {
      for (const answer of answers) answer();
    }, refuse);
    return batch;
  }
  /** Runs the writes and appends their changes; where another server was first, learns its changes and runs again. */
  async #keep(writes: readonly Write[]): Promise<Attempt> {
    const { log } = this.#shared;
    for (let losses = 0; ; losses++) {
      if (this.#isClosed) throw this.#closed();
      let attempt: Attempt | undefined;
      const append = async (to: LockedLog["append"]) => {
        attempt = await this.#run(writes);
        const { known, token, made } = attempt;
        const texts = made.map(({ text }) => text);
        return texts.length === 0 || to(known, token, texts);
      };
      const isKept = await (losses < mostLosses
        ? append((...given) => log.append(this.account, ...given))
        : this.#locked(append)
      ).catch((error) => this.#afterCut(error, async () => attempt && log.has(this.account, attempt.token)));
      if (isKept && attempt) {
        await this.#settle(attempt);
        return attempt;
      }
      await this.refresh();
    }
  }
  /** The same while other servers wait. */
  #locked(append: (to: LockedLog["append"]) => Promise<boolean>): Promise<boolean> {
    return this.#shared.log.locked(this.account, async (log) => {
      const tail = await log.tail(this.#last);
      await this.queue.run(() => this.#learn(tail));
      return append(log.append);
    });
  }
  /** After a cut connection: looks once whether the change is there all the same. */
  async #afterCut(error: unknown, isThere: () => Promise<boolean | undefined>): Promise<true> {
    if (!isUncertain(error)) throw error;
    try {
      if (await isThere()) return true;
    } catch (failure) {
      if (failure instanceof AccountClosed) throw failure;
    }
    throw error;
  }
  #asWriteFailed(error: unknown): unknown {
    return error instanceof ReadFailed ? new WriteFailed(this.account, error.cause, "database") : error;
  }

  /** Runs the writes one after another, and leaves memory as it was. */
  #run(writes: readonly Write[]): Promise<Attempt> {
    return this.queue.run(async () => {
      const made: Made[] = [];
      const answers: (() => void)[] = [];
      const known = { incarnation: this.incarnation, last: this.#last };
      this.#made = made;
      try {
        for (const write of writes) answers.push(await this.#answer(write, made));
      } finally {
        this.#made = undefined;
        await undo(made);
      }
      return { token: randomUUID(), known, made, answers };
    });
  }
  async #answer({ work, resolve, reject }: Write, made: Made[]): Promise<() => void> {
    const { length } = made;
    try {
      const value = await work();
      return () => resolve(value as never);
    } catch (error) {
      await undo(made.splice(length));
      return () => reject(error);
    }
  }
  override async commit(change: Change): Promise<void> {
    if (!this.#made) throw new Error("a change is committed outside of a write");
    // The text is made first, so that a change which cannot be written is not applied.
    const { put, remove, events } = change;
    const text = JSON.stringify({ put, remove, events });
    this.#made.push({ change, text, undo: this.tables.apply(change) });
  }
  /** Applies the changes of an append that happened, but for those that the log has brought already. */
  async #settle({ known, made }: Attempt): Promise<void> {
    if (made.length === 0) return;
    await this.queue.run(async () => {
      for await (const [nth, { change, text }] of sliced(made.entries()))
        if (this.#last === known.last + nth) this.#apply(change, text);
    });
    const { least, most } = this.#shared.folding;
    if (this.#length > Math.max(least, Math.min(most, this.#leastFold))) this.#folding ??= this.#fold();
  }
  /** Stores the world anew, so that the changes before it are not needed any more. */
  async #fold(): Promise<void> {
    const { log, report } = this.#shared;
    try {
      const [from, state] = await this.queue.run(async () => {
        const position = { incarnation: this.incarnation, storedUpTo: this.#storedUpTo, last: this.#last };
        return [position, this.tables.dump()];
      });
      this.#leastFold = 4 * (await log.fold(this.account, from, state));
      // Learns up to where the world is stored now, by this server or by another.
      await this.refresh();
    } catch (error) {
      this.#leastFold = 2 * this.#length;
      if (error instanceof AccountClosed) return;
      report(`The changes of ${this.account} could not be folded, its log grows: ${(error as Error).message}`);
    } finally {
      this.#folding = undefined;
    }
  }

  override load(state: State, resetPoint: ResetPoint = "unchanged"): Promise<void> {
    // Writes that are asked for later follow it.
    this.#batch = undefined;
    return this.#writes.run(() => this.replace(state, resetPoint));
  }
  protected override async replace(state: State, resetPoint: ResetPoint): Promise<void> {
    try {
      if (this.#isClosed) throw this.#closed();
      const prepared = await this.tables.prepared(state);
      const token = randomUUID();
      const loaded = await this.#shared.log
        .load(this.account, this.incarnation, token, state, resetPoint)
        .catch((error) => this.#afterCut(error, () => this.#hasLoaded(token)));
      if (!loaded) throw this.#closed();
      if (loaded === true) return;
      await this.queue.run(async () => {
        if (this.#last < loaded.last) this.#place(prepared, loaded.last, loaded.reloads, rowShape);
      });
    } catch (error) {
      throw this.#asWriteFailed(error);
    }
  }
  /** Whether the database has the world of a load; memory has it then as well. */
  async #hasLoaded(token: string): Promise<boolean> {
    if ((await this.#tail())?.loadToken !== token) return false;
    await this.refresh();
    return true;
  }
  override async start(): Promise<State | null> {
    const start = await this.#shared.log.start(this.account, this.incarnation);
    if (start === undefined) throw this.#closed();
    return start;
  }

  /** Finishes what was asked for; later calls are refused. */
  async close(): Promise<void> {
    await this.#writes.run(async () => {});
    await this.#folding;
    this.#isClosed = true;
  }
}

async function undo(made: readonly Made[]): Promise<void> {
  for await (const each of sliced(made.toReversed())) each.undo();
}
