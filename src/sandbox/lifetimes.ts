import { addDuration, type Moment } from "../domain/time.ts";
import type { Lives } from "../store/store.ts";
import type { World } from "../world/world.ts";

/** The last use of a world is noted after this share of its ttl: a crash may end a world that much too early. */
const share = 1 / 20;

/** How long worlds may rest. Their last use is kept with them, noted from time to time and not at each request. */
export class Lifetimes {
  readonly #lives: Lives;
  readonly #usual: string | null;
  readonly #wall: () => Moment;

  constructor(lives: Lives, usual: string | null, wall: () => Moment) {
    this.#lives = lives;
    this.#usual = usual;
    this.#wall = wall;
  }

  /** Learns the ttl of a world that is opened; an account that is older than the server's ttl begins to rest now. */
  async opened(world: World): Promise<void> {
    const life = await this.#lives.get(world.accountId);
    world.life = { ttl: life?.ttl ?? this.#usual, notedAt: life?.usedAt ?? 0 };
    if (!life && this.#usual !== null) await this.#put(world.accountId, null, this.#wall());
  }
  /** Gives a world a ttl of its own; without one it stays as it was. */
  async begin(world: World, ttl: string | undefined): Promise<void> {
    if (ttl === undefined) return;
    await this.#put(world.accountId, ttl, this.#wall());
    world.life = { ttl, notedAt: this.#wall() };
  }

  /** Whether the last use of a world should be noted; at a stop of the server, any use that is not noted yet. */
  isDue({ usedAt, life: { ttl, notedAt } }: World, atOnce: boolean): boolean {
    return ttl !== null && usedAt > notedAt + (atOnce ? 0 : share * addDuration(0, ttl));
  }
  async note(world: World): Promise<void> {
    const own = (await this.#lives.get(world.accountId))?.ttl ?? null;
    const { usedAt } = world;
    await this.#put(world.accountId, own, usedAt);
    world.life.notedAt = usedAt;
  }

  /** The accounts that may have rested too long, as far as is noted. */
  ended(): Promise<string[]> {
    return this.#lives.ended(this.#wall());
  }
  /** Whether an account has rested too long, with a last use that is not noted yet. */
  async isOver(accountId: string, usedAt: Moment): Promise<boolean> {
    const life = await this.#lives.get(accountId);
    if (!life) return false;
    const lastUse = Math.max(usedAt, life.usedAt);
    const endsAt = this.#endOf(life.ttl, lastUse);
    if (endsAt !== null && endsAt <= this.#wall()) return true;
    await this.#put(accountId, life.ttl, lastUse);
    return false;
  }

  #put(accountId: string, ttl: string | null, usedAt: Moment): Promise<void> {
    return this.#lives.put(accountId, { ttl, usedAt, endsAt: this.#endOf(ttl, usedAt) });
  }
  #endOf(own: string | null, usedAt: Moment): Moment | null {
    const ttl = own ?? this.#usual;
    return ttl === null ? null : addDuration(usedAt, ttl);
  }
}
