import type { Seen } from "../../contract/control.ts";
import type { State } from "../domain/change.ts";
import { clockAt, readClock } from "../domain/clock.ts";
import type { EventRow, WorldRow } from "../domain/rows.ts";
import { format, type Moment, parse } from "../domain/time.ts";
import { importedState } from "../seed/import.ts";
import { seedFile } from "../seed/seed-file.ts";
import type { Storage, Store } from "../store/store.ts";
import { KeyedTurns } from "../store/turns.ts";
import { World } from "../world/world.ts";
import { type Authenticator, createAuthenticator } from "./authentication.ts";
import { Faults } from "./faults.ts";
import { createLog, type Log } from "./log.ts";
import type { Options } from "./options.ts";
import { type Answered, Requests, seenOf } from "./request-log.ts";
import { memorySnapshots, type Snapshot, type Snapshots } from "./snapshots.ts";
import { issueToken } from "./tokens.ts";

export interface WorldOptions {
  seed?: string | undefined;
  randomSeed?: number | undefined;
  size?: number | undefined;
  now?: string | undefined;
  freeze?: boolean | undefined;
}

/** What happened on the server, for those who follow it. */
export type Happening =
  | { kind: "request"; accountId: string | null; seen: Seen }
  | { kind: "events"; accountId: string; events: readonly EventRow[] };

/** The imported world that a reset comes back to; no snapshot of a user's can have this name. */
const origin = "_origin";

/** What the world supplies: the accounts, each with its store, clock and chance; and the server's own time and log. */
export class Sandbox {
  readonly options: Options;
  readonly storage: Storage;
  readonly snapshots: Snapshots;
  readonly authenticator: Authenticator;
  readonly log: Log;
  readonly faults = new Faults();
  readonly requests = new Requests();
  readonly #worlds = new Map<string, World>();
  /** Making, opening and deleting an account exclude each other. */
  readonly #turns = new KeyedTurns();
  readonly #followers = new Set<(happening: Happening) => void>();
  readonly #stopping = new AbortController();

  constructor(options: Options, storage: Storage, snapshots: Snapshots = memorySnapshots()) {
    this.options = options;
    this.storage = storage;
    this.snapshots = snapshots;
    this.authenticator = createAuthenticator({ mode: options.auth, secret: options.jwtSecret });
    this.log = createLog({ level: options.log, ...(options.logStyle ? { style: options.logStyle } : {}) });
  }

  wall(): Moment {
    return Date.now();
  }

  /** A request was answered. */
  seen(answered: Answered): void {
    const { method, path: url, status, durationMs: milliseconds, operation, accountId, requestId } = answered;
    // Whoever watches the requests would otherwise watch themselves.
    if (!url.startsWith("/_sandbox")) {
      this.requests.add(answered);
      if (this.#followers.size > 0) this.#tell({ kind: "request", accountId, seen: seenOf(answered) });
    }
    if (this.options.log !== "silent")
      this.log.request({
        method,
        url,
        status,
        milliseconds,
        operation: operation ?? undefined,
        accountId: accountId ?? undefined,
        requestId,
      });
  }
  /** Hears of every request and every event, until told to stop. */
  follow(listener: (happening: Happening) => void): () => void {
    this.#followers.add(listener);
    return () => this.#followers.delete(listener);
  }
  #tell(happening: Happening): void {
    for (const follower of this.#followers) follower(happening);
  }
  /** With running clocks, what is due happens though nobody asks. */
  async catchUp(accountId?: string): Promise<void> {
    for (const [id, world] of this.#worlds) if (accountId === undefined || id === accountId) await world.catchUp();
  }

  /** The account's world; an account that is named for the first time comes into being. */
  world(accountId: string): World | Promise<World> {
    const known = this.#worlds.get(accountId);
    if (known) {
      const due = known.catchUp();
      return due ? due.then(() => known) : known;
    }
    return this.#turns.run(
      accountId,
      async () => (await this.#load(accountId)) ?? this.#create(accountId, await this.#stateFor(accountId, {})),
    );
  }
  async #load(accountId: string): Promise<World | undefined> {
    const known = this.#worlds.get(accountId);
    if (known) return known;
    const store = await this.storage.open(accountId);
    return store && this.#keep(accountId, store);
  }
  async #create(accountId: string, state: State): Promise<World> {
    return this.#keep(accountId, await this.storage.create(accountId, state));
  }
  async #keep(accountId: string, store: Store): Promise<World> {
    const world = await World.open(accountId, store, { wall: this.wall, linkSecret: this.options.jwtSecret });
    world.listen((events) => this.#tell({ kind: "events", accountId, events }));
    this.#worlds.set(accountId, world);
    await world.catchUp();
    return world;
  }

