import type { EventRow } from "../domain/rows.ts";
import type { Mark, SharedStorage } from "../store/store.ts";

/** In milliseconds: after a longer time without a look, what happened meanwhile is no news to anybody. */
const longest = 2_000;

interface Known extends Mark {
  lookedAt: number;
}

/** Finds the events that other servers add to accounts, for the followers of this server's stream. */
export class Watch {
  readonly #storage: SharedStorage;
  readonly #pass: (accountId: string, events: readonly EventRow[]) => void;
  readonly #known = new Map<string, Known>();
  #lookedAtAll = Number.NEGATIVE_INFINITY;

  constructor(storage: SharedStorage, pass: (accountId: string, events: readonly EventRow[]) => void) {
    this.#storage = storage;
    this.#pass = pass;
  }

  /** Passes on the news of an account, or of all; those of open worlds are learnt by `catchUp`. */
  async look(accountId: string | undefined, catchUp: (accountId: string) => Promise<void>): Promise<void> {
    const now = performance.now();
    const marks = await this.#storage.marks(accountId);
    for (const mark of marks) {
      const former = this.#formerOf(mark, now);
      this.#known.set(mark.accountId, { ...mark, lookedAt: now });
      if (this.#storage.markOf(mark.accountId)) await catchUp(mark.accountId);
      else if (former.head < mark.head) this.#pass(mark.accountId, await this.#storage.eventsBetween(former, mark));
    }
    if (accountId !== undefined) return;
    this.#lookedAtAll = now;
    const accounts = new Set(marks.map((mark) => mark.accountId));
    for (const known of this.#known.keys()) if (!accounts.has(known)) this.#known.delete(known);
  }
  #formerOf(mark: Mark, now: number): Mark {
    const known = this.#known.get(mark.accountId);
    if (known && now - known.lookedAt < longest && known.life === mark.life) return known;
    // An account that was made since the last look at all of them.
    return now - this.#lookedAtAll < longest && known?.life !== mark.life ? { ...mark, head: 0 } : mark;
  }

  /** Passes on what happened between the last look and the opening of a world, from which on it tells by itself. */
  async opened(accountId: string): Promise<void> {
    const mark = this.#storage.markOf(accountId);
    if (!mark) return;
    const former = this.#formerOf(mark, performance.now());
    this.#known.set(accountId, { ...mark, lookedAt: performance.now() });
    if (former.head < mark.head) this.#pass(accountId, await this.#storage.eventsBetween(former, mark));
  }
}
