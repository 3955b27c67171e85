import { randomUUID } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type { Change, State } from "../../domain/change.ts";
import { AccountClosed, ReadFailed, WriteFailed } from "../../store/failures.ts";
import { MemoryStore } from "../../store/memory/storage.ts";
import type { Undo } from "../../store/memory/tables.ts";
import type { ResetPoint } from "../../store/store.ts";
import { pauses } from "../../store/time-slice.ts";
import { lineOf, type Packing, wholeState } from "../../store/world-codec.ts";
import { SharedCall } from "../coalesce.ts";
import { type HeldLog, type Line, type Log, Lost, Refused } from "./change-log.ts";
import { reading } from "./errors.ts";
import type { Attempt, Replica } from "./replica.ts";

/** What a server shares with its stores. */
export interface Surroundings {
  log: Log;
  packing: Packing;
  report: (message: string) => void;
  /** Reads the notes of an account that were changed. */
  readNotes: (account: string) => Promise<void>;
  /** In characters, when a world is stored anew: four times its own length, times `share`, within these limits. */
  folding: { least: number; most: number; share?: number };
}

interface Asked<T = unknown> {
  ask: T;
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
}
type Work = () => Promise<unknown>;
type Load = { state: State; resetPoint: ResetPoint };
type Outcome = { value: unknown } | { error: unknown };

interface Running {
  changes: Change[];
  lines: Line[];
  undos: Undo[];
}
interface Session extends Attempt {
  lines: readonly Line[];
  outcomes: readonly Outcome[];
}

/** The writes that share one append. */
const mostTogether = 64;
/** So many appends may lose against other servers before one keeps them waiting. */
const mostLosses = 2;
const mostAttempts = 20;

/**
 * A world whose changes are a log in a database, which other servers append to. Memory holds a prefix of that log, but
 * for the moment in which rules run: their changes are undone, appended, and applied when they are durable.
 */
export class PostgresStore extends MemoryStore {
  readonly #replica: Replica;
  readonly #surroundings: Surroundings;
  readonly #learning: SharedCall;
  readonly #asked: Asked<Work | Load>[] = [];
  #unanswered = 0;
  #working: Promise<void> | undefined;
  #running: Running | undefined;
  #folding: Promise<void> | undefined;
  #leastFold = 0;
  /** The notes of the account, and of all accounts, are known as of these versions. */
  #notes = "";

  constructor(replica: Replica, surroundings: Surroundings) {
    super(replica.tables);
    this.#replica = replica;
    this.#surroundings = surroundings;
    this.#learning = new SharedCall(() => this.#learn());
  }

  /** Whether there is something to finish. */
  get busy(): boolean {
    return this.#unanswered > 0 || this.#folding !== undefined;
  }
  get life(): string {
    return this.#replica.life;
  }
  get world(): string {
    return `${this.#replica.life}/${this.#replica.loads}`;
  }
  get head(): number {
    return this.#replica.head;
  }

  override refresh(): Promise<void> {
    return this.#learning.run();
  }
  async #learn(): Promise<void> {
    this.#refuseClosed();
    const replica = this.#replica;
    const tail = await replica.tail();
    if (tail && tail.notes !== this.#notes) {
      await reading(replica.account, () => this.#surroundings.readNotes(replica.account));
      this.#notes = tail.notes;
    }
    const isKnown = tail?.life === replica.life && tail.head === replica.head && tail.base === replica.base;
    // Rules that run now have changes in memory that may be undone.
    if (!isKnown || !this.turns.idle) await this.turns.run(() => replica.learn(tail));
  }
  #refuseClosed(): void {
    if (this.#replica.closed) throw new AccountClosed(this.#replica.account);
  }

