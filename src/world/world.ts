/**
 * world: one account. `World` has its clock, runs one write at a time, and runs the jobs that are due before a request
 * reads; beside it stand the operations of clients, triggers, and the rounds of each night. Rules come from `domain/`
 * and rows from a store. It knows neither other accounts nor HTTP.
 */
import { type Chance, chance } from "../directory/chance.ts";
import type { Change, State } from "../domain/change.ts";
import { clockAt, readClock } from "../domain/clock.ts";
import type { CollectionName } from "../domain/collections.ts";
import { type Configuration, storedConfiguration } from "../domain/configuration.ts";
import { actors, Draft, emptyFolder, type RuleContext } from "../domain/draft.ts";
import { runJob } from "../domain/jobs.ts";
import { peopleIn } from "../domain/people/plan.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import type { Actor, EventRow, JobRow, ThirdpartyRow, WorldRow } from "../domain/rows.ts";
import { drawnFrom, type Sequence, sequenceStarts } from "../domain/sequences.ts";
import { differs, followUnit } from "../domain/thirdparty/legal-unit.ts";
import { type Moment, parse } from "../domain/time.ts";
import { WriteFailed } from "../store/failures.ts";
import type { ResetPoint, Store } from "../store/store.ts";
import { type Sliced, sliced } from "../store/time-slice.ts";
import { isLarge, partsOf } from "./large-change.ts";
import { runRound, skipRounds } from "./rounds.ts";

const isJob = ({ collection }: { collection: CollectionName }) => collection === "jobs";
const has = ({ put }: Change, name: CollectionName) => put.some(({ collection }) => collection === name);

interface WorldSettings {
  wall: () => Moment;
  /** Why the world may not grow any more; undefined where it may. */
  whyFull?: (world: World) => string | undefined;
  /** Throws where that many more rows and events make the world larger than the limit. */
  refuseGrowth?: (world: World, rows: number) => void;
  /** Signs the links to the account's files. */
  linkSecret: string;
}

/** A copy of what every request reads, as of one revision of the store, so that a request need not wait for it. */
interface Memory {
  revision: number;
  row: WorldRow;
  sequences: Record<Sequence, number>;
  configuration: Configuration;
  lastEvent: Moment;
  nextDue: Moment;
}

/** The rows and events that one write changes at most when the clock moves, but for one job. */
export const mostInPart = 2_000;

/** A write that has yielded to other requests. */
interface Yielded {
  writer: object;
  over: Promise<void>;
  end: () => void;
  /** Whether it has reported how far it is. */
  isReported: boolean;
}

/** One account: its store, its clock and its chance. */
export class World {
  readonly accountId: string;
  readonly store: Store;
  readonly linkSecret: string;
  /** When a request last asked for it, by the wall clock; 0 for none. */
  usedAt: Moment = 0;
  /** The last use that the storage knows of. */
  notedAt: Moment = 0;
  /** The requests and streams that hold it; a world in use stays in memory. */
  uses = 0;
  readonly #wall: () => Moment;
  readonly #whyFull: () => string | undefined;
  readonly #refuseGrowth: (rows: number) => void;
  #memory!: Memory;
  /** The events of the write that runs now. */
  #events: EventRow[] = [];
  #writer = {};
  #yielded: Yielded | undefined;
  /** The end of the work in parts that is under way: other requests for the account wait for it. */
  #moving: Promise<unknown> | undefined;
  /** Whether that work has reported how far it is. */
  #isReported = false;
  /** The rows and events that the part which runs now has changed. */
  #changed = 0;
  readonly #progressed = new Set<(share: number) => void>();
  readonly #listeners = new Set<(events: readonly EventRow[]) => void>();

  private constructor(accountId: string, store: Store, { wall, linkSecret, whyFull, refuseGrowth }: WorldSettings) {
    this.accountId = accountId;
    this.store = store;
    this.linkSecret = linkSecret;
    this.#wall = wall;
    this.#whyFull = () => whyFull?.(this);
    this.#refuseGrowth = (rows) => refuseGrowth?.(this, rows);
  }

  static async open(accountId: string, store: Store, settings: WorldSettings): Promise<World> {
    const world = new World(accountId, store, settings);
    await world.#refresh();
    return world;
  }

