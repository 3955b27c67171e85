import type { EventRow } from "../domain/rows.ts";
import { Watch } from "../team/event-feed.ts";
import type { World } from "../world/world.ts";
import type { Shared } from "./server-state.ts";
import type { Happenings } from "./stream.ts";
import type { OpenWorlds } from "./worlds/cache.ts";

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
  /** The accounts whose due jobs run now. */
  readonly #busy = new Set<string>();

  constructor(settings: Settings) {
    this.#settings = settings;
    const { happenings, shared } = settings;
    this.#watch =
      shared &&
      new Watch(shared.storage, {
        begins: () => {
          happenings.add({ kind: "silence", accountId: "" });
          return happenings.last;
        },
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
  /** The message since which a follower heard all that happened; undefined where there is no other server. */
  heardSince(accountId: string | undefined): number | undefined {
    return this.#watch?.heardSince(accountId);
  }
  /** Passes on what has happened on the other servers, where there are any. */
  async hear(accountId: string | undefined): Promise<void> {
    const { shared, happenings } = this.#settings;
    const requests = async () => {
      for (const entry of (await shared?.news()) ?? []) happenings.add(entry);
    };
    await Promise.all([requests(), this.#watch?.look(accountId)]);
  }
  /**
   * Runs due jobs without a request, so that a follower hears of their events in time. An error of one account reaches
   * its next request, which tries again; an account whose work takes long keeps no other waiting.
   */
  async catchUp(accountId?: string): Promise<void> {
    const { worlds, shared, lookAt } = this.#settings;
    const take = (ids: readonly string[]) => {
      const free = ids.filter((id) => (accountId === undefined || id === accountId) && !this.#busy.has(id));
      for (const id of free) this.#busy.add(id);
      return free;
    };
    const run = (id: string) =>
      lookAt(id)
        .catch(() => {})
        .finally(() => this.#busy.delete(id));
    // Worlds that are open ask a database together; those that come back take memory, one after another.
    const open = take(worlds.accounts()).map(run);
    // Another server may have made the one account that is followed, or started its clock.
    const followed = shared && accountId !== undefined ? [accountId] : [];
    for (const id of [...worlds.due(), ...followed]) await Promise.all(take([id]).map(run));
    await Promise.all(open);
  }
  /** Passes on what would be gone after a world is replaced or deleted. */
  async before(accountId: string): Promise<void> {
    await this.#watch?.before(accountId);
  }
}
