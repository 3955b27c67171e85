import type { Moment } from "../../domain/time.ts";
import type { Storage } from "../../store/store.ts";
import type { World } from "../../world/world.ts";
import { noteUses } from "./last-uses.ts";

/** Share of the limit down to which worlds are evicted: one world at a time would cost each request a search. */
const share = 0.9;

interface Cached {
  world: World;
  /** As counted in the sum. */
  bytes: number;
}

/**
 * The worlds in memory: an LRU cache by bytes. A world that is in use is never evicted, so an account never has two
 * worlds in memory.
 */
export class WorldCache {
  readonly #most: number;
  readonly #wall: () => Moment;
  readonly #storage: Storage;
  readonly #worlds = new Map<string, Cached>();
  /** When the running clock of an evicted world reaches its next job, by the wall clock. */
  readonly #evicted = new Map<string, Moment>();
  #bytes = 0;

  constructor(most: number, wall: () => Moment, storage: Storage) {
    this.#most = most;
    this.#wall = wall;
    this.#storage = storage;
  }

  get bytes(): number {
    return this.#bytes;
  }
  get(accountId: string): World | undefined {
    return this.#worlds.get(accountId)?.world;
  }
  worlds(): World[] {
    return [...this.#worlds.values()].map(({ world }) => world);
  }
  /** The evicted accounts that have something to do by now. */
  due(): string[] {
    const now = this.#wall();
    return [...this.#evicted].filter(([, dueAt]) => dueAt <= now).map(([accountId]) => accountId);
  }

  add(world: World): void {
    this.delete(world.accountId);
    const { bytes } = world.store;
    this.#worlds.set(world.accountId, { world, bytes });
    this.#bytes += bytes;
    if (this.#bytes > this.#most) this.#shrink();
  }
  delete(accountId: string): void {
    this.#evicted.delete(accountId);
    this.#bytes -= this.#worlds.get(accountId)?.bytes ?? 0;
    this.#worlds.delete(accountId);
  }

  /** Weighs the worlds again, because they grow, and evicts some where they take too much. */
  weigh(): void {
    this.#bytes = 0;
    for (const cached of this.#worlds.values()) {
      cached.bytes = cached.world.store.bytes;
      this.#bytes += cached.bytes;
    }
    if (this.#bytes > this.#most) this.#shrink();
  }
  #shrink(): void {
    const unused = this.worlds().filter(({ uses }) => uses === 0);
    for (const world of unused.sort((one, other) => one.usedAt - other.usedAt)) {
      if (this.#bytes <= share * this.#most) return;
      if (!this.#storage.release?.(world.accountId)) continue;
      this.delete(world.accountId);
      void noteUses(this.#storage, [world]).catch(() => {});
      if (!world.frozen) this.#evicted.set(world.accountId, this.#wall() + world.nextDue - world.clock);
    }
  }
}
