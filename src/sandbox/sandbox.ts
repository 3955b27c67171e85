import type { z } from "zod";
import type { control } from "../../contract/control.ts";
import type { State } from "../domain/change.ts";
import { clockAt, readClock } from "../domain/clock.ts";
import type { ClockState } from "../domain/rows.ts";
import { format, type Moment, parse } from "../domain/time.ts";
import { InvalidWorld, importedState, ofAccount } from "../seed/import.ts";
import { namedSeed, worldFormat } from "../seed/seed-file.ts";
import { AccountClosed, Damaged } from "../store/failures.ts";
import { bytesOf } from "../store/memory/tables.ts";
import { KeyedQueue, SerialQueue } from "../store/serial-queue.ts";
import type { ResetPoint, Snapshot, SnapshotSummary, Storage, Store } from "../store/store.ts";
import { World } from "../world/world.ts";
import { type Authenticator, createAuthenticator } from "./auth/authentication.ts";
import { issueToken } from "./auth/tokens.ts";
import type { OpenedWorld } from "./bundle-contents.ts";
import { consoleCaller, createLog, type Log } from "./log.ts";
import type { Options } from "./options.ts";
import { unreachable } from "./readiness.ts";
import { accountIn, lineOf } from "./requests/line.ts";
import type { Served } from "./requests/request-log.ts";
import { ownParts, type Parts } from "./server-state.ts";
import { Happenings } from "./stream.ts";
import { Live } from "./stream-sources.ts";
import { OpenWorlds } from "./worlds/cache.ts";
import { Lifetimes } from "./worlds/expiry.ts";
import { refuseLarge, refuseMany } from "./worlds/limits.ts";
import { again } from "./worlds/retry.ts";
import { atItsMoment, type Copy, copySnapshots, origin } from "./worlds/snapshot-copy.ts";

type WorldRequest = z.output<typeof control.accounts.put.body>;
type WorldOptions = Omit<WorldRequest, "from">;
type ForkWish = Omit<NonNullable<WorldRequest["from"]>, "accountId"> & Pick<WorldRequest, "ttl">;

/** A client that watches the requests would otherwise see its own, the probes of a script, and what pages load. */
const unlisted = /^\/(?:_sandbox|(?:health|ready)$|console\/|docs\/|favicon)/;

/** All accounts of one server, each with its world, and the server's own time, log and faults. */
export class Sandbox {
  readonly options: Options;
  readonly storage: Storage;
  readonly authenticator: Authenticator;
  readonly log: Log;
  readonly faults: Parts["faults"];
  readonly requests: Parts["requests"];
  readonly happenings = new Happenings();
  readonly live: Live;
  readonly coverage: Parts["coverage"];
  /** Ends the process; undefined where another program runs the server. */
  onStop: (() => void) | undefined;
  readonly worlds: OpenWorlds;
  readonly #lifetimes: Lifetimes;
  /** Opening, replacing and deleting an account exclude each other. */
  readonly #turns = new KeyedQueue();
  /** Where worlds are counted, they are made one after the other. */
  readonly #making = new SerialQueue();
  readonly #stopping = new AbortController();
  readonly #shared: Parts["shared"];

