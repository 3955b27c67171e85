/** A user of a file who can close it between uses. */
interface Resting {
  rest(): Promise<void>;
}

/** Keeps open the files of the accounts that were written to last, and closes those of all others. */
export class Handles {
  #most: number;
  /** Least recently used first. */
  #open = new Set<Resting>();

  constructor(most: number) {
    this.#most = most;
  }

  used(user: Resting): void {
    this.#open.delete(user);
    this.#open.add(user);
    const [oldest] = this.#open;
    if (this.#open.size <= this.#most || oldest === undefined) return;
    this.#open.delete(oldest);
    // All its writes are durable already, so a failure to close loses nothing.
    oldest.rest().catch(() => {});
  }

  gone(user: Resting): void {
    this.#open.delete(user);
  }
}
