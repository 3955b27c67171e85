import type { Moment } from "../../domain/time.ts";
import type { Storage } from "../../store/store.ts";
import type { World } from "../../world/world.ts";

/** Share of the limit down to which worlds are evicted: one world at a time would cost each request a search. */
const share = 0.9;

/**
 * The worlds in memory: an LRU cache by bytes. A world that is in use is never evicted, so an account never has two
 * worlds in memory.
 */
export class WorldCache {
  readonly #most: number;
  readonly #wall: () => Moment;
  readonly #storage: Storage;
  readonly #worlds = new Map<string, World>();
  /** When the running clock of an evicted world reaches its next job, by the wall clock. */
  readonly #evicted = new Map<string, Moment>();
  /** Of the worlds when they were last weighed, or added later. */
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
    return this.#worlds.get(accountId);
  }
  worlds(): World[] {
    return [...this.#worlds.values()];
  }
  /** The evicted accounts that have something to do by now. */
  due(): string[] {
    const now = this.#wall();
    return [...this.#evicted].filter(([, dueAt]) => dueAt <= now).map(([accountId]) => accountId);
  }

  add(world: World): void {
    this.delete(world.accountId);
    this.#worlds.set(world.accountId, world);
    this.#bytes += world.store.bytes;
    if (this.#bytes > this.#most) this.#shrink();
  }
  delete(accountId: string): void {
    this.#evicted.delete(accountId);
    this.#bytes -= this.#worlds.get(accountId)?.store.bytes ?? 0;
    this.#worlds.delete(accountId);
  }

  /** Notes the last uses of worlds, which requests only write into memory. */
  noteUses(worlds = this.worlds()): Promise<void> {
    const unnoted = worlds.filter(({ usedAt, notedAt }) => usedAt > notedAt);
    return forEach(unnoted, async (world) => {
      const { accountId, usedAt } = world;
      await this.#storage.noteUse(accountId, usedAt);
      world.notedAt = usedAt;
    });
  }

  /** Whether there is room, when the worlds that can be are evicted. */
  hasRoom(): boolean {
    this.weigh();
    return this.#bytes <= this.#most;
  }

  /** Weighs the worlds again, because they grow, and evicts some where they take too much. */
  weigh(): void {
    this.#bytes = this.worlds().reduce((sum, { store }) => sum + store.bytes, 0);
    if (this.#bytes > this.#most) this.#shrink();
  }
  #shrink(): void {
    const unused = this.worlds().filter(({ uses }) => uses === 0);
    for (const world of unused.sort((one, other) => one.usedAt - other.usedAt)) {
      if (this.#bytes <= share * this.#most) return;
      if (!this.#storage.release?.(world.accountId)) continue;
      this.delete(world.accountId);
      void this.noteUses([world]).catch(() => {});
      if (!world.frozen) this.#evicted.set(world.accountId, this.#wall() + world.nextDue - world.clock);
    }
  }
}

/** Runs work for each item, and rejects at the end with the first error: one account must not keep others waiting. */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await work(item).catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
