import type { Moment } from "../../domain/time.ts";
import type { World } from "../../world/world.ts";

interface Settings {
  /** The most that worlds may take together, in bytes, about. */
  most: number;
  wall: () => Moment;
  /** Lets the storage forget a world; false where it cannot come back, or not now. */
  release: (accountId: string) => boolean;
  /** Learns of a world that is let go. */
  onLetGo?: (world: World) => void;
}

interface Held {
  world: World;
  /** As counted in the sum. */
  bytes: number;
}

/** A world that was let go: a request that still has it keeps it alive. */
interface Resting {
  world: WeakRef<World>;
  /** When its running clock reaches the next job, by the wall clock. */
  dueAt: Moment;
}

/** After letting go, so much of the limit is in use: one world at a time would cost each request a search. */
const share = 0.9;

/**
 * The worlds in memory. Beyond the limit those are let go whose last use is longest ago. Nothing waits for that: a
 * world that is still in use is only not held any more, and is found again as long as its user holds it.
 */
export class OpenWorlds {
  readonly #settings: Settings;
  readonly #held = new Map<string, Held>();
  readonly #resting = new Map<string, Resting>();
  readonly #watched = new Map<string, number>();
  #bytes = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** How many worlds are held, and about how many bytes they take. */
  get count(): number {
    return this.#held.size;
  }
  get bytes(): number {
    return this.#bytes;
  }
  /** The accounts whose worlds are held. */
  accounts(): string[] {
    return [...this.#held.keys()];
  }
  /** The accounts whose worlds were let go, and have something to do by now. */
  due(): string[] {
    const now = this.#settings.wall();
    return [...this.#resting].filter(([, { dueAt }]) => dueAt <= now).map(([accountId]) => accountId);
  }

  /** The world of a request. */
  use(accountId: string): World | undefined {
    const world = this.get(accountId);
    if (world) world.usedAt = this.#settings.wall();
    return world;
  }
  /** The same without a use. */
  get(accountId: string): World | undefined {
    return this.#held.get(accountId)?.world ?? this.#again(accountId);
  }
  /** Whether it is the world of its account, without a hold on it. */
  isCurrent(world: World): boolean {
    return this.#known(world.accountId) === world;
  }
  /** 0 where it is not known. */
  lastUse(accountId: string): Moment {
    return this.#known(accountId)?.usedAt ?? 0;
  }
  #known(accountId: string): World | undefined {
    return this.#held.get(accountId)?.world ?? this.#resting.get(accountId)?.world.deref();
  }
  #again(accountId: string): World | undefined {
    const world = this.#resting.get(accountId)?.world.deref();
    if (world) this.add(world);
    return world;
  }

  add(world: World): void {
    const { accountId } = world;
    this.delete(accountId);
    const { bytes } = world.store;
    this.#held.set(accountId, { world, bytes });
    this.#bytes += bytes;
    if (this.#bytes > this.#settings.most) this.#shrink(world);
  }
  delete(accountId: string): void {
    this.#resting.delete(accountId);
    this.#bytes -= this.#held.get(accountId)?.bytes ?? 0;
    this.#held.delete(accountId);
  }

  isWatched(accountId: string): boolean {
    return this.#watched.has(accountId);
  }
  /** Holds the world of an account, as long as it is watched. Returns a function that stops it. */
  watch(accountId: string): () => void {
    const count = (by: number) => {
      const watchers = (this.#watched.get(accountId) ?? 0) + by;
      if (watchers > 0) this.#watched.set(accountId, watchers);
      else this.#watched.delete(accountId);
    };
    count(1);
    return () => count(-1);
  }

  /** Weighs the worlds again, which grow, and lets go of some where they take too much. */
  weigh(): void {
    this.#bytes = 0;
    for (const held of this.#held.values()) {
      held.bytes = held.world.store.bytes;
      this.#bytes += held.bytes;
    }
    if (this.#bytes > this.#settings.most) this.#shrink();
  }
  #shrink(newest?: World): void {
    const byUse = [...this.#held.values()].sort((one, other) => one.world.usedAt - other.world.usedAt);
    for (const { world } of byUse) {
      if (this.#bytes <= share * this.#settings.most) return;
      if (world !== newest && !this.#watched.has(world.accountId)) this.#letGo(world);
    }
  }
  #letGo(world: World): void {
    const { accountId } = world;
    if (!this.#settings.release(accountId)) return;
    this.delete(accountId);
    const dueAt = world.frozen ? Number.POSITIVE_INFINITY : this.#settings.wall() + world.nextDue - world.clock;
    this.#resting.set(accountId, { world: new WeakRef(world), dueAt });
    this.#settings.onLetGo?.(world);
  }
}
