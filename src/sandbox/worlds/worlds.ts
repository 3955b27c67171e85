import type { z } from "zod";
import type { control } from "../../../contract/control.ts";
import type { State } from "../../domain/change.ts";
import { readClock } from "../../domain/clock.ts";
import { type Configuration, firstConfiguration } from "../../domain/configuration.ts";
import type { ClockState } from "../../domain/rows.ts";
import type { Check } from "../../domain/stored/row-rules.ts";
import { addDuration, type Moment, parse } from "../../domain/time.ts";
import { firstFlaw, importedState, ofAccount } from "../../seed/import.ts";
import { namedSeed } from "../../seed/seed-file.ts";
import { AccountClosed, Damaged, TooManyAccounts } from "../../store/failures.ts";
import { memoryStorage } from "../../store/memory/storage.ts";
import { bytesOf } from "../../store/memory/tables.ts";
import { KeyedQueue, SerialQueue } from "../../store/serial-queue.ts";
import type { ResetPoint, Snapshot, Storage, Store } from "../../store/store.ts";
import { World } from "../../world/world.ts";
import type { Options } from "../options.ts";
import type { ServerState } from "../server-state.ts";
import { forEach, WorldCache } from "./cache.ts";
import { DeletedWorlds } from "./deleted.ts";
import * as limits from "./limits.ts";
import { madeWorlds } from "./made.ts";
import { retryOnRace } from "./races.ts";
import { type Copy, copyOf, copySnapshots, readSnapshot, withClockFrom } from "./snapshots.ts";

type WorldRequest = z.output<typeof control.accounts.put.body>;
type WorldOptions = Omit<WorldRequest, "from" | "configuration"> & { configuration?: Configuration | undefined };
type ForkOptions = Omit<NonNullable<WorldRequest["from"]>, "accountId">;

/**
 * The worlds of all accounts of a server: opened at their first use, made, copied, replaced and deleted. Each `open…`
 * and `peek` counts a use, which `leave` ends; a world in use stays in memory.
 */
export class Worlds {
  readonly cache: WorldCache;
  readonly deleted = new DeletedWorlds();
  readonly #options: Options;
  readonly #storage: Storage;
  readonly #state: ServerState;
  readonly #wall: () => Moment;
  /** Opening, replacing and deleting an account exclude each other. */
  readonly #queue = new KeyedQueue();
  /** Where worlds are counted, they are created one after the other. */
  readonly #creations = new SerialQueue();
  /** The accounts whose due jobs run now without a request. */
  readonly #catchingUp = new Set<string>();
  /** Ends when the evicted worlds that have something to do have done it. */
  #waking: Promise<void> | undefined;

  constructor(options: Options, storage: Storage, state: ServerState, wall: () => Moment) {
    this.#options = options;
    this.#storage = storage;
    this.#state = state;
    this.#wall = wall;
    this.cache = new WorldCache(options.maxWorldsMemory, wall, storage);
  }

