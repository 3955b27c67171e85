import { randomUUID } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type { Change, State } from "../../domain/change.ts";
import { AccountClosed, ReadFailed, WriteFailed } from "../../store/failures.ts";
import { MemoryStore } from "../../store/memory/store.ts";
import type { Undo } from "../../store/memory/tables.ts";
import type { ResetPoint } from "../../store/store.ts";
import { sliced } from "../../store/time-slice.ts";
import type { ChangeLog, Known, LockedLog } from "./change-log.ts";
import { asReadFailed, Lost } from "./errors.ts";
import type { KeyValue } from "./key-value.ts";
import type { Replica } from "./replica.ts";

/** What the stores of a server have in common. */
export interface Shared {
  log: ChangeLog;
  values: Pick<KeyValue, "refresh">;
  report: (message: string) => void;
  /** A world is stored anew when its changes are four times as long as it, within these limits, in characters. */
  folding: { least: number; most: number };
}

interface Asked<T = unknown> {
  ask: T;
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
}
type Work = () => Promise<unknown>;
type Load = { state: State; resetPoint: ResetPoint };
type Outcome = { value: unknown } | { error: unknown };

/** The changes of writes while their rules run. */
interface Running {
  changes: Change[];
  texts: string[];
  undos: Undo[];
}
interface Attempt {
  token: string;
  known: Known;
  changes: readonly Change[];
  texts: readonly string[];
  outcomes: readonly Outcome[];
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
  readonly #replica: Replica;
  readonly #shared: Shared;
  readonly #asked: Asked<Work | Load>[] = [];
  #unanswered = 0;
  #working: Promise<void> | undefined;
  #running: Running | undefined;
  #folding: Promise<void> | undefined;
  #leastFold = 0;
  /** The values of the account, and of all accounts, are known as of this note. */
  #noted = "";

  constructor(replica: Replica, shared: Shared) {
    super(replica.tables);
    this.#replica = replica;
    this.#shared = shared;
  }

  /** Whether there is something to finish. */
  get isBusy(): boolean {
    return this.#unanswered > 0 || this.#folding !== undefined;
  }
  override get worldId(): string {
    return `${this.#replica.incarnation}/${this.#replica.reloads}`;
  }

  override async refresh(): Promise<void> {
    this.#refuseClosed();
    const replica = this.#replica;
    const tail = await replica.tail();
    if (tail && tail.noted !== this.#noted) {
      await asReadFailed(replica.account, () => this.#shared.values.refresh(replica.account));
      this.#noted = tail.noted;
    }
    // Rules that run now have changes in memory that may be undone.
    if (!replica.isAt(tail) || !this.queue.idle) await this.queue.run(() => replica.learn(tail));
  }
  #refuseClosed(): void {
    if (this.#replica.isClosed) throw new AccountClosed(this.#replica.account);
  }

  override write<T>(work: () => Promise<T>): Promise<T> {
    return this.#ask(work) as Promise<T>;
  }
  override load(state: State, resetPoint: ResetPoint = "unchanged"): Promise<void> {
    return this.#ask({ state, resetPoint }) as Promise<void>;
  }
  #ask(ask: Work | Load): Promise<unknown> {
    this.#unanswered++;
    return new Promise<unknown>((resolve, reject) => {
      this.#asked.push({ ask, resolve, reject });
      this.#working ??= this.#work();
    }).finally(() => {
      this.#unanswered--;
    });
  }

