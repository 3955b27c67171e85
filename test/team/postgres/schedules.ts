import { setImmediate as turn } from "node:timers/promises";
import type { Change, State } from "../../../src/domain/change.ts";
import { AccountClosed, WriteFailed } from "../../../src/store/failures.ts";
import { emptyState } from "../../../src/store/memory/tables.ts";
import { PostgresStore } from "../../../src/team/postgres/store.ts";
import { change, dice, event, put, sequence } from "../../store/samples.ts";
import { type Fate, type Gate, LogDouble, type Planted, TableDouble } from "./double.ts";

const firstEvent = 50_000_000;

/** What is compared of a world: its rows by name, and its events. */
const shown = ({ sequences, events }: State) =>
  JSON.stringify([sequences.map(({ name, next }) => `${name}=${next}`), events.map(({ eventId }) => eventId)]);

interface Server {
  store: PostgresStore;
  log: LogDouble;
}

/** A world of some events. */
function worldOf(name: string): State {
  const events = [1, 2, 3].map((nth) => event(firstEvent + nth, 1));
  return { ...emptyState(), sequences: [sequence(name, 1)], events };
}

/** The worlds that the history of the table leads to, by incarnation and number of the last change. */
class History {
  readonly worlds = new Map<string, State>();
  readonly kept = new Map<string, number>();
  readonly problems: string[] = [];
  #read = 0;
  #state = emptyState();

