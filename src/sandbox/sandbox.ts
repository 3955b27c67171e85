import type { z } from "zod";
import type { control } from "../../contract/control.ts";
import { accountIdPattern } from "../../contract/shared.ts";
import { Collector } from "../coverage/collector.ts";
import type { State } from "../domain/change.ts";
import { clockAt, readClock } from "../domain/clock.ts";
import type { ClockState } from "../domain/rows.ts";
import { format, type Moment, parse } from "../domain/time.ts";
import { InvalidWorld, importedState, ofAccount } from "../seed/import.ts";
import { namedSeed, worldFormat } from "../seed/seed-file.ts";
import { AccountClosed, AccountExists, Damaged } from "../store/failures.ts";
import type { ResetPoint, Snapshot, SnapshotSummary, Storage, Store } from "../store/store.ts";
import { KeyedTurns } from "../store/turns.ts";
import { World } from "../world/world.ts";
import { type Authenticator, createAuthenticator } from "./authentication.ts";
import { type ArmedFault, Faults } from "./faults.ts";
import { Happenings } from "./happenings.ts";
import { createLog, type Log, type RequestLine } from "./log.ts";
import type { Options } from "./options.ts";
import { Requests, type Served } from "./request-log.ts";
import { reasonsOf } from "./seen.ts";
import { issueToken } from "./tokens.ts";

type WorldRequest = z.output<typeof control.accounts.put.body>;
type WorldOptions = Omit<WorldRequest, "from">;
type ForkSource = NonNullable<WorldRequest["from"]>;

type Copy = Pick<Snapshot, "takenAt" | "running" | "state">;

/** The name under which older versions kept an imported world for resets; a user's snapshot cannot have it. */
const origin = "_origin";

/** A client that watches the requests would otherwise see its own, the probes of a script, and what pages load. */
const unlisted = /^\/(?:$|_sandbox|health$|console\/|docs\/|favicon)/;
/** The subject of the console's tokens: what it reads is neither logged nor counted, and no fault strikes it. */
export const consoleCaller = "console";

const accountInPath = /^[^?]*?\/api\/v\d+\/account\/([^/?]+)|^[^?]*?\/files\/[^?]*\?(?:.*&)?account=([^&]+)/;
/** The account of a request that met no operation: a wrong path or method, or the file behind a signed link. */
function accountIn(path: string): string | null {
  const [, ofService, ofLink] = accountInPath.exec(path) ?? [];
  const accountId = ofService ?? ofLink ?? "";
  return accountIdPattern.test(accountId) ? accountId : null;
}

function lineOf(served: Served): RequestLine {
  const { method, path: url, status, durationMs: milliseconds, operation, accountId, requestId, refused } = served;
  const line = { method, url, status, milliseconds, requestId };
  const about = { ...line, operation: operation ?? undefined, accountId: accountId ?? undefined };
  if (!refused) return about;
  const [first = "", ...others] = reasonsOf(refused);
  return { ...about, code: refused.code, reason: others.length > 0 ? `${first} (and ${others.length} more)` : first };
}

/** A world with all that was seen of it, from a bundle. */
export interface OpenedWorld {
  accountId: string;
  state: State;
  clock: { now: Moment; frozen: boolean };
  faults: readonly ArmedFault[];
  /** Oldest first: those that met an earlier world of the account, and this one, of which some are forgotten. */
  requests: { earlier: readonly Served[]; present: readonly Served[]; forgotten: number };
}

/** All accounts of one server, each with its world, and the server's own time, log and faults. */
export class Sandbox {
  readonly options: Options;
  readonly storage: Storage;
  readonly authenticator: Authenticator;
  readonly log: Log;
  readonly faults = new Faults();
  readonly requests: Requests;
  readonly happenings = new Happenings();
  readonly coverage = new Collector();
  /** Ends the process; undefined where another program runs the server. */
  onStop: (() => void) | undefined;
  readonly #worlds = new Map<string, World>();
  /** Opening, replacing and deleting an account exclude each other. */
  readonly #turns = new KeyedTurns();
  readonly #stopping = new AbortController();

