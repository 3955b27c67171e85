import { type Chance, chance } from "../directory/chance.ts";
import type { Change, State } from "../domain/change.ts";
import { clockAt, readClock } from "../domain/clock.ts";
import type { CollectionName } from "../domain/collections.ts";
import { Draft, emptyFolder, type Surroundings } from "../domain/draft.ts";
import { runJob } from "../domain/jobs.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import type { Actor, DossierTypeRow, EventRow, JobRow, WorldRow } from "../domain/rows.ts";
import { type Sequence, sequenceStarts } from "../domain/sequences.ts";
import { type Moment, parse } from "../domain/time.ts";
import { WriteFailed } from "../store/failures.ts";
import type { Store } from "../store/store.ts";
import { runRound } from "./rounds.ts";

const isJob = ({ collection }: { collection: CollectionName }) => collection === "jobs";

/** What a world takes from outside: real time, and the secret of its links. */
interface Outside {
  wall: () => Moment;
  linkSecret: string;
}

/** What a world remembers of its store, as of one revision: requests ask for it without waiting. */
interface Memory {
  revision: number;
  row: WorldRow;
  sequences: Record<Sequence, number>;
  dossierTypes: readonly DossierTypeRow[];
  lastEvent: Moment;
  nextDue: Moment;
}

/** One account's world: its store, its clock and its chance. */
export class World {
  readonly accountId: string;
  readonly store: Store;
  /** Signs the links to this account's files. */
  readonly linkSecret: string;
  readonly #wall: () => Moment;
  #memory!: Memory;
  /** The events of the write that runs now. */
  #events: EventRow[] = [];
  readonly #listeners = new Set<(events: readonly EventRow[]) => void>();

  private constructor(accountId: string, store: Store, { wall, linkSecret }: Outside) {
    this.accountId = accountId;
    this.store = store;
    this.linkSecret = linkSecret;
    this.#wall = wall;
  }

  static async open(accountId: string, store: Store, outside: Outside): Promise<World> {
    const world = new World(accountId, store, outside);
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
    const last = await store.get("events", sequences.eventId - 1);
    const lastEvent = last ? parse(last.occurredAt) : Number.NEGATIVE_INFINITY;
    this.#memory = { revision, row, sequences, dossierTypes, lastEvent, nextDue: await this.#firstDue() };
  }
  async #firstDue(): Promise<Moment> {
    const [job] = await this.store.range("jobs", "due", "all", { limit: 1 });
    return job ? parse(job.dueAt) : Number.POSITIVE_INFINITY;
  }

  get origin(): Readonly<WorldRow> {
    return this.#memory.row;
  }
  get frozen(): boolean {
    return this.#memory.row.clock.frozenAt !== null;
  }
  get nextDue(): Moment {
    return this.#memory.nextDue;
  }
  /** Where the clock stands. */
  get clock(): Moment {
    return readClock(this.#memory.row.clock, this.#wall());
  }
  /** What time it is: a change takes a millisecond for each of its events, and time never runs back behind them. */
  get now(): Moment {
    return Math.max(this.clock, this.#memory.lastEvent);
  }
  chance(...key: readonly (string | number)[]): Chance {
    return chance(this.#memory.row.randomSeed, ...key);
  }

  /** Receives the events of every write, once they are durable. Returns the way to stop. */
  listen(listener: (events: readonly EventRow[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  surroundings(at: Moment = this.clock): Surroundings {
    const { sequences, dossierTypes, lastEvent } = this.#memory;
    return {
      accountId: this.accountId,
      now: Math.max(at, lastEvent + 1),
      chance: (...key) => this.chance(...key),
      sequences,
      dossierTypes,
    };
  }

  /** Runs `work` as the only writer, and resolves when what it committed is durable; see `Store.write`. */
  async write<T>(work: () => Promise<T>): Promise<T> {
    let events: EventRow[] = [];
    const result = await this.store.write(() => {
      events = [];
      this.#events = events;
      return this.#isFresh() ? work() : this.#refresh().then(work);
    });
    if (events.length > 0) for (const listener of this.#listeners) listener(events);
    return result;
  }

  async commit(change: Change): Promise<void> {
    await this.store.commit(change);
    const memory = this.#memory;
    for (const { collection, row } of change.put) {
      if (collection === "sequences") memory.sequences[row.name as Sequence] = row.next;
      else if (collection === "world") memory.row = row;
      else if (collection === "dossierTypes")
        memory.dossierTypes = memory.dossierTypes.map((type) => (type.code === row.code ? row : type));
    }
    const last = change.events.at(-1);
    if (last) memory.lastEvent = parse(last.occurredAt);
    if (change.put.some(isJob) || change.remove.some(isJob)) memory.nextDue = await this.#firstDue();
    memory.revision = this.store.revision;
    for (const event of change.events) this.#events.push(event);
  }

  /** Lets a rule work on one third party's folder, or on a new one, and commits what it brings about. */
  async change<T>(
    thirdpartyId: number | null,
    actor: Actor,
    rule: (draft: Draft) => T | Refusal,
  ): Promise<{ result: T; events: readonly EventRow[] } | Refusal> {
    const folder = thirdpartyId === null ? emptyFolder : await this.store.folder(thirdpartyId);
    const draft = new Draft(folder, this.surroundings(), actor);
    const result = rule(draft);
    if (isRefusal(result)) return result;
    const change = draft.change();
    if (change.put.length + change.remove.length + change.events.length > 0) await this.commit(change);
    return { result, events: change.events };
  }

  /** Everything that is due by a moment happens, in order, each at its own time. Returns the events. */
  async happenUntil(moment: Moment): Promise<EventRow[]> {
    const happened: EventRow[] = [];
    while (this.#memory.nextDue <= moment) {
      const [job] = await this.store.range("jobs", "due", "all", { limit: 1 });
      if (!job) break;
      const change = await this.#perform(job);
      await this.commit(change);
      for (const event of change.events) happened.push(event);
    }
    return happened;
  }
  async #perform(job: JobRow): Promise<Change> {
    const surroundings = this.surroundings(parse(job.dueAt));
    if (job.thirdpartyId === null) return runRound(job, surroundings, this.store);
    const folder = await this.store.folder(job.thirdpartyId);
    const draft = new Draft(folder, surroundings, { type: "PLATFORM", name: "platform" });
    runJob(draft, job);
    return draft.change();
  }

  #isFresh(): boolean {
    return this.#memory.revision === this.store.revision;
  }
  /** To be called before a request is served: refreshes the memory, and lets happen what is due by a running clock. */
  catchUp(): Promise<void> | undefined {
    return this.#isFresh() && this.#memory.nextDue > this.clock ? undefined : this.#catchUp();
  }
  async #catchUp(): Promise<void> {
    if (!this.#isFresh()) await this.#refresh();
    const { clock } = this;
    if (this.#memory.nextDue > clock) return;
    try {
      await this.write(() => this.happenUntil(clock));
    } catch (error) {
      if (!(error instanceof WriteFailed)) throw error;
      // Reads go on without what could not be kept; it happens later.
      await this.#refresh();
    }
  }

  async setClock(moment: Moment, frozen: boolean): Promise<void> {
    const row = { ...this.#memory.row, clock: clockAt(moment, frozen, this.#wall()) };
    await this.commit({ put: [{ collection: "world", row }], remove: [], events: [] });
  }

  async replace(state: State): Promise<void> {
    await this.store.load(state);
    await this.#refresh();
  }
}