  follow({ happened }: TableDouble): void {
    for (; this.#read < happened.length; this.#read++) {
      const next = happened[this.#read];
      if (!next || next.kind === "deleted") continue;
      if (next.kind === "world") this.#state = JSON.parse(next.text);
      else this.#apply(JSON.parse(next.text));
      this.worlds.set(`${next.incarnation}/${next.last}`, this.#state);
    }
  }
  #apply({ put: rows, events }: Change): void {
    const sequences = new Map(this.#state.sequences.map((row) => [row.name, row]));
    for (const { row } of rows as { row: State["sequences"][number] }[]) {
      if (row.name.startsWith("w")) this.kept.set(row.name, (this.kept.get(row.name) ?? 0) + 1);
      sequences.set(row.name, row);
    }
    for (const { eventId } of events) {
      const expected = (this.#state.events.at(-1)?.eventId ?? firstEvent) + 1;
      if (eventId !== expected) this.problems.push(`event ${eventId} stands where ${expected} should be`);
    }
    const inOrder = [...sequences.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
    this.#state = { ...this.#state, sequences: inOrder, events: [...this.#state.events, ...events] };
  }
}

interface Waiting {
  later: () => boolean;
  pass: (fate: Fate) => void;
}

/** One order of the steps of two servers, chosen by a seed. */
class Schedule {
  readonly problems: string[] = [];
  readonly #next: (below: number) => number;
  readonly #table: TableDouble;
  readonly #history = new History();
  readonly #lock: { by: LogDouble | undefined } = { by: undefined };
  #waiting: Waiting[] = [];
  #zombies: (() => boolean)[] = [];
  #finished = 0;
  #started = 0;
  #isOpen = true;
  #incarnations = 0;
  #more = 2;

  constructor(seed: number, planted?: Planted) {
    this.#next = dice(seed);
    this.#table = new TableDouble(planted);
  }

  readonly #gate: Gate = (_, later) =>
    this.#isOpen ? Promise.resolve("answered") : new Promise((pass) => this.#waiting.push({ later, pass }));

  async run(): Promise<string[]> {
    this.#table.create("incarnation-0", worldOf("start"));
    const servers = [await this.#server(), await this.#server()];
    this.#isOpen = false;
    for (const server of servers) for (let count = 2 + this.#next(2); count > 0; count--) this.#begin(server);
    await this.#explore(servers);
    this.#isOpen = true;
    await this.#compareAtTheEnd(servers);
    return [...this.problems, ...this.#history.problems];
  }

  async #server(): Promise<Server> {
    const log = new LogDouble(this.#table, this.#gate, this.#lock);
    const folding = { least: this.#next(2) === 0 ? 0 : 500, most: 0 };
    const shared = { log, folding, report: () => {}, values: { refresh: async () => {} } };
    return { store: (await PostgresStore.opened("demo", shared)) as PostgresStore, log };
  }

  #begin(server: Server): void {
    const kind = this.#next(12);
    this.#started++;
    const work = kind < 7 ? this.#write(server) : kind < 10 ? this.#read(server) : this.#whole(server, kind);
    work
      .catch((error) => {
        if (!(error instanceof AccountClosed)) this.problems.push(`unexpected: ${error.stack}`);
      })
      .finally(() => {
        this.#finished++;
        // A client that has its answer asks for more at once.
        if (this.#more-- > 0) this.#begin(server);
      });
  }
  async #write({ store }: Server): Promise<void> {
    const marker = `w${this.#started}`;
    let outcome = "kept";
    try {
      await store.write(async () => {
        const last = (await store.scan("events", { limit: 1000 })).at(-1)?.eventId ?? firstEvent;
        await store.commit(change({ put: [put("sequences", sequence(marker, last))], events: [event(last + 1, 1)] }));
      });
    } catch (error) {
      if (error instanceof AccountClosed) return;
      if (!(error instanceof WriteFailed)) throw error;
      if (error.where === "uncertain") return;
      outcome = "refused";
    }
    this.#history.follow(this.#table);
    this.#outcomes.set(marker, outcome);
  }
  readonly #outcomes = new Map<string, string>();

  async #read({ store }: Server): Promise<void> {
    const { row } = this.#table;
    const [incarnation, last] = [row?.incarnation, row?.last ?? 0];
    await store.refresh().catch((error) => {
      if (error.name !== "ReadFailed") throw error;
    });
    if (store.incarnation === incarnation && store.last < last && this.#lost === 0)
      this.problems.push(`a read at change ${store.last} misses change ${last}, which was there when it was asked`);
  }
  async #whole({ store, log }: Server, kind: number): Promise<void> {
    const world = worldOf(`load${this.#started}`);
    try {
      if (kind === 10) return await store.load(world);
      await log.delete("demo");
      await log.create("demo", `incarnation-${++this.#incarnations}`, world, "seed");
    } catch (error) {
      if (!(error instanceof WriteFailed)) throw error;
    }
  }

  /** How many statements or answers were lost. */
  #lost = 0;

  async #explore(servers: readonly Server[]): Promise<void> {
    for (let steps = 0; steps < 400; steps++) {
      await this.#quiet();
      await this.#compare(servers);
      if (this.#waiting.length === 0 && this.#finished === this.#started) break;
      this.#step();
    }
    for (const zombie of this.#zombies.splice(0)) zombie();
    if (this.#finished !== this.#started) this.problems.push("a call never ends");
  }
  #step(): void {
    if (this.#zombies.length > 0 && this.#next(3) === 0) {
      const zombie = this.#zombies.shift() as () => boolean;
      if (!zombie()) this.#zombies.push(zombie);
      return;
    }
    const [chosen] = this.#waiting.splice(this.#next(this.#waiting.length), 1);
    if (!chosen) return;
    const fate = this.#fate();
    if (fate === "answer lost, done later") this.#zombies.push(chosen.later);
    chosen.pass(fate);
  }
  #fate(): Fate {
    if (this.#lost >= 2 || this.#next(10) > 0) return "answered";
    this.#lost++;
    return (["answer lost", "statement lost", "answer lost, done later"] as const)[this.#next(3)] as Fate;
  }

  /** Resolves when all that can go on without a statement has gone on. */
  async #quiet(): Promise<void> {
    let seen = -1;
    for (let calm = 0; calm < 4; calm++) {
      await turn();
      const now = 1000 * this.#waiting.length + this.#finished;
      if (now !== seen) calm = 0;
      seen = now;
    }
  }

  /** The memory of each server is a prefix of the log. */
  async #compare(servers: readonly Server[]): Promise<void> {
    this.#history.follow(this.#table);
    for (const [nth, { store }] of servers.entries()) {
      const { incarnation, last } = store;
      const expected = shown(this.#history.worlds.get(`${incarnation}/${last}`) ?? emptyState());
      const found = shown(await store.dump());
      if (found !== expected) this.problems.push(`server ${nth} at change ${last} has ${found}, not ${expected}`);
    }
  }

  async #compareAtTheEnd(servers: readonly Server[]): Promise<void> {
    for (const { store } of servers)
      await store.refresh().catch((error) => {
        if (!(error instanceof AccountClosed)) throw error;
      });
    await this.#quiet();
    await this.#compare(servers);
    for (const [marker, outcome] of this.#outcomes) {
      const times = this.#history.kept.get(marker) ?? 0;
      if (times !== (outcome === "kept" ? 1 : 0))
        this.problems.push(`${marker} was ${outcome}, and is ${times} times in the log`);
    }
    const { row } = this.#table;
    if (!row) return;
    const server = await this.#server();
    const { last } = server.store;
    if (last !== row.last) this.problems.push(`a new server is at ${last}, and the log at ${row.last}`);
    await this.#compare([server]);
  }
}

/** The first problem among some schedules. */
export async function firstProblem(
  from: number,
  to: number,
  planted?: Planted,
): Promise<{ seed: number; problems: string[] } | undefined> {
  for (let seed = from; seed <= to; seed++) {
    // A change that a faulty table lets through may not even apply.
    const problems = await new Schedule(seed, planted).run().catch((error: Error) => [error.message]);
    if (problems.length > 0) return { seed, problems: problems.slice(0, 3) };
  }
  return undefined;
}