  override write<T>(work: () => Promise<T>): Promise<T> {
    return this.#ask(work) as Promise<T>;
  }
  override load(state: State, resetPoint: ResetPoint = "unchanged"): Promise<void> {
    return this.#ask({ state, resetPoint }) as Promise<void>;
  }
  #ask(ask: Work | Load): Promise<unknown> {
    this.#unanswered++;
    const answered =
      <T>(answer: (value: T) => void) =>
      (value: T) => {
        this.#unanswered--;
        answer(value);
      };
    return new Promise<unknown>((resolve, reject) => {
      this.#asked.push({ ask, resolve: answered(resolve), reject: answered(reject) });
      this.#working ??= this.#work().finally(() => {
        this.#working = undefined;
      });
    });
  }

  async #work(): Promise<void> {
    while (this.#asked.length > 0) {
      // Handlers that only read finish first what they do in this turn of the event loop: they never see a change that
      // is not durable.
      await turn();
      const [first] = this.#asked;
      if (first && typeof first.ask !== "function") {
        this.#asked.shift();
        await this.#replace(first.ask).then(first.resolve as () => void, first.reject);
        continue;
      }
      const end = this.#asked.findIndex(({ ask }) => typeof ask !== "function");
      const writes = this.#asked.splice(0, Math.min(end < 0 ? mostTogether : end, mostTogether)) as Asked<Work>[];
      await this.#keep(writes).catch((error) => {
        for (const { reject } of writes) reject(error);
      });
    }
  }

  /** Runs the writes and appends their changes, again and again until no other server was first. */
  async #keep(writes: readonly Asked<Work>[]): Promise<void> {
    const { log } = this.#surroundings;
    const { account } = this.#replica;
    const plain: HeldLog = {
      tail: (after) => log.tail(account, after),
      append: (known, token, lines) => log.append(account, known, token, lines),
    };
    const uncertain: Session[] = [];
    let losses = 0;
    try {
      for (let attempts = 0; attempts < mostAttempts; attempts++) {
        this.#refuseClosed();
        let session: Session | undefined;
        const attempt = async (held: HeldLog) => {
          // The log has told of an attempt whose answer was lost.
          if (uncertain.some(({ landed, passed }) => landed || passed)) return false;
          session = await this.#run(writes);
          return session.lines.length === 0 || held.append(session.known, session.token, session.lines);
        };
        try {
          const isKept = losses < mostLosses ? await attempt(plain) : await this.#alone(attempt);
          if (isKept && session) return await this.#settle(session, writes);
          losses++;
        } catch (error) {
          if (!(error instanceof Lost)) throw this.#asWrite(error, uncertain.length > 0);
          if (session) uncertain.push(session);
          losses = mostLosses;
        }
        await this.refresh();
        const landed = uncertain.find((session) => session.landed);
        if (landed) return await this.#settle(landed, writes);
        if (uncertain.some(({ passed }) => passed)) break;
      }
      throw this.#asWrite(new Error("other servers were first each time"), uncertain.length > 0);
    } catch (error) {
      throw error instanceof ReadFailed ? this.#asWrite(error, uncertain.length > 0) : error;
    } finally {
      this.#replica.attempts.clear();
    }
  }
  /** The same while other servers wait. */
  #alone(attempt: (held: HeldLog) => Promise<boolean>): Promise<boolean> {
    const { account } = this.#replica;
    return this.#surroundings.log.alone(account, async (held) => {
      const tail = await held.tail(this.#replica.head);
      await this.turns.run(() => this.#replica.learn(tail));
      return attempt(held);
    });
  }
  #asWrite(error: unknown, isUncertain: boolean): unknown {
    if (error instanceof AccountClosed) return error;
    const cause = error instanceof ReadFailed ? error.cause : error;
    return new WriteFailed(this.#replica.account, cause, isUncertain ? "uncertain" : "database");
  }

  /** Runs the writes one after another, and leaves memory as it was. */
  #run(writes: readonly Asked<Work>[]): Promise<Session> {
    return this.turns.run(async () => {
      const running: Running = { changes: [], lines: [], undos: [] };
      const outcomes: Outcome[] = [];
      const { life, head } = this.#replica;
      this.#running = running;
      try {
        for (const { ask } of writes) outcomes.push(await this.#outcome(ask, running));
      } finally {
        this.#running = undefined;
        await undo(running, 0);
      }
      const { changes, lines } = running;
      const token = randomUUID();
      const session = { token, known: { life, head }, changes, lines, outcomes, landed: false, passed: false };
      this.#replica.attempts.set(token, session);
      return session;
    });
  }
  async #outcome(work: Work, running: Running): Promise<Outcome> {
    const { length } = running.changes;
    try {
      return { value: await work() };
    } catch (error) {
      await undo(running, length);
      running.changes.length = length;
      running.lines.length = length;
      return { error };
    }
  }
  override async commit(change: Change): Promise<void> {
    const running = this.#running;
    if (!running) throw new Error("a change is committed outside of a write");
    // The line is made first, so that a change which cannot be written is not applied.
    const line = lineOf(change);
    running.undos.push(this.tables.apply(change));
    running.changes.push(change);
    running.lines.push(line);
  }

  async #settle(session: Session, writes: readonly Asked<Work>[]): Promise<void> {
    if (session.lines.length > 0) {
      const length = session.lines.reduce((sum, { text }) => sum + text.length, 0);
      await this.turns.run(() => this.#replica.keep(session, length));
      if (this.#isFoldable()) this.#folding ??= this.#fold();
    }
    for (const [nth, outcome] of session.outcomes.entries()) {
      const { resolve, reject } = writes[nth] as Asked<Work>;
      if ("error" in outcome) reject(outcome.error);
      else resolve(outcome.value as never);
    }
  }

  #isFoldable(): boolean {
    const { least, most } = this.#surroundings.folding;
    return this.#replica.length > Math.max(least, Math.min(most, this.#leastFold));
  }
  async #fold(): Promise<void> {
    const { log, packing, report, folding } = this.#surroundings;
    const replica = this.#replica;
    try {
      // Writes do not wait for events that are read before their turn.
      await this.missing("events");
      const { state, from } = await this.turns.run(() => replica.dump());
      const body = await packing.pack(state);
      await log.fold(replica.account, from, body);
      this.#leastFold = 4 * (folding.share ?? 1) * body.bytes.length;
      replica.length = 0;
    } catch (error) {
      this.#leastFold = Math.max(folding.least, 2 * replica.length);
      report(`The changes of ${replica.account} could not be folded, its log grows on: ${(error as Error).message}`);
    } finally {
      this.#folding = undefined;
    }
  }

  async #replace({ state, resetPoint }: Load): Promise<void> {
    this.#refuseClosed();
    const replica = this.#replica;
    const world = await this.tables.prepared(state);
    const body = await this.#surroundings.packing.pack(state);
    const start = { this: body, seed: null, unchanged: undefined }[resetPoint];
    const token = randomUUID();
    for (let isFirst = true; ; isFirst = false) {
      try {
        const loaded = await this.#surroundings.log.load(replica.account, replica.life, token, body, start);
        if (!loaded) replica.closed = true;
        this.#refuseClosed();
        return await this.turns.run(async () => replica.replaced(world, loaded as NonNullable<typeof loaded>));
      } catch (error) {
        if (!(error instanceof Lost)) throw error instanceof Refused ? this.#asWrite(error, !isFirst) : error;
        const last = await this.#loadToken().catch((failure) => {
          throw this.#asWrite(failure, true);
        });
        if (last === token) return;
        if (!isFirst) throw this.#asWrite(error, true);
      }
    }
  }

  /** Which load the log tells of last, once memory has taken it over. */
  async #loadToken(): Promise<string | undefined> {
    const tail = await this.#replica.tail();
    await this.turns.run(() => this.#replica.learn(tail));
    return tail?.loadToken;
  }

  override async start(): Promise<State | null | undefined> {
    const { account, life } = this.#replica;
    const body = await reading(account, () => this.#surroundings.log.start(account, life));
    if (body === undefined) throw new AccountClosed(account);
    return body && wholeState(await this.#surroundings.packing.unpack(account, body));
  }

  /** Finishes what was asked for; later calls are refused. */
  async close(): Promise<void> {
    await this.#working;
    await this.#folding;
    this.#replica.closed = true;
  }
}

async function undo({ undos }: Running, from: number): Promise<void> {
  const rest = pauses();
  for (const each of undos.splice(from).toReversed()) {
    each();
    const due = rest();
    if (due) await due;
  }
}