  async #refresh(): Promise<void> {
    const { store } = this;
    const { revision } = store;
    const row = (await store.get("world", "world")) as WorldRow;
    const stored = await store.scan("sequences", { limit: 100 });
    const sequences = { ...sequenceStarts, ...Object.fromEntries(stored.map(({ name, next }) => [name, next])) };
    const dossierTypes = await store.scan("dossierTypes", { limit: 1000 });
    const configuration = storedConfiguration(row, dossierTypes);
    const last = await store.get("events", sequences.eventId - 1);
    const lastEvent = last ? parse(last.occurredAt) : Number.NEGATIVE_INFINITY;
    const nextDue = await this.#firstDue();
    // After a change in between, the values above are of two revisions.
    if (store.revision !== revision) return this.#refresh();
    this.#memory = { revision, row, sequences, configuration, lastEvent, nextDue };
  }
  async #nextJob(): Promise<JobRow | undefined> {
    return (await this.store.range("jobs", "due", "all", { limit: 1 }))[0];
  }
  async #firstDue(): Promise<Moment> {
    const job = await this.#nextJob();
    return job ? parse(job.dueAt) : Number.POSITIVE_INFINITY;
  }

  get origin(): Readonly<WorldRow> {
    return this.#memory.row;
  }
  get configuration(): Configuration {
    return this.#memory.configuration;
  }
  get frozen(): boolean {
    return this.#memory.row.clock.frozenAt !== null;
  }
  get nextDue(): Moment {
    return this.#memory.nextDue;
  }
  /** A clock stops before the next event of a world that may not grow. */
  get clock(): Moment {
    const shown = readClock(this.#memory.row.clock, this.#wall());
    return shown < this.#memory.nextDue || this.#whyFull() === undefined ? shown : this.#memory.nextDue - 1;
  }
  /** Why the clock does not go on; undefined where it does. */
  get stopped(): string | undefined {
    return this.#whyFull();
  }
  /** Throws where a change that has drawn these numbers makes the world larger than it may be. */
  checkGrowth(sequences: RuleContext["sequences"]): void {
    this.#refuseGrowth(drawnFrom(sequences) - drawnFrom(this.#memory.sequences));
  }
  /** The clock, or the last event when it is later: each event of a change takes a millisecond. */
  get now(): Moment {
    return Math.max(this.clock, this.#memory.lastEvent);
  }
  /** The ids of a world's events ascend without a gap. */
  get nextEventId(): number {
    return this.#memory.sequences.eventId;
  }
  get lastEventId(): number | null {
    return this.nextEventId === sequenceStarts.eventId ? null : this.nextEventId - 1;
  }
  chance(...key: readonly (string | number)[]): Chance {
    return chance(this.#memory.row.randomSeed, ...key);
  }

  /** Passes on the events of every write of this server, once they are durable. Returns a function that stops it. */
  listen(listener: (events: readonly EventRow[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Passes on how far a write has come that takes long, and its end as 1. Returns a function that stops it. */
  onProgress(listener: (share: number) => void): () => void {
    this.#progressed.add(listener);
    return () => this.#progressed.delete(listener);
  }
  #report(share: number): void {
    for (const listener of this.#progressed) listener(share);
  }

  context(at: Moment = this.clock): RuleContext {
    const { accountId } = this;
    const { sequences, configuration, lastEvent } = this.#memory;
    const now = Math.max(at, lastEvent + 1);
    const people = peopleIn(this.#memory.row);
    return { accountId, now, chance: (...key) => this.chance(...key), sequences, configuration, ...people };
  }

  /** Runs `work` as the only writer, and resolves when its changes are durable; see `Store.write`. */
  async write<T>(work: () => Promise<T>): Promise<T> {
    while (this.#moving) await this.#moving;
    return this.#write(work);
  }
  async #write<T>(work: () => Promise<T>): Promise<T> {
    let events: EventRow[] = [];
    const writer = {};
    try {
      const result = await this.store.write(() => {
        events = [];
        this.#writer = writer;
        this.#events = events;
        return this.#isFresh() ? work() : this.#refresh().then(work);
      });
      if (events.length > 0) this.#pass(events);
      return result;
    } finally {
      if (this.#yielded?.writer === writer) this.#end(this.#yielded);
    }
  }
  readonly #pass = (events: readonly EventRow[]): void => {
    for (const listener of this.#listeners) listener(events);
  };

  /**
   * `sliced` for loops inside a write. Other accounts are served in between, and requests for this one wait for the end
   * of the write: they see all of it or nothing.
   */
  readonly sliced: Sliced = (rows) => sliced(rows, () => void this.#onYield());
  #onYield(): Yielded {
    // An earlier write that has yielded may still wait for its durability: requests wait for this one as well.
    if (this.#yielded) return Object.assign(this.#yielded, { writer: this.#writer });
    let end = () => {};
    const over = new Promise<void>((resolve) => (end = resolve));
    this.#yielded = { writer: this.#writer, over, end, isReported: false };
    return this.#yielded;
  }
  #end({ end, isReported }: Yielded): void {
    end();
    this.#yielded = undefined;
    if (isReported && this.#moving) this.#isReported = true;
    else if (isReported) this.#report(1);
  }

  /** Applies a change, and returns its events with those that it brings about in other third parties. */
  async commit(change: Change): Promise<readonly EventRow[]> {
    if (isLarge(change)) for await (const part of this.sliced(partsOf(change))) await this.store.commit(part);
    else await this.store.commit(change);
    this.#changed += change.put.length + change.remove.length + change.events.length;
    const memory = this.#memory;
    const { revision } = this.store;
    const { configuration } = memory.row;
    this.#remember(change);
    if (has(change, "dossierTypes") || configuration !== memory.row.configuration)
      memory.configuration = storedConfiguration(memory.row, await this.store.scan("dossierTypes", { limit: 1000 }));
    if (change.put.some(isJob) || change.remove.some(isJob)) memory.nextDue = await this.#firstDue();
    memory.revision = revision;
    for (const event of change.events) this.#events.push(event);
    if (!has(change, "thirdparties")) return change.events;
    return [...change.events, ...(await this.#followUnits(change))];
  }
  #remember({ put, events }: Change): void {
    const memory = this.#memory;
    for (const { collection, row } of put) {
      if (collection === "sequences") memory.sequences[row.name as Sequence] = row.next;
      else if (collection === "world") memory.row = row;
    }
    const last = events.at(-1);
    if (last) memory.lastEvent = parse(last.occurredAt);
  }

  /** Applies a rule to one third party's folder, or to an empty one, and commits its change. */
  async change<T>(
    thirdpartyId: number | null,
    actor: Actor,
    rule: (draft: Draft) => T | Refusal,
  ): Promise<{ result: T; events: readonly EventRow[] } | Refusal> {
    const folder = thirdpartyId === null ? emptyFolder : await this.store.folder(thirdpartyId);
    const draft = new Draft(folder, this.context(), actor);
    const result = rule(draft);
    if (isRefusal(result)) return result;
    const change = draft.change();
    const isEmpty = change.put.length + change.remove.length + change.events.length === 0;
    return { result, events: isEmpty ? [] : await this.commit(change) };
  }

  /** What the register publishes of a legal unit reaches all its establishments in the portfolio. */
  async #followUnits({ put }: Change): Promise<EventRow[]> {
    const events: EventRow[] = [];
    for (const { collection, row } of put) {
      if (collection !== "thirdparties" || row.siren === null) continue;
      const unit = await this.store.range("thirdparties", "unit", row.siren);
      const source = unit.find(({ thirdpartyId }) => thirdpartyId === row.thirdpartyId) as ThirdpartyRow;
      for (const { thirdpartyId } of unit.filter((sister) => differs(sister, source))) {
        // Right after the events of the change, which may be of a job that was due long before.
        const context = this.context(this.#memory.lastEvent);
        const draft = new Draft(await this.store.folder(thirdpartyId), context, actors.platform);
        followUnit(draft, source);
        events.push(...(await this.commit(draft.change())));
      }
    }
    return events;
  }

  /**
   * Runs the jobs that are due by a moment, in order, each at its own time, or as many of them as one part of a move
   * may hold. Returns their events; nothing is overdue then at the time of the last of them.
   */
  async runDueJobs(moment: Moment, most = Number.POSITIVE_INFINITY, begin = this.#memory.nextDue): Promise<EventRow[]> {
    const events: EventRow[] = [];
    this.#changed = 0;
    if (this.#memory.nextDue <= moment) await this.#skipIdleTime(moment);
    const onYield = () => {
      this.#onYield().isReported = true;
      this.#report((this.#memory.nextDue - begin) / (moment - begin));
    };
    let last = begin;
    const due = function* (world: World) {
      const isDue = () => world.#memory.nextDue <= (world.#changed < most ? moment : Math.min(last, moment));
      while (isDue()) yield;
    };
    for await (const _ of sliced(due(this), onYield)) {
      const job = (await this.#nextJob()) as JobRow;
      last = parse(job.dueAt);
      for (const event of await this.commit(await this.#run(job, this.sliced))) events.push(event);
    }
    return events;
  }
  /** Where the portfolio is empty, nothing happens until a third party is added. */
  async #skipIdleTime(moment: Moment): Promise<void> {
    if ((await this.store.page("thirdparties", { offset: 0, limit: 0 })).total > 0) return;
    const jobs = await this.store.range("jobs", "due", "all");
    if (jobs.length === 0 || jobs.some(({ kind, thirdpartyId }) => thirdpartyId !== null || kind === "ADD")) return;
    const { sequences, lastEvent } = this.#memory;
    const from = { jobId: sequences.jobId, earliest: lastEvent + 1 };
    await this.commit(await skipRounds(jobs, moment, from, this.sliced));
  }
  /** What a job would leave if it came first, and who would do it: nothing is changed, and other work may go on. */
  foresee(job: JobRow): Promise<Change & { actor?: Actor }> {
    return this.#run(job, sliced);
  }
  async #run(job: JobRow, slices: Sliced): Promise<Change & { actor?: Actor }> {
    const context = this.context(parse(job.dueAt));
    if (job.thirdpartyId === null) return runRound(job, context, this.store, slices);
    const folder = await this.store.folder(job.thirdpartyId);
    const draft = new Draft(folder, context, actors.platform);
    runJob(draft, job);
    return { ...draft.change(), actor: draft.actor };
  }

  /** Runs work in several writes, while other requests for the account wait for its end. */
  async inParts<T>(work: (write: World["write"]) => Promise<T>): Promise<T> {
    while (this.#moving) await this.#moving;
    const moving = work((part) => this.#write(part));
    this.#moving = moving.catch(() => {});
    return moving.finally(() => {
      this.#moving = undefined;
      if (this.#isReported) this.#report(1);
      this.#isReported = false;
    });
  }
  /** A write beside those of `inParts`. */
  async writeBetween<T>(work: () => Promise<T>): Promise<T> {
    await this.store.refresh();
    return this.#write(work);
  }

  #isFresh(): boolean {
    return this.#memory.revision === this.store.revision;
  }
  /** Call before a request: refreshes the memory and runs the jobs that are due by a running clock. */
  catchUp(): Promise<void> | undefined {
    const other = this.#moving ?? this.#yielded?.over;
    if (other) return other.then(() => this.catchUp());
    const learning = this.store.refresh();
    if (learning) return learning.then(() => this.#catchUp());
    return this.#isFresh() && this.#memory.nextDue > this.clock ? undefined : this.#catchUp();
  }
  async #catchUp(): Promise<void> {
    if (!this.#isFresh()) await this.#refresh();
    if (this.#memory.nextDue > this.clock) return;
    try {
      await this.inParts(async (write) => {
        const { clock, nextDue } = this;
        while (this.nextDue <= clock && !this.stopped) await write(() => this.runDueJobs(clock, mostInPart, nextDue));
      });
    } catch (error) {
      if (!(error instanceof WriteFailed)) throw error;
      // Requests are still served when the disk is full; the jobs run again later.
      await this.#refresh();
    }
  }

  /** `move` is the move of the clock that is under way. */
  async setClock(moment: Moment, frozen: boolean, move?: string): Promise<void> {
    const { move: _, ...known } = this.#memory.row;
    const row = { ...known, clock: clockAt(moment, frozen, this.#wall()), ...(move && { move }) };
    await this.commit({ put: [{ collection: "world", row }], remove: [], events: [] });
  }

  async replace(state: State, resetPoint?: ResetPoint): Promise<void> {
    while (this.#moving) await this.#moving;
    await this.store.load(state, resetPoint);
    await this.#refresh();
  }
}
