import { addDuration, type Moment } from "../../domain/time.ts";
import type { Lives } from "../../store/store.ts";
import type { World } from "../../world/world.ts";
import type { OpenWorlds } from "./cache.ts";

/** The last use of a world is noted after this share of its ttl: a crash may end a world that much too early. */
const share = 1 / 20;
/** In milliseconds: meanwhile every other server looks whether it knows a use that is not noted. */
const grace = 15_000;

interface Settings {
  lives: Lives;
  /** The ttl of worlds that have none of their own. */
  usual: string | null;
  worlds: OpenWorlds;
  wall: () => Moment;
  /** Whether other servers serve the same worlds. */
  shared: boolean;
  /** Runs work in the turn of an account. */
  run: (accountId: string, work: () => Promise<void>) => Promise<void>;
  /** Deletes an account, in its turn. */
  end: (accountId: string) => Promise<unknown>;
}

/** How long worlds may rest. Their last use is kept with them, noted from time to time and not at each request. */
export class Lifetimes {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Learns the ttl of a world that is opened; an account that is older than the server's ttl begins to rest now. */
  async opened(world: World): Promise<void> {
    const life = await this.#settings.lives.get(world.accountId);
    world.life = { ttl: life?.ttl ?? this.#settings.usual, notedAt: life?.usedAt ?? 0 };
    if (!life && this.#settings.usual !== null) await this.#put(world.accountId, null, this.#settings.wall());
  }
  /** Gives a world a ttl of its own; without one it stays as it was. */
  async begin(world: World, ttl: string | undefined): Promise<void> {
    if (ttl === undefined) return;
    await this.#put(world.accountId, ttl, this.#settings.wall());
    world.life = { ttl, notedAt: this.#settings.wall() };
  }

  /** Another server may have changed it. */
  async ttlOf(world: World): Promise<string | null> {
    const { shared, lives, usual } = this.#settings;
    if (shared) world.life.ttl = (await lives.get(world.accountId))?.ttl ?? usual;
    return world.life.ttl;
  }

  /** Notes the last uses of the worlds in memory: those that are due, or at a stop of the server all of them. */
  async noteAll(atOnce: boolean): Promise<void> {
    const { worlds, wall } = this.#settings;
    for (const accountId of worlds.accounts()) {
      const world = worlds.get(accountId);
      if (world && worlds.isWatched(accountId)) world.usedAt = wall();
      if (world) await this.note(world, atOnce);
    }
  }
  async note(world: World, atOnce: boolean): Promise<void> {
    const { accountId, usedAt, life } = world;
    const least = life.ttl === null || atOnce ? 0 : share * addDuration(0, life.ttl);
    if (life.ttl === null || usedAt <= life.notedAt + least) return;
    await this.#settings.run(accountId, async () => {
      if (!this.#settings.worlds.isCurrent(world)) return;
      const own = (await this.#settings.lives.get(accountId))?.ttl ?? null;
      await this.#put(accountId, own, usedAt);
      world.life.notedAt = usedAt;
    });
  }

  /** Deletes the worlds that have rested too long. */
  async endRested(): Promise<void> {
    const { lives, wall, run, end } = this.#settings;
    for (const accountId of await lives.ended(wall()))
      await run(accountId, async () => {
        if (await this.#isOver(accountId)) await end(accountId);
      });
  }
  /** With a last use that is not noted yet, and the ttl that the server has now. */
  async #isOver(accountId: string): Promise<boolean> {
    const { lives, worlds, wall, shared } = this.#settings;
    const life = await lives.get(accountId);
    if (!life) return false;
    const lastUse = Math.max(worlds.lastUse(accountId), life.usedAt);
    const endsAt = this.#endOf(life.ttl, lastUse);
    if (endsAt !== null && endsAt <= wall()) return endsAt + (shared ? grace : 0) <= wall();
    await this.#put(accountId, life.ttl, lastUse);
    return false;
  }

  #put(accountId: string, ttl: string | null, usedAt: Moment): Promise<void> {
    return this.#settings.lives.put(accountId, { ttl, usedAt, endsAt: this.#endOf(ttl, usedAt) });
  }
  #endOf(own: string | null, usedAt: Moment): Moment | null {
    const ttl = own ?? this.#settings.usual;
    return ttl === null ? null : addDuration(usedAt, ttl);
  }
}