  async #stateFor(accountId: string, wish: WorldOptions): Promise<State> {
    const wall = this.wall();
    const now = wish.now ?? this.options.now;
    const seed = wish.seed ?? this.options.seed;
    // Stories take long to load, and an account that is on disk needs none.
    const { makeState, readSeed } = await import("../seed/new-world.ts");
    const kept = readSeed(seed);
    if (kept.state) return this.#stateOnFile(accountId, seed, importedState(kept, accountId), now, wish.freeze);
    const frozen = wish.freeze ?? this.options.freeze;
    const state = await makeState({
      accountId,
      seed,
      randomSeed: wish.randomSeed ?? this.options.randomSeed,
      size: wish.size ?? null,
      now: now === null ? wall : parse(now),
      frozen,
      wall,
    });
    return { ...state, world: state.world.map((row) => ({ ...row, startsFrozen: frozen })) };
  }

  /** A world that was exported goes on from where its clock stood, unless another moment is wanted. */
  #stateOnFile(accountId: string, seed: string, state: State, now: string | null, freeze: boolean | undefined): State {
    const wall = this.wall();
    const [{ clock: before, ...row }] = state.world as [WorldRow];
    const moment = now === null ? readClock(before, wall) : parse(now);
    const frozen = freeze ?? (this.options.freeze || before.frozenAt !== null);
    const clock = clockAt(moment, frozen, wall);
    return { ...state, world: [{ ...row, accountId, seed, createdAt: format(moment), startsFrozen: frozen, clock }] };
  }

  /** Whether there is such an account; looking does not make one. */
  async existing(accountId: string): Promise<World | undefined> {
    const world = this.#worlds.get(accountId) ?? (await this.#turns.run(accountId, () => this.#load(accountId)));
    await world?.catchUp();
    return world;
  }
  accounts(): Promise<string[]> {
    return this.storage.accounts();
  }
  /** Known without waiting, once the account is open. */
  randomSeedOf(accountId: string | undefined): number {
    return this.#worlds.get(accountId ?? "")?.origin.randomSeed ?? this.options.randomSeed;
  }

  /** Makes a world, or makes it anew. */
  make(accountId: string, wish: WorldOptions): Promise<{ world: World; created: boolean }> {
    seedFile(wish.seed ?? this.options.seed);
    return this.#turns.run(accountId, async () => {
      const state = await this.#stateFor(accountId, wish);
      await this.snapshots.delete(accountId, origin);
      this.faults.replace([], accountId);
      return this.#put(accountId, state);
    });
  }
  async #put(accountId: string, state: State): Promise<{ world: World; created: boolean }> {
    const world = await this.#load(accountId);
    if (!world) return { world: await this.#create(accountId, state), created: true };
    await world.replace(state);
    await world.catchUp();
    return { world, created: false };
  }
  /** Back to how it was made: same seed, same chance, same moment; or to what was imported. */
  reset(world: World): Promise<void> {
    const { accountId } = world;
    return this.#turns.run(accountId, async () => {
      const { seed, randomSeed, size, createdAt, startsFrozen = world.frozen } = world.origin;
      const imported = await this.snapshots.get(accountId, origin);
      const state =
        imported?.state ??
        (await this.#stateFor(accountId, {
          seed,
          randomSeed,
          size: size ?? undefined,
          now: createdAt,
          freeze: startsFrozen,
        }));
      this.faults.replace([], accountId);
      await this.#put(accountId, state);
    });
  }
  /** Takes a world as it was exported, here or elsewhere; throws an UnfitWorld, and changes nothing, when it does not fit. */
  async import(accountId: string, body: unknown): Promise<World> {
    const state = importedState(body, accountId);
    return this.#turns.run(accountId, async () => {
      const { world } = await this.#put(accountId, state);
      await this.snapshots.put(accountId, {
        name: origin,
        takenAt: format(world.clock),
        running: !world.frozen,
        state,
      });
      return world;
    });
  }
  async delete(accountId: string): Promise<void> {
    await this.#turns.run(accountId, async () => {
      this.#worlds.delete(accountId);
      await this.storage.delete(accountId);
      await this.snapshots.deleteAll(accountId);
      this.faults.replace([], accountId);
      this.requests.clear(accountId);
    });
  }

  async snapshotNames(accountId: string): Promise<string[]> {
    return (await this.snapshots.names(accountId)).filter((name) => name !== origin);
  }
  /** Keeps the world as it is now; a snapshot of that name gives way. */
  takeSnapshot(world: World, name: string): Promise<Snapshot> {
    return world.write(async () => {
      const snapshot = { name, takenAt: format(world.clock), running: !world.frozen, state: await world.store.dump() };
      await this.snapshots.put(world.accountId, snapshot);
      return snapshot;
    });
  }
  /** The world as it was, and its clock where it stood: a running one runs on from there. */
  restore(world: World, { takenAt, running, state }: Snapshot): Promise<void> {
    const clock = clockAt(parse(takenAt), !running, this.wall());
    return world.replace({ ...state, world: state.world.map((row) => ({ ...row, clock })) });
  }

  token(accountIds: readonly string[], expiresIn: number, subject = "demo"): Promise<string> {
    return issueToken({ accountIds, expiresIn, subject, secret: this.options.jwtSecret, now: this.wall() });
  }

  /** Aborted when the server stops: streams end then. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }
  stop(): void {
    this.#stopping.abort();
  }
}
