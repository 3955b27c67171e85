import { type Chance, chance } from "../directory/chance.ts";
import type { Change, State } from "../domain/change.ts";
import type { CollectionName } from "../domain/collections.ts";
import { Draft, emptyFolder, type Folder, type Surroundings } from "../domain/draft.ts";
import { runJob } from "../domain/jobs.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import type { Actor, DossierTypeRow, EventRow, JobRow, WorldRow } from "../domain/rows.ts";
import { type Sequence, sequenceStarts } from "../domain/sequences.ts";
import { format, type Moment, parse } from "../domain/time.ts";
import type { Store } from "../store/store.ts";
import { OpenFolder } from "./folders.ts";
import { runRound } from "./rounds.ts";

const isJob = ({ collection }: { collection: CollectionName }) => collection === "jobs";

/** What a world takes from outside: real time, and the secret of its links. */
interface Outside {
  wall: () => Moment;
  linkSecret: string;
}

/** One account's world: its store, its clock, its chance, and one writer at a time. */
export class World {
  readonly accountId: string;
  readonly store: Store;
  /** Signs the links to this account's files. */
  readonly linkSecret: string;
  readonly #wall: () => Moment;
  #row!: WorldRow;
  #frozenAt: Moment | null = null;
  #sequences!: Record<Sequence, number>;
  #dossierTypes!: readonly DossierTypeRow[];
  #lastEvent!: Moment;
  #nextDue!: Moment;
  /** What the last of those who write is at. */
  #turn: Promise<unknown> | undefined;
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
    this.#take((await store.get("world", "world")) as WorldRow);
    const sequences = await store.page("sequences", { offset: 0, limit: 100 });
    this.#sequences = {
      ...sequenceStarts,
      ...Object.fromEntries(sequences.rows.map(({ name, next }) => [name, next])),
    };
    this.#dossierTypes = (await store.page("dossierTypes", { offset: 0, limit: 1000 })).rows;
    const last = await store.get("events", this.#sequences.eventId - 1);
    this.#lastEvent = last ? parse(last.occurredAt) : Number.NEGATIVE_INFINITY;
    await this.#lookAhead();
  }
  #take(row: WorldRow): void {
    this.#row = row;
    this.#frozenAt = row.clock.frozenAt === null ? null : parse(row.clock.frozenAt);
  }
  async #lookAhead(): Promise<void> {
    const [job] = await this.store.range("jobs", "due", "all", { limit: 1 });
    this.#nextDue = job ? parse(job.dueAt) : Number.POSITIVE_INFINITY;
  }

  get origin(): Readonly<WorldRow> {
    return this.#row;
  }
  get frozen(): boolean {
    return this.#frozenAt !== null;
  }
  get nextDue(): Moment {
    return this.#nextDue;
  }
  /** Where the clock stands. */
  get clock(): Moment {
    return this.#frozenAt ?? this.#wall() + this.#row.clock.offset;
  }
  /** What time it is: a change takes a millisecond for each of its events, and time never runs back behind them. */
  get now(): Moment {
    return Math.max(this.clock, this.#lastEvent);
  }
  chance(...key: readonly (string | number)[]): Chance {
    return chance(this.#row.randomSeed, ...key);
  }

  /** One after another: what a rule decides on is still so when its change is written. */
  turn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn === undefined ? work() : this.#turn.then(work, work);
    this.#turn = result;
    const done = () => {
      if (this.#turn === result) this.#turn = undefined;
    };
    result.then(done, done);
    return result;
  }

  /** Hears of every event, as it is journaled. */
  listen(listener: (events: readonly EventRow[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  surroundings(at: Moment = this.clock): Surroundings {
    return {
      accountId: this.accountId,
      now: Math.max(at, this.#lastEvent + 1),
      chance: (...key) => this.chance(...key),
      sequences: this.#sequences,
      dossierTypes: this.#dossierTypes,
    };
  }

  folder(thirdpartyId: number): Promise<Folder> {
    return this.store.look((view) => new OpenFolder(view, thirdpartyId).copy());
  }

  async commit(change: Change): Promise<void> {
    await this.store.commit(change);
    for (const { collection, row } of change.put) {
      if (collection === "sequences") this.#sequences[row.name as Sequence] = row.next;
      else if (collection === "world") this.#take(row);
      else if (collection === "dossierTypes")
        this.#dossierTypes = this.#dossierTypes.map((type) => (type.code === row.code ? row : type));
    }
    const last = change.events.at(-1);
    if (last) this.#lastEvent = parse(last.occurredAt);
    if (change.put.some(isJob) || change.remove.some(isJob)) await this.#lookAhead();
    if (change.events.length > 0) for (const listener of this.#listeners) listener(change.events);
  }

  /** Waits until what was committed would survive a crash. What could not be kept was undone, and the world looks at its store anew. */
  async durable(): Promise<void> {
    try {
      await this.store.durable();
    } catch (error) {
      await this.turn(() => this.#refresh());
      throw error;
    }
  }

  /** Lets a rule work on one third party's folder, or on a new one, and writes what it brings about. */
  async change<T>(
    thirdpartyId: number | null,
    actor: Actor,
    rule: (draft: Draft) => T | Refusal,
  ): Promise<{ result: T; events: readonly EventRow[] } | Refusal> {
    const { result, change } = await this.store.look((view) => {
      const draft = new Draft(
        thirdpartyId === null ? emptyFolder : new OpenFolder(view, thirdpartyId),
        this.surroundings(),
        actor,
      );
      return { result: rule(draft), change: draft.change() };
    });
    if (isRefusal(result)) return result;
    if (change.put.length + change.remove.length + change.events.length > 0) await this.commit(change);
    return { result, events: change.events };
  }

  /** Everything that is due by a moment happens, in order, each at its own time. */
  async happenUntil(moment: Moment): Promise<void> {
    while (this.#nextDue <= moment) {
      const [job] = await this.store.range("jobs", "due", "all", { limit: 1 });
      if (!job) return;
      await this.commit(await this.#perform(job));
    }
  }
  async #perform(job: JobRow): Promise<Change> {
    const surroundings = this.surroundings(parse(job.dueAt));
    if (job.thirdpartyId === null) return runRound(job, surroundings, this);
    const { thirdpartyId } = job;
    return this.store.look((view) => {
      const draft = new Draft(new OpenFolder(view, thirdpartyId), surroundings, { type: "PLATFORM", name: "platform" });
      runJob(draft, job);
      return draft.change();
    });
  }
  /** With a running clock, what is due happens before anybody looks. */
  catchUp(): Promise<void> | undefined {
    const { clock } = this;
    if (this.#nextDue > clock) return undefined;
    return this.turn(() => this.happenUntil(clock)).then(() => {
      // Nobody waits for it to last; if it does not, the world looks at its store anew.
      this.durable().catch(() => {});
    });
  }

  async setClock(moment: Moment, frozen: boolean): Promise<void> {
    const clock = frozen ? { frozenAt: format(moment), offset: 0 } : { frozenAt: null, offset: moment - this.#wall() };
    await this.commit({ put: [{ collection: "world", row: { ...this.#row, clock } }], remove: [], events: [] });
  }

  async replace(state: State): Promise<void> {
    await this.store.load(state);
    await this.#refresh();
  }
}