  async #work(): Promise<void> {
    while (this.#asked.length > 0) {
      // Handlers that only read finish first what they do in this turn of the event loop: they never see a change that
      // is not durable.
      await turn();
      const end = this.#asked.findIndex(({ ask }) => typeof ask !== "function");
      const count = end === 0 ? 1 : Math.min(end < 0 ? mostTogether : end, mostTogether);
      const asked = this.#asked.splice(0, count);
      const [{ ask: first, resolve } = {} as Asked<Work | Load>] = asked;
      const done =
        typeof first === "function"
          ? this.#keep(asked as Asked<Work>[])
          : this.#replace(first).then(resolve as () => void);
      await done.catch((error) => {
        for (const { reject } of asked) reject(error);
      });
    }
    // In the same turn as the last look: what is asked for later begins anew.
    this.#working = undefined;
  }

  /** Runs the writes and appends their changes; where another server was first, learns its changes and runs again. */
  async #keep(writes: readonly Asked<Work>[]): Promise<void> {
    const { log } = this.#shared;
    const { account } = this.#replica;
    try {
      for (let losses = 0; ; losses++) {
        this.#refuseClosed();
        let attempt: Attempt | undefined;
        const append = async (to: Pick<LockedLog, "append">) => {
          attempt = await this.#run(writes);
          const { known, token, texts } = attempt;
          return texts.length === 0 || to.append(known, token, texts);
        };
        const isKept = await (losses < mostLosses
          ? append({ append: (...given) => log.append(account, ...given) })
          : this.#locked(append)
        ).catch((error) => this.#afterCut(error, async () => attempt && log.has(account, attempt.token)));
        if (isKept && attempt) return await this.#settle(attempt, writes);
        await this.refresh();
      }
    } catch (error) {
      throw this.#asWriteFailed(error);
    }
  }
  /** The same while other servers wait. */
  #locked(append: (log: LockedLog) => Promise<boolean>): Promise<boolean> {
    return this.#shared.log.locked(this.#replica.account, async (log) => {
      const tail = await log.tail(this.#replica.last);
      await this.queue.run(() => this.#replica.learn(tail));
      return append(log);
    });
  }
  /** After a cut connection: looks once whether the change is there all the same, and learns it. */
  async #afterCut(error: unknown, isThere: () => Promise<boolean | undefined>): Promise<true> {
    if (!(error instanceof Lost)) throw error;
    try {
      if (await isThere()) {
        await this.refresh();
        return true;
      }
    } catch (failure) {
      if (failure instanceof AccountClosed) throw failure;
    }
    throw new WriteFailed(this.#replica.account, error, "uncertain");
  }
  #asWriteFailed(error: unknown): unknown {
    if (error instanceof AccountClosed || error instanceof WriteFailed) return error;
    const { account } = this.#replica;
    if (error instanceof ReadFailed) return new WriteFailed(account, error.cause, "database");
    return new WriteFailed(account, error, error instanceof Lost ? "uncertain" : "database");
  }

  /** Runs the writes one after another, and leaves memory as it was. */
  #run(writes: readonly Asked<Work>[]): Promise<Attempt> {
    return this.queue.run(async () => {
      const running: Running = { changes: [], texts: [], undos: [] };
      const outcomes: Outcome[] = [];
      const { incarnation, last } = this.#replica;
      this.#running = running;
      try {
        for (const { ask } of writes) outcomes.push(await this.#outcome(ask, running));
      } finally {
        this.#running = undefined;
        await undo(running, 0);
      }
      const { changes, texts } = running;
      return { token: randomUUID(), known: { incarnation, last }, changes, texts, outcomes };
    });
  }
  async #outcome(work: Work, running: Running): Promise<Outcome> {
    const { length } = running.changes;
    try {
      return { value: await work() };
    } catch (error) {
      await undo(running, length);
      running.changes.length = length;
      running.texts.length = length;
      return { error };
    }
  }
  override async commit(change: Change): Promise<void> {
    const running = this.#running;
    if (!running) throw new Error("a change is committed outside of a write");
    // The text is made first, so that a change which cannot be written is not applied.
    const { put, remove, events } = change;
    const text = JSON.stringify({ put, remove, events });
    running.undos.push(this.tables.apply(change));
    running.changes.push(change);
    running.texts.push(text);
  }

  async #settle({ known, changes, texts, outcomes }: Attempt, writes: readonly Asked<Work>[]): Promise<void> {
    if (changes.length > 0) {
      await this.queue.run(() => this.#replica.keep(known, changes, texts));
      if (this.#isFoldable()) this.#folding ??= this.#fold();
    }
    for (const [nth, outcome] of outcomes.entries()) {
      const { resolve, reject } = writes[nth] as Asked<Work>;
      if ("error" in outcome) reject(outcome.error);
      else resolve(outcome.value as never);
    }
  }

  #isFoldable(): boolean {
    const { least, most } = this.#shared.folding;
    return this.#replica.length > Math.max(least, Math.min(most, this.#leastFold));
  }
  /** Stores the world anew, so that the changes before it are not needed any more. */
  async #fold(): Promise<void> {
    const { log, report } = this.#shared;
    const replica = this.#replica;
    try {
      const { state, from } = await this.queue.run(async () => replica.dump());
      this.#leastFold = 4 * (await log.fold(replica.account, from, state));
      // Learns up to where the world is stored now, by this server or by another.
      await this.refresh();
    } catch (error) {
      this.#leastFold = 2 * replica.length;
      report(`The changes of ${replica.account} could not be folded, its log grows: ${(error as Error).message}`);
    } finally {
      this.#folding = undefined;
    }
  }

  async #replace({ state, resetPoint }: Load): Promise<void> {
    try {
      this.#refuseClosed();
      const replica = this.#replica;
      const prepared = await this.tables.prepared(state);
      const { account, incarnation } = replica;
      const token = randomUUID();
      const loaded = await this.#shared.log
        .load(account, incarnation, token, state, resetPoint)
        .catch((error) => this.#afterCut(error, async () => (await replica.tail())?.loadToken === token));
      if (!loaded) replica.isClosed = true;
      this.#refuseClosed();
      if (typeof loaded === "object") await this.queue.run(async () => replica.replaced(prepared, loaded));
    } catch (error) {
      throw this.#asWriteFailed(error);
    }
  }

  override async start(): Promise<State | null> {
    const { account, incarnation } = this.#replica;
    const start = await asReadFailed(account, () => this.#shared.log.start(account, incarnation));
    if (start === undefined) throw new AccountClosed(account);
    return start;
  }

  /** Finishes what was asked for; later calls are refused. */
  async close(): Promise<void> {
    await this.#working;
    await this.#folding;
    this.#replica.isClosed = true;
  }
}

async function undo({ undos }: Running, from: number): Promise<void> {
  for await (const each of sliced(undos.splice(from).toReversed())) each();
}
