import type { Seen } from "../../contract/control.ts";
import { withoutSecrets } from "./log.ts";

const most = 1000;

interface Entry {
  order: number;
  seen: Seen;
}

/** The last requests of each account, oldest first; those that named no account are kept together. */
export class Requests {
  readonly #entries = new Map<string | null, Entry[]>();
  readonly #listeners = new Set<(seen: Seen) => void>();
  #order = 0;

  add(asCame: Seen): void {
    const path = asCame.path.includes("?") || asCame.path.includes("eyJ") ? withoutSecrets(asCame.path) : asCame.path;
    const seen = { ...asCame, path, violations: asCame.violations.map(withoutSecrets) };
    const entries = this.#entries.get(seen.accountId) ?? [];
    entries.push({ order: this.#order++, seen });
    // Dropping a batch now and then is cheaper than moving the whole list each time.
    this.#entries.set(seen.accountId, entries.length > most * 2 ? entries.slice(-most) : entries);
    for (const listener of this.#listeners) listener(seen);
  }
  list(accountId?: string): Seen[] {
    const lists = accountId === undefined ? [...this.#entries.values()] : [this.#entries.get(accountId) ?? []];
    return lists
      .flatMap((entries) => entries.slice(-most))
      .sort((a, b) => a.order - b.order)
      .map(({ seen }) => seen);
  }
  clear(accountId?: string): void {
    if (accountId === undefined) this.#entries.clear();
    else this.#entries.delete(accountId);
  }
  listen(listener: (seen: Seen) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
