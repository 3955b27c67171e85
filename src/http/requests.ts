import type { Seen } from "../../contract/control.ts";

const most = 1000;

/** The last requests, oldest first. */
export class Requests {
  #seen: Seen[] = [];
  readonly #listeners = new Set<(seen: Seen) => void>();

  add(seen: Seen): void {
    this.#seen.push(seen);
    // Dropping a batch now and then is cheaper than moving the whole list each time.
    if (this.#seen.length > most * 2) this.#seen = this.#seen.slice(-most);
    for (const listener of this.#listeners) listener(seen);
  }
  list(): Seen[] {
    return this.#seen.slice(-most);
  }
  clear(): void {
    this.#seen = [];
  }
  listen(listener: (seen: Seen) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
