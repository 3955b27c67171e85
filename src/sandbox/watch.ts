import type { EventRow } from "../domain/rows.ts";
import type { Mark, SharedStorage } from "../store/store.ts";

/** The accounts that a follower wants: one, or undefined for all. */
type Scope = string | undefined;

/** Finds the events that other servers add to accounts, for the followers of this server's stream. */
export class Watch {
  readonly #storage: SharedStorage;
  readonly #pass: (accountId: string, events: readonly EventRow[]) => void;
  /** As of the last look, however long ago that was: a server may have been paused since. */
  readonly #known = new Map<string, Mark>();
  readonly #followers = new Map<Scope, number>();
  /** Those that were looked at since they have followers: an account that appears there is new. */
  readonly #looked = new Set<Scope>();

  constructor(storage: SharedStorage, pass: (accountId: string, events: readonly EventRow[]) => void) {
    this.#storage = storage;
    this.#pass = pass;
  }

  /** Takes what happens after the next look for news. Returns a function that ends it. */
  follow(scope: Scope): () => void {
    this.#followers.set(scope, (this.#followers.get(scope) ?? 0) + 1);
    return () => {
      const left = (this.#followers.get(scope) ?? 0) - 1;
      if (left > 0) return void this.#followers.set(scope, left);
      this.#followers.delete(scope);
      this.#looked.delete(scope);
      for (const accountId of this.#known.keys()) if (!this.#isFollowed(accountId)) this.#known.delete(accountId);
    };
  }
  #isFollowed(accountId: string): boolean {
    return this.#followers.has(undefined) || this.#followers.has(accountId);
  }

  /** Passes on the news of an account, or of all; worlds that are open, and that of one account, tell by themselves. */
  async look(scope: Scope, catchUp: (accountId: string) => Promise<void>): Promise<void> {
    const marks = await this.#storage.marks(scope);
    for (const mark of marks) {
      const { accountId, life, head } = mark;
      const former = this.#replaced(mark);
      const open = this.#storage.markOf(accountId);
      // An open world of another life is that of an account that was deleted since.
      if (open?.life !== life && former.head < head)
        this.#pass(accountId, await this.#storage.eventsBetween(former, mark));
      if (open || scope !== undefined) await catchUp(accountId);
    }
    if (this.#followers.has(scope)) this.#looked.add(scope);
    if (scope !== undefined) return;
    const accounts = new Set(marks.map((mark) => mark.accountId));
    for (const known of this.#known.keys()) if (!accounts.has(known)) this.#known.delete(known);
  }
  /** Notes where an account is, and returns up to where its events were passed on. */
  #replaced(mark: Mark): Mark {
    const { accountId, life } = mark;
    const known = this.#known.get(accountId);
    if (this.#isFollowed(accountId)) this.#known.set(accountId, mark);
    if (known?.life === life) return known;
    return this.#looked.has(undefined) || this.#looked.has(accountId) ? { ...mark, head: 0 } : mark;
  }

  /** Passes on what happened between the last look and the opening of a world, from which on it tells by itself. */
  async opened(accountId: string): Promise<void> {
    const mark = this.#storage.markOf(accountId);
    if (!mark) return;
    const former = this.#replaced(mark);
    if (former.head < mark.head) this.#pass(accountId, await this.#storage.eventsBetween(former, mark));
  }
}