  constructor(options: Options, storage: Storage) {
    this.options = options;
    this.storage = storage;
    this.requests = new Requests(options);
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
    if (served.caller === consoleCaller || unlisted.test(served.path)) return;
    this.coverage.served(served);
    this.happenings.add(this.requests.add(served));
  }
  /** Tells followers how far long work on an account has come, each percent once. */
  #progressOf(accountId: string): (share: number) => void {
    let last = -1;
    return (share) => {
      const percent = Math.floor(100 * share);
      if (percent !== last && this.happenings.isFollowed) this.happenings.add({ kind: "progress", accountId, percent });
      last = percent;
    };
  }
  /** Runs due jobs without a request, so that a follower sees their events in time. */
  async catchUp(accountId?: string): Promise<void> {
    for (const [id, world] of this.#worlds) if (accountId === undefined || id === accountId) await world.catchUp();
  }

  /** The account's world; the first request for an account creates it. */
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
    return store && this.#open(accountId, store);
  }
  async #create(accountId: string, state: State, resetPoint?: ResetPoint): Promise<World> {
    try {
      return await this.#open(accountId, await this.storage.create(accountId, state, resetPoint));
    } catch (error) {
      // Another server on the same storage was first.
      const other = error instanceof AccountExists ? await this.#load(accountId) : undefined;
      if (!other) throw error;
      return other;
    }
  }
  async #open(accountId: string, store: Store): Promise<World> {
    const world = await World.open(accountId, store, { wall: this.wall, linkSecret: this.options.jwtSecret });
    world.listen((events) => {
      for (const event of events) this.happenings.add({ kind: "event", accountId, event });
    });
    world.onProgress(this.#progressOf(accountId));
    this.#worlds.set(accountId, world);
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
    const start = { now: now === null ? null : parse(now), frozen, wall: this.wall() };
    return makeState({ accountId, seed, randomSeed, size, ...start, progress: this.#progressOf(accountId) });
  }

  /** The world of an account if it exists; unlike `world`, this never creates one. */
  async existing(accountId: string): Promise<World | undefined> {
    const world = this.#worlds.get(accountId) ?? (await this.#turns.run(accountId, () => this.#load(accountId)));
    await world?.catchUp();
    return world;
  }
  accounts(): Promise<string[]> {
    return this.storage.accounts();
  }
  /** Synchronous, for the faults; the server's own seed while the account is not open. */
  randomSeedOf(accountId: string | undefined): number {
    return this.#worlds.get(accountId ?? "")?.origin.randomSeed ?? this.options.randomSeed;
  }

  /** Creates an account, or replaces its world; throws a SeedNotFound. */
  make(accountId: string, wish: WorldOptions): Promise<{ world: World; created: boolean }> {
    return this.#turns.run(accountId, async () => {
      const state = await this.#stateFor(accountId, wish);
      const made = await this.#put(accountId, state, "seed");
      this.faults.replace([], accountId);
      return made;
    });
  }
  /**
   * Copies a world, or a snapshot of it, to another account, and replaces the world there. Undefined when there is no
   * such snapshot; throws a Damaged. The source is read first, so that two forks never wait for each other.
   */
  async fork(accountId: string, source: World, { snapshot, withSnapshots }: Omit<ForkSource, "accountId">) {
    const found = snapshot === undefined ? await this.#copyOf(source) : await this.snapshot(source.accountId, snapshot);
    if (!found) return undefined;
    const state = ofAccount(this.#atItsMoment(found), accountId);
    return this.#turns.run(accountId, async () => {
      if (withSnapshots) await this.#copySnapshots(source.accountId, accountId);
      const made = await this.#put(accountId, state, "this");
      this.faults.replace([], accountId);
      return made;
    });
  }
  async #copySnapshots(from: string, to: string): Promise<void> {
    if (from === to) return;
    for (const { name, damage } of await this.snapshots(from)) {
      const snapshot = damage === null ? await this.storage.snapshots.get(from, name) : undefined;
      if (snapshot) await this.storage.snapshots.put(to, snapshot);
    }
  }
  async #put(accountId: string, state: State, resetPoint: ResetPoint): Promise<{ world: World; created: boolean }> {
    const world = await this.#load(accountId);
    if (!world) return { world: await this.#create(accountId, state, resetPoint), created: true };
    await this.#replace(world, state, resetPoint);
    await world.catchUp();
    return { world, created: false };
  }
  async #replace(world: World, state: State, resetPoint?: ResetPoint): Promise<void> {
    await world.replace(state, resetPoint);
    this.requests.divide(world.accountId);
  }
  /** Runs work on a world in its account's turn, unless the account was deleted before. */
  #runOn<T>(world: World, work: () => Promise<T>): Promise<T> {
    const { accountId } = world;
    return this.#turns.run(accountId, async () => {
      if (this.#worlds.get(accountId) !== world) throw new AccountClosed(accountId);
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
      await this.#put(accountId, state, "unchanged");
      this.faults.replace([], accountId);
    });
  }
  /** Replaces the account's world by an exported one; throws an InvalidWorld, and changes nothing, when it is wrong. */
  async import(accountId: string, body: unknown): Promise<World> {
    const now = (clock: ClockState) => readClock(clock, this.wall());
    const state = await importedState(body, accountId, now, this.#progressOf(accountId));
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
      this.requests.divide(accountId, requests.forgotten);
      for (const served of requests.present) this.requests.add(served);
      this.faults.resume(faults, accountId);
      await this.#create(accountId, { ...state, world: rows }, "this");
    });
  }
  async delete(accountId: string): Promise<void> {
    await this.#turns.run(accountId, async () => {
      this.#worlds.delete(accountId);
      await this.storage.delete(accountId);
      this.faults.replace([], accountId);
      this.requests.clear(accountId);
    });
  }

  async snapshots(accountId: string): Promise<SnapshotSummary[]> {
    return (await this.storage.snapshots.list(accountId)).filter(({ name }) => name !== origin);
  }
  /** Rejects with a Damaged when it cannot be restored. */
  async snapshot(accountId: string, name: string): Promise<Snapshot | undefined> {
    const found = await this.storage.snapshots.get(accountId, name);
    try {
      return found && { ...found, state: await importedState(found, accountId, () => parse(found.takenAt)) };
    } catch (error) {
      throw error instanceof InvalidWorld ? new Damaged(name, "", error.message) : error;
    }
  }
  /** Keeps a copy of the world; it replaces a snapshot of the same name. */
  takeSnapshot(world: World, name: string): Promise<Snapshot> {
    return this.#runOn(world, async () => {
      const snapshot = { name, format: worldFormat, ...(await this.#copyOf(world)) };
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
  /** A clock that was running runs on from the moment of the copy. */
  #atItsMoment({ takenAt, running, state }: Copy): State {
    const clock = clockAt(parse(takenAt), !running, this.wall());
    return { ...state, world: state.world.map((row) => ({ ...row, clock })) };
  }
  restore(world: World, snapshot: Snapshot): Promise<void> {
    return this.#runOn(world, () => this.#replace(world, this.#atItsMoment(snapshot)));
  }
  /** Deletes a snapshot. Returns whether there was one. */
  forget(world: World, name: string): Promise<boolean> {
    return this.#runOn(world, () => this.storage.snapshots.delete(world.accountId, name));
  }

  token(accountIds: readonly string[], expiresIn: number, subject = "demo"): Promise<string> {
    return issueToken({ accountIds, expiresIn, subject, secret: this.options.jwtSecret, now: this.wall() });
  }

  /** Aborted when the server stops, so that streams end. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }
  stop(): void {
    this.#stopping.abort();
  }
}
