import type { EventRow } from "../domain/rows.ts";
import type { World } from "../world/world.ts";
import type { Happenings } from "./happenings.ts";
import type { OpenWorlds } from "./open-worlds.ts";
import type { Shared } from "./parts.ts";
import { Watch } from "./watch.ts";

interface Settings {
  happenings: Happenings;
  worlds: OpenWorlds;
  shared: Shared | undefined;
  /** Opens the world of an account, if there is one, and runs what is due in it. */
  lookAt: (accountId: string) => Promise<unknown>;
}

/** What followers of the live stream hear: what happens on this server, and on the others that share its storage. */
export class Live {
  readonly #settings: Settings;
  readonly #watch: Watch | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    const { happenings, shared } = settings;
    this.#watch =
      shared &&
      new Watch(shared.storage, {
        events: this.#pass,
        missed: (accountId) => happenings.add({ kind: "missed", accountId }),
        rested: () => shared.forgetNews(),
      });
  }
  readonly #pass = (accountId: string, events: readonly EventRow[]): void => {
    for (const event of events) this.#settings.happenings.add({ kind: "event", accountId, event });
  };

  /** Passes on the events of a world; on a shared storage they are read from there. */
  opened(world: World): void {
    if (!this.#watch) world.listen((events) => this.#pass(world.accountId, events));
  }
  /** Counts a follower of an account, or of all, and holds the world of one. Returns a function that ends it. */
  follow(accountId: string | undefined): () => void {
    const release = accountId === undefined ? () => {} : this.#settings.worlds.watch(accountId);
    const leave = this.#watch?.follow(accountId);
    return () => {
      release();
      leave?.();
    };
  }
  /** Lets a follower hear all that happens from now on, also on other servers; undefined where there are none. */
  begun(accountId: string | undefined): Promise<void> | undefined {
    return this.#watch && this.catchUp(accountId);
  }
  /** Whether a follower who comes back hears all that happened meanwhile; undefined where there is no other server. */
  isContinuous(accountId: string | undefined): boolean | undefined {
    return this.#watch?.isContinuous(accountId);
  }
  /** Runs due jobs without a request, so that a follower hears of their events in time, and hears the other servers. */
  async catchUp(accountId?: string): Promise<void> {
    const { worlds, lookAt, shared, happenings } = this.#settings;
    const wanted = accountId === undefined ? [...worlds.due(), ...worlds.accounts()] : [accountId];
    // An error of one account reaches its next request, which tries again. All together ask a database once.
    await Promise.allSettled(wanted.map(lookAt));
    for (const entry of (await shared?.news()) ?? []) happenings.add(entry);
    await this.#watch?.look(accountId);
  }
  /** Passes on what would be gone after a world is replaced or deleted. */
  async before(accountId: string): Promise<void> {
    await this.#watch?.before(accountId);
  }
}
