import type { EventRow } from "../domain/rows.ts";
import { Damaged } from "../store/failures.ts";
import { Turns } from "../store/serial-queue.ts";
import type { Events, Mark, SharedStorage } from "../store/store.ts";

/** The accounts that a follower wants: one, or undefined for all. */
type Scope = string | undefined;

interface Listener {
  /** From now on all events are passed on. Returns the number of a message since which that holds. */
  begins(): number;
  events(accountId: string, events: readonly EventRow[]): void;
  /** Events may have happened that can no longer be read. */
  missed(accountId: string): void;
  /** The last follower has left. */
  rested(): void;
}

/** How long a follower may be away, in milliseconds, and still be told all that happened meanwhile. */
const patience = 60_000;

/**
 * Finds the events that any server adds to accounts, for the followers of this server's stream. They are read from the
 * log of the account, whichever server wrote them, so that each comes once and in order.
 */
export class Watch {
  readonly #storage: SharedStorage;
  readonly #listener: Listener;
  readonly #turns = new Turns();
  /** Up to where the events of an account were passed on. */
  readonly #known = new Map<string, Mark>();
  readonly #followers = new Map<Scope, number>();
  /** The number of the message at the first look since there are followers: an account that appears later is new. */
  readonly #looked = new Map<Scope, number>();

  constructor(storage: SharedStorage, listener: Listener) {
    this.#storage = storage;
    this.#listener = listener;
  }

  /** Takes what happens after the next look for news. Returns a function that ends it. */
  follow(scope: Scope): () => void {
    this.#followers.set(scope, (this.#followers.get(scope) ?? 0) + 1);
    return () => void setTimeout(() => this.#turns.run(() => this.#leave(scope)), patience).unref();
  }
  async #leave(scope: Scope): Promise<void> {
    const left = (this.#followers.get(scope) ?? 0) - 1;
    if (left > 0) return void this.#followers.set(scope, left);
    this.#followers.delete(scope);
    this.#looked.delete(scope);
    for (const accountId of this.#known.keys()) if (!this.#isFollowed(accountId)) this.#known.delete(accountId);
    if (this.#followers.size === 0) this.#listener.rested();
  }
  #isFollowed(accountId: string): boolean {
    return this.#followers.has(undefined) || this.#followers.has(accountId);
  }
  /** The message since which all that happened in an account, or in all, was passed on; Infinity for none. */
  heardSince(scope: Scope): number {
    return Math.min(this.#looked.get(undefined) ?? Infinity, this.#looked.get(scope) ?? Infinity);
  }

  /** Passes on the news of an account, or of all, one look at a time. */
  look(scope: Scope): Promise<void> {
    return this.#turns.run(() => this.#look(scope));
  }
  async #look(scope: Scope): Promise<void> {
    const marks = await this.#storage.marks(scope);
    const passed = await Promise.allSettled(marks.map((mark) => this.#passUpTo(mark)));
    const accounts = new Set(marks.map(({ accountId }) => accountId));
    for (const known of scope === undefined ? this.#known.keys() : [scope])
      if (!accounts.has(known)) this.#known.delete(known);
    for (const each of passed) if (each.status === "rejected") throw each.reason;
    if (this.#followers.has(scope) && !this.#looked.has(scope)) this.#looked.set(scope, this.#listener.begins());
  }
  async #passUpTo(mark: Mark): Promise<void> {
    const { accountId, life, head } = mark;
    const known = this.#known.get(accountId);
    const isNew = this.heardSince(accountId) < Infinity;
    const former = known?.life === life ? known : isNew ? { ...mark, head: 0, loads: 0 } : mark;
    if (former.head < head) {
      const { events, areAll } = await this.#eventsBetween(former, mark);
      if (!areAll) this.#listener.missed(accountId);
      this.#listener.events(accountId, events);
    }
    if (this.#isFollowed(accountId)) this.#known.set(accountId, mark);
  }
  async #eventsBetween(from: Mark, to: Mark): Promise<Events> {
    try {
      return await this.#storage.eventsBetween(from, to);
    } catch (error) {
      if (error instanceof Damaged) return { events: [], areAll: false };
      throw error;
    }
  }

  /** Passes on what is about to be replaced or deleted. */
  async before(accountId: string): Promise<void> {
    if (this.#isFollowed(accountId)) await this.look(accountId);
  }
}