  constructor(options: Options, storage: Storage, parts = ownParts(options)) {
    this.options = options;
    this.storage = storage;
    this.worlds = new OpenWorlds({
      most: options.maxWorldsMemory,
      wall: this.wall,
      release: (accountId) => storage.release?.(accountId) ?? false,
      onLetGo: (world) => void this.#lifetimes.note(world, true).catch(() => {}),
    });
    this.#lifetimes = new Lifetimes({
      lives: storage.lives,
      usual: options.worldTtl,
      worlds: this.worlds,
      wall: this.wall,
      shared: parts.shared !== undefined,
      run: (accountId, work) => this.#turns.run(accountId, work),
      end: (accountId) => this.#delete(accountId),
    });
    this.#shared = parts.shared;
    const { happenings, worlds } = this;
    this.live = new Live({ happenings, worlds, shared: parts.shared, lookAt: (accountId) => this.lookAt(accountId) });
    this.faults = parts.faults;
    this.requests = parts.requests;
    this.coverage = parts.coverage;
    this.authenticator = createAuthenticator({ mode: options.auth, secret: options.jwtSecret });
    this.log = createLog({ level: options.log, ...(options.logStyle ? { style: options.logStyle } : {}) });
  }

  wall(): Moment {
    return Date.now();
  }

  /** Logs a request that was served. */
  seen(served: Served): void {
    served.at = this.wall();
    if (served.operation === null) served.accountId ??= accountIn(served.path);
    if (this.options.log !== "silent") this.log.request(lineOf(served));
    const { caller, path, refused } = served;
    if (caller === consoleCaller || unlisted.test(path) || (path === "/" && refused === null)) return;
    this.coverage.served(served);
    this.happenings.add(this.requests.add(served));
  }

  /** The account's world; the first request for an account creates it. */
  world(accountId: string): World | Promise<World> {
    const known = this.worlds.use(accountId);
    if (known) {
      const due = known.catchUp();
      if (!due) return known;
      return due.then(
        () => known,
        (error) => this.#closed(known, error).then(() => this.world(accountId)),
      );
    }
    return this.#turns.run(accountId, () =>
      again(async () => {
        const stored = await this.#load(accountId);
        const world = stored ?? (await this.#create(accountId, await this.#stateFor(accountId, {})));
        world.usedAt = this.wall();
        return world;
      }),
    );
  }
  async #load(accountId: string): Promise<World | undefined> {
    const known = await this.#upToDate(this.worlds.get(accountId));
    if (known) return known;
    const store = await this.storage.open(accountId);
    return store && this.#open(accountId, store);
  }
  /** Undefined for a world that another server has deleted. */
  async #upToDate(world: World | undefined): Promise<World | undefined> {
    try {
      await world?.catchUp();
      return world;
    } catch (error) {
      await this.#closed(world as World, error);
      return undefined;
    }
  }
  /** Lets go of a world that another server has deleted; other errors go on. */
  async #closed(world: World, error: unknown): Promise<void> {
    if (!(error instanceof AccountClosed)) throw error;
    if (this.worlds.isCurrent(world)) this.worlds.delete(world.accountId);
  }
  async #create(accountId: string, state: State, resetPoint?: ResetPoint): Promise<World> {
    const { maxWorlds, maxWorldSize } = this.options;
    refuseLarge(bytesOf(state), maxWorldSize);
    const create = () => this.storage.create(accountId, state, resetPoint);
    const checked = async () => {
      const accounts = await this.accounts();
      if (!accounts.includes(accountId)) refuseMany(accounts.length, maxWorlds);
      return create();
    };
    const counted = () => this.#making.run(() => this.storage.alone?.(checked) ?? checked());
    return this.#open(accountId, await (maxWorlds === null ? create() : counted()));
  }
  async #open(accountId: string, store: Store): Promise<World> {
    const world = await World.open(accountId, store, { wall: this.wall, linkSecret: this.options.jwtSecret });
    this.live.opened(world);
    world.onProgress(this.happenings.progressOf(accountId));
    await this.#lifetimes.opened(world);
    this.worlds.add(world);
    await world.catchUp();
    return world;
  }

  async #stateFor(accountId: string, wish: WorldOptions): Promise<State> {
    const { options } = this;
    const { randomSeed = options.randomSeed, size = null } = wish;
    const seed = namedSeed(wish.seed ?? options.seed, options.seed);
    const now = wish.now ?? options.now;
    const frozen = wish.freeze ?? (options.freeze || undefined);
    // Loaded when needed: an account that is stored already needs no story, and its modules load slowly.
    const { makeState } = await import("../seed/new-world.ts");
    const start = { randomSeed, size, now: now === null ? null : parse(now), frozen, wall: this.wall() };
    return this.happenings.during(accountId, (progress) => makeState({ accountId, seed, ...start, progress }));
  }

  /** The world of an account if it exists; unlike `world`, this never creates one. */
  async existing(accountId: string): Promise<World | undefined> {
    const world = await this.lookAt(accountId);
    if (world) world.usedAt = this.wall();
    return world;
  }
  /** The same for what is no use of the world, such as a list of all worlds. */
  async lookAt(accountId: string): Promise<World | undefined> {
    const known = await this.#upToDate(this.worlds.get(accountId));
    return known ?? this.#turns.run(accountId, () => this.#load(accountId));
  }
  /** What is done from time to time: worlds are let go, and those that have rested too long are deleted. */
  async tend(): Promise<void> {
    this.worlds.weigh();
    await this.#lifetimes.noteAll(false);
    await this.#lifetimes.endRested();
  }
  ttlOf(world: World): Promise<string | null> {
    return this.#lifetimes.ttlOf(world);
  }
  /** Refuses a write to a world that is as large as one may be. */
  checkSize({ store }: World): void {
    refuseLarge(store.bytes, this.options.maxWorldSize);
  }
  accounts(): Promise<string[]> {
    return this.storage.accounts();
  }
  /** Synchronous, for the faults; the server's own seed while the account is not open. */
  randomSeedOf(accountId: string | undefined): number {
    return this.worlds.get(accountId ?? "")?.origin.randomSeed ?? this.options.randomSeed;
  }

  /** Creates an account, or replaces its world; throws a SeedNotFound. */
  make(accountId: string, wish: WorldOptions): Promise<{ world: World; created: boolean }> {
    return this.#turns.run(accountId, async () => {
      const state = await this.#stateFor(accountId, wish);
      const made = await this.#put(accountId, state, "seed");
      await this.#lifetimes.begin(made.world, wish.ttl);
      await this.faults.replace([], accountId);
      return made;
    });
  }
  /**
   * Copies a world, or a snapshot of it, to another account, and replaces the world there. Undefined when there is no
   * such snapshot; throws a Damaged. The source is read first, so that two forks never wait for each other.
   */
  async fork(accountId: string, source: World, { snapshot, withSnapshots, ttl }: ForkWish) {
    const found = await this.copy(source, snapshot);
    if (!found) return undefined;
    const state = ofAccount(atItsMoment(found, this.wall()), accountId);
    return this.#turns.run(accountId, async () => {
      const made = await this.#put(accountId, state, "this");
      if (withSnapshots) await copySnapshots(this.storage.snapshots, source.accountId, accountId);
      await this.#lifetimes.begin(made.world, ttl);
      await this.faults.replace([], accountId);
      return made;
    });
  }
  /** A world as it is, or one of its snapshots; undefined when there is none. Throws a Damaged. */
  async copy(world: World, snapshot: string | undefined): Promise<Copy | undefined> {
    return snapshot === undefined ? this.#copyOf(world) : this.snapshot(world.accountId, snapshot);
  }
  #put(accountId: string, state: State, resetPoint: ResetPoint): Promise<{ world: World; created: boolean }> {
    return again(async () => {
      const world = await this.#load(accountId);
      if (!world) return { world: await this.#create(accountId, state, resetPoint), created: true };
      await this.#replace(world, state, resetPoint);
      return { world, created: false };
    });
  }
  async #replace(world: World, state: State, resetPoint?: ResetPoint): Promise<void> {
    refuseLarge(bytesOf(state), this.options.maxWorldSize);
    await this.live.before(world.accountId);
    await world.replace(state, resetPoint);
    this.requests.divide(world.accountId);
    await world.catchUp();
  }
  /** Runs work on a world in its account's turn, unless the account was deleted before. */
  #runOn<T>(world: World, work: () => Promise<T>): Promise<T> {
    const { accountId } = world;
    return this.#turns.run(accountId, async () => {
      if (this.worlds.get(accountId) !== world) throw new AccountClosed(accountId);
      return work();
    });
  }
  /** Returns a world to its start: what was imported, or the same seed, chance and moment; throws a SeedNotFound. */
  reset(world: World): Promise<void> {
    const { accountId } = world;
    return this.#runOn(world, async () => {
      const { seed, randomSeed, size, createdAt: now, startsFrozen: freeze = world.frozen } = world.origin;
      const imported = await world.store.start();
      const former = imported === undefined ? await this.snapshot(accountId, origin) : undefined;
      const wish = { seed, randomSeed, size: size ?? undefined, now, freeze };
      const state = imported ?? former?.state ?? (await this.#stateFor(accountId, wish));
      await this.#replace(world, state, "unchanged");
      await this.faults.replace([], accountId);
    });
  }
  /** Replaces the account's world by an exported one; throws an InvalidWorld, and changes nothing, when it is wrong. */
  async import(accountId: string, body: unknown): Promise<World> {
    const now = (clock: ClockState) => readClock(clock, this.wall());
    const state = await this.happenings.during(accountId, (progress) => importedState(body, accountId, now, progress));
    return this.#turns.run(accountId, async () => {
      const { world } = await this.#put(accountId, state, "this");
      return world;
    });
  }
  /** Serves a world as it was; a clock that was running runs on from there. Throws when there is such an account. */
  async open({ accountId, state, clock: { now, frozen }, faults, requests }: OpenedWorld): Promise<void> {
    await this.#turns.run(accountId, async () => {
      const place = `${this.storage.place} has an account ${accountId} already, which was left as it is`;
      if ((await this.accounts()).includes(accountId)) throw new Error(`${place}: open the bundle in another folder.`);
      const rows = state.world.map((row) => ({ ...row, clock: clockAt(now, frozen, this.wall()) }));
      for (const served of requests.earlier) this.requests.add(served);
      await this.faults.resume(faults, accountId);
      await this.#create(accountId, { ...state, world: rows }, "this");
      this.requests.divide(accountId, requests.forgotten);
      for (const served of requests.present) this.requests.add(served);
    });
  }
  /** Whether the account was there. */
  delete(accountId: string): Promise<boolean> {
    return this.#turns.run(accountId, () => this.#delete(accountId));
  }
  async #delete(accountId: string): Promise<boolean> {
    await this.live.before(accountId);
    this.worlds.delete(accountId);
    const isDeleted = await this.storage.delete(accountId);
    // A shared storage keeps them with the account, and another server may have set some for the next one by now.
    if (!this.#shared) await this.faults.replace([], accountId);
    await this.requests.forget(accountId);
    return isDeleted;
  }

  async snapshots(accountId: string): Promise<SnapshotSummary[]> {
    return (await this.storage.snapshots.list(accountId)).filter(({ name }) => name !== origin);
  }
  /** Rejects with a Damaged when it cannot be restored. */
  async snapshot(accountId: string, name: string): Promise<Snapshot | undefined> {
    const found = await this.storage.snapshots.get(accountId, name);
    try {
      return (
        found && {
          ...found,
          state: await importedState({ format: worldFormat, ...found }, accountId, () => parse(found.takenAt)),
        }
      );
    } catch (error) {
      throw error instanceof InvalidWorld ? new Damaged(name, "", error.message) : error;
    }
  }
  /** Keeps a copy of the world; it replaces a snapshot of the same name. */
  takeSnapshot(world: World, name: string): Promise<Snapshot> {
    return this.#runOn(world, async () => {
      const snapshot = { name, ...(await this.#copyOf(world)) };
      await this.storage.snapshots.put(world.accountId, snapshot);
      return snapshot;
    });
  }
  #copyOf(world: World): Promise<Copy> {
    return world.write(async () => {
      const state = await world.store.dump();
      return { takenAt: format(world.clock), running: !world.frozen, state };
    });
  }
  restore(world: World, snapshot: Snapshot): Promise<void> {
    return this.#runOn(world, () => this.#replace(world, atItsMoment(snapshot, this.wall())));
  }
  /** Deletes a snapshot. Returns whether there was one. */
  forget(world: World, name: string): Promise<boolean> {
    return this.#runOn(world, () => this.storage.snapshots.delete(world.accountId, name));
  }

  token(accountIds: readonly string[], expiresIn: number, subject = "demo"): Promise<string> {
    return issueToken({ accountIds, expiresIn, subject, secret: this.options.jwtSecret, now: this.wall() });
  }

  /** Why requests cannot be served now; undefined where they can. */
  async unreadiness(): Promise<string | undefined> {
    return this.stopping.aborted ? "The server stops." : unreachable(this.storage);
  }
  /** Aborted when the server stops, so that streams end. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }
  stop(): void {
    this.#stopping.abort();
  }
  /** Writes what is pending, and closes the storage. */
  async close(): Promise<void> {
    await this.#lifetimes.noteAll(true).catch(() => {});
    await this.#shared?.flush();
    await this.storage.close();
  }
}