  /** The account's world; the first request for an account creates it. */
  openOrCreate(accountId: string): World | Promise<World> {
    const known = this.cache.get(accountId);
    if (!known) return this.#openOrCreate(accountId);
    known.uses += 1;
    // A world that is open and has nothing due needs no promise.
    const due = known.catchUp();
    if (!due) return this.#used(known);
    return this.#whenReady(known, due).then((ready) => (ready ? this.#used(ready) : this.#openOrCreate(accountId)));
  }
  #openOrCreate(accountId: string): Promise<World> {
    return this.#queue.run(accountId, () =>
      retryOnRace(async () => {
        const stored = await this.#load(accountId);
        return this.#used(stored ?? (await this.#create(accountId, await this.#seeded(accountId, {}))));
      }),
    );
  }
  /** The world of an account if it exists. */
  async open(accountId: string): Promise<World | undefined> {
    const world = await this.peek(accountId);
    return world && this.#used(world);
  }
  /** The same without a use that would keep it from expiring, such as a list of all worlds. */
  async peek(accountId: string): Promise<World | undefined> {
    return (await this.#upToDate(accountId)) ?? this.#queue.run(accountId, () => this.#load(accountId));
  }
  /** Ends a use. */
  leave(world: World): void {
    world.uses -= 1;
  }
  async using<T>(accountId: string, work: (world: World) => Promise<T>): Promise<T | undefined> {
    const world = await this.open(accountId);
    return world && work(world).finally(() => this.leave(world));
  }
  /** The same without waiting for what is under way in the world. */
  async aside<T>(accountId: string, work: (world: World) => Promise<T>): Promise<T | undefined> {
    const world = this.cache.get(accountId);
    if (!world) return this.using(accountId, work);
    world.uses += 1;
    return work(world).finally(() => this.leave(world));
  }
  async peeking<T>(accountId: string, work: (world: World) => Promise<T>): Promise<T | undefined> {
    const world = await this.peek(accountId);
    return world && work(world).finally(() => this.leave(world));
  }

  /** Counts a use. */
  async #load(accountId: string): Promise<World | undefined> {
    const known = await this.#upToDate(accountId);
    if (known) return known;
    const store = await this.#storage.open(accountId);
    if (!store) this.cache.delete(accountId);
    if (store?.editedFile) await this.#refuseFlawed(accountId, store);
    return store && this.#worldOf(accountId, store);
  }
  /** A file that was edited is held to the rules: what none of them could have written may stop the server. */
  async #refuseFlawed(accountId: string, store: Store): Promise<void> {
    const state = await store.dump();
    const flaw = await firstFlaw(state, readClock(state.world[0]?.clock as ClockState, this.#wall()));
    if (flaw === undefined) return;
    this.#storage.release?.(accountId);
    throw new Damaged(store.editedFile as string, "", flaw);
  }
  /** The world in memory, once its due jobs have run; undefined where it is not open, or its account is gone. */
  async #upToDate(accountId: string): Promise<World | undefined> {
    const world = this.cache.get(accountId);
    if (!world) return undefined;
    world.uses += 1;
    return this.#whenReady(world, world.catchUp());
  }
  /** Ends the use, and drops the world from memory, where its account is gone. */
  async #whenReady(world: World, due: Promise<void> | undefined): Promise<World | undefined> {
    try {
      await due;
      return world;
    } catch (error) {
      this.leave(world);
      if (!(error instanceof AccountClosed)) throw error;
      if (this.cache.get(world.accountId) === world) this.cache.delete(world.accountId);
      return undefined;
    }
  }
  async #create(accountId: string, state: State, resetPoint?: ResetPoint): Promise<World> {
    const { maxWorlds } = this.#options;
    await this.#refuseLarge(state);
    const settled = await this.#settled(accountId, state);
    const create = () => this.#storage.create(accountId, settled, resetPoint, maxWorlds ?? undefined);
    const store = await (maxWorlds === null ? create() : this.#creations.run(create)).catch((error) => {
      throw error instanceof TooManyAccounts ? limits.tooMany(error.count, maxWorlds ?? 0) : error;
    });
    return this.#worldOf(accountId, store);
  }
  async #worldOf(accountId: string, store: Store): Promise<World> {
    const { stream } = this.#state;
    const { jwtSecret: linkSecret } = this.#options;
    const refuseGrowth = (of: World, rows: number) =>
      limits.refuseLarge(of.store.bytes + rows * limits.bytesOfRow, this.most);
    const settings = { wall: this.#wall, linkSecret, whyFull: (full: World) => this.#whyFull(full), refuseGrowth };
    const world = await World.open(accountId, store, settings);
    stream.listenTo(world);
    world.onProgress(stream.progressOf(accountId));
    world.uses += 1;
    this.cache.add(world);
    const ready = await this.#whenReady(world, world.catchUp());
    if (!ready) throw new AccountClosed(accountId);
    return ready;
  }
  async #seeded(accountId: string, wish: WorldOptions): Promise<State> {
    const options = this.#options;
    const { randomSeed = options.randomSeed, size = null } = wish;
    const seed = namedSeed(wish.seed ?? options.seed, options.seed);
    if (size !== null) limits.refuseLarge(size * limits.bytesOfThirdparty, this.most);
    const now = wish.now ?? options.now;
    // Loaded when needed: an account that is stored already needs no story, and its modules load slowly.
    const { makeState, usualConfiguration } = await import("../../seed/new-world.ts");
    const configuration = wish.configuration ?? usualConfiguration(seed, options.configuration);
    const start = {
      ...(configuration && { configuration }),
      randomSeed,
      size,
      people: wish.people ?? options.people ?? undefined,
      history: wish.history,
      now: now === null ? null : parse(now),
      frozen: wish.freeze ?? (options.freeze || undefined),
      wall: this.#wall(),
      refuse: (rows: number) => limits.refuseLarge(rows * limits.bytesOfRow, this.most),
    };
    const made = options.worldCache ? madeWorlds() : undefined;
    return this.#state.stream.during(accountId, (progress) => makeState({ accountId, seed, ...start, progress, made }));
  }

  /** The accounts in the order of their ids, each with its last use by the wall clock. */
  async accounts(): Promise<Map<string, Moment>> {
    const accounts = new Map(await this.#storage.accounts());
    for (const { accountId, usedAt } of this.cache.worlds()) {
      const noted = accounts.get(accountId);
      if (noted !== undefined) accounts.set(accountId, Math.max(noted, usedAt));
    }
    return accounts;
  }
  /** Refuses a write to a world that is as large as one may be. */
  checkSize({ store }: World): void {
    limits.refuseLarge(store.bytes, this.#mostOfOne);
  }
  async #refuseLarge(state: State): Promise<void> {
    if (Number.isFinite(this.#mostOfOne.bytes)) limits.refuseLarge(await bytesOf(state), this.#mostOfOne);
  }
  /** A storage that drops no world from memory takes no more of them than there is room for. */
  #refuseCrowded(accountId: string, bytes: number): void {
    if (this.#storage.release) return;
    this.cache.weigh();
    const others = this.cache.bytes - (this.cache.get(accountId)?.store.bytes ?? 0);
    limits.refuseCrowded(others + bytes, this.#options.maxWorldsMemory);
  }
  get #mostOfOne(): limits.Most {
    return { bytes: this.#options.maxWorldSize ?? Number.POSITIVE_INFINITY, option: "--max-world-size" };
  }
  /** Why a world may not grow by itself. */
  #whyFull(world: World): string | undefined {
    const { maxWorldsMemory } = this.#options;
    const isCrowded = this.cache.bytes > maxWorldsMemory && !this.cache.hasRoom();
    return limits.whyTooLarge(world.store.bytes, this.most) ?? (isCrowded ? limits.noRoom(maxWorldsMemory) : undefined);
  }
  /** What one world may grow to by a move of the clock or an import: in use, it is in memory as a whole. */
  get most(): limits.Most {
    const { maxWorldsMemory: bytes } = this.#options;
    return this.#mostOfOne.bytes <= bytes ? this.#mostOfOne : { bytes, option: "--max-worlds-memory" };
  }

  /** Creates an account, or replaces its world; throws a SeedNotFound. */
  make(accountId: string, wish: WorldOptions): Promise<{ world: World; created: boolean }> {
    return this.#queue.run(accountId, async () => {
      const made = await this.#put(accountId, await this.#seeded(accountId, wish), "seed");
      await this.#state.faults.replace([], accountId);
      return made;
    });
  }
  /** Copies a world, or a snapshot of it, over that of an account; undefined without that. Throws a Damaged. */
  async fork(accountId: string, source: World, { snapshot, withSnapshots }: ForkOptions) {
    // The source is read first, so that two forks never wait for each other.
    const found = await this.copy(source, snapshot);
    return found && this.put(accountId, found, withSnapshots ? source.accountId : undefined);
  }
  /** Makes a copy the world of an account, with the snapshots of another account. */
  put(accountId: string, copy: Copy, snapshotsOf?: string): Promise<{ world: World; created: boolean }> {
    const state = ofAccount(withClockFrom(copy, this.#wall()), accountId);
    return this.#queue.run(accountId, async () => {
      const made = await this.#put(accountId, state, "this");
      if (snapshotsOf !== undefined) await copySnapshots(this.#storage.snapshots, snapshotsOf, accountId);
      await this.#state.faults.replace([], accountId);
      return made;
    });
  }
  /** A world as it is, or one of its snapshots; undefined when there is none. Rejects with a Damaged. */
  async copy(world: World, snapshot: string | undefined): Promise<Copy | undefined> {
    if (snapshot === undefined) return copyOf(world);
    return readSnapshot(this.#storage.snapshots, world.accountId, snapshot);
  }
  #put(accountId: string, state: State, resetPoint: ResetPoint): Promise<{ world: World; created: boolean }> {
    return retryOnRace(async () => {
      const known = await this.#load(accountId);
      const world = known ?? (await this.#create(accountId, state, resetPoint));
      try {
        if (known) await this.#replace(known, state, resetPoint);
        return { world: this.#used(world), created: !known };
      } finally {
        this.leave(world);
      }
    });
  }
  #used(world: World): World {
    world.usedAt = this.#wall();
    return world;
  }
  async #replace(world: World, state: State, resetPoint?: ResetPoint): Promise<void> {
    await this.#refuseLarge(state);
    await world.replace(await this.#settled(world.accountId, state), resetPoint);
    await world.catchUp();
  }
  /** Where others read the world as soon as it is stored, what is due happens before. */
  async #settled(accountId: string, state: State): Promise<State> {
    if (this.#storage.usesBehind === undefined) return state;
    const store = await memoryStorage().create(accountId, state);
    const whyFull = ({ store: { bytes } }: World) => limits.whyTooLarge(bytes, this.most);
    await (await World.open(accountId, store, { wall: this.#wall, linkSecret: "", whyFull })).catchUp();
    return store.dump();
  }
  /** Runs work on a world in its account's turn, unless the account was deleted before. */
  #runOn<T>(world: World, work: () => Promise<T>): Promise<T> {
    const { accountId } = world;
    return this.#queue.run(accountId, async () => {
      if (this.cache.get(accountId) !== world) throw new AccountClosed(accountId);
      return work();
    });
  }
  /** Returns a world to its start: what was imported, or the same seed, chance and moment; throws a SeedNotFound. */
  reset(world: World): Promise<void> {
    return this.#runOn(world, async () => {
      const { accountId, origin, frozen } = world;
      const { seed, randomSeed, size, createdAt: now, startsFrozen: freeze = frozen } = origin;
      const { people = "none", startsWith = people, history } = origin;
      const configuration = firstConfiguration(origin);
      const others = { people: startsWith, history, configuration };
      const wish = { seed, randomSeed, size: size ?? undefined, now, freeze, ...others };
      const state = (await world.store.start()) ?? (await this.#seeded(accountId, wish));
      await this.#replace(world, state, "unchanged");
      await this.#state.faults.replace([], accountId);
    });
  }
  /** Replaces the account's world by an exported one; throws an InvalidWorld, and changes nothing, when it is wrong. */
  async import(accountId: string, body: unknown, check: Check = "rules"): Promise<World> {
    const now = (clock: ClockState) => readClock(clock, this.#wall());
    const { stream } = this.#state;
    const state = await stream.during(accountId, (progress) => importedState(body, accountId, now, progress, check));
    const bytes = await bytesOf(state);
    limits.refuseLarge(bytes, this.most);
    this.#refuseCrowded(accountId, bytes);
    return this.#queue.run(accountId, async () => (await this.#put(accountId, state, "this")).world);
  }
  /** Creates an account with a world that it returns to after a reset; throws an AccountExists. */
  create(accountId: string, state: State): Promise<World> {
    return this.#queue.run(accountId, async () => {
      const world = this.#used(await this.#create(accountId, state, "this"));
      this.leave(world);
      return world;
    });
  }

  /** Whether the account was there, and not used since. */
  delete(accountId: string, unusedSince?: Moment): Promise<boolean> {
    return this.#queue.run(accountId, async () => {
      const world = this.cache.get(accountId);
      if (unusedSince !== undefined && world && (world.uses > 0 || world.usedAt >= unusedSince)) return false;
      if (unusedSince === undefined && this.#storage.usesBehind === undefined) await this.deleted.keep(world);
      this.cache.delete(accountId);
      const isDeleted = await this.#storage.delete(accountId, unusedSince);
      if (isDeleted) await this.#state.forget(accountId);
      return isDeleted;
    });
  }
  /** Deletes the worlds that were not used for a while, and returns their accounts. */
  async deleteUnused(unusedFor: string): Promise<string[]> {
    const unusedSince = addDuration(this.#wall(), unusedFor, -1) - (this.#storage.usesBehind ?? 0);
    const deleted: string[] = [];
    await forEach([...(await this.#storage.accounts(unusedSince)).keys()], async (accountId) => {
      if (await this.delete(accountId, unusedSince)) deleted.push(accountId);
    });
    return deleted;
  }
  async deleteExpired(): Promise<void> {
    const { worldTtl } = this.#options;
    if (worldTtl !== null) await this.deleteUnused(worldTtl);
  }

  /** Keeps a copy of the world; it replaces a snapshot of the same name. */
  takeSnapshot(world: World, name: string): Promise<Snapshot> {
    return this.#runOn(world, async () => {
      const snapshot = { name, ...(await copyOf(world)) };
      await this.#storage.snapshots.put(world.accountId, snapshot);
      return snapshot;
    });
  }
  /** Whether there is such a snapshot; rejects with a Damaged when it cannot be restored. */
  async restore(world: World, name: string): Promise<boolean> {
    const snapshot = await this.copy(world, name);
    if (snapshot) await this.#runOn(world, () => this.#replace(world, withClockFrom(snapshot, this.#wall())));
    return snapshot !== undefined;
  }
  /** Whether there was one. */
  deleteSnapshot(world: World, name: string): Promise<boolean> {
    return this.#runOn(world, () => this.#storage.snapshots.delete(world.accountId, name));
  }

  /**
   * Runs due jobs without a request, so that a subscriber learns of their events in time: those of one account, or of
   * all. An error of one account reaches its next request; an account whose work takes long keeps no other waiting.
   */
  async runDueJobs(accountId?: string): Promise<void> {
    const run = async (id: string) => {
      if (this.#catchingUp.has(id)) return;
      this.#catchingUp.add(id);
      const look = accountId === undefined ? this.peeking(id, async () => {}) : this.using(id, async () => {});
      await look.catch(() => {}).finally(() => this.#catchingUp.delete(id));
    };
    if (accountId !== undefined) return run(accountId);
    const open = this.cache.worlds().map((world) => run(world.accountId));
    // Evicted worlds come back one after another, because they take memory.
    this.#waking ??= (async () => {
      for (const id of this.cache.due()) await run(id);
    })().finally(() => (this.#waking = undefined));
    await Promise.all([...open, this.#waking]);
  }
  /** Called every few seconds: evicts worlds, notes their last uses, and deletes those that have expired. */
  async maintain(): Promise<void> {
    this.cache.weigh();
    // A use that cannot be noted does not keep other worlds from expiring.
    await this.cache.noteUses().finally(() => this.deleteExpired());
  }
}
