/** A file that can be closed between uses. */
interface Closeable {
  closeLog(): Promise<void>;
}

/** Keeps the logs open that were written to last: opening a file for each change would double its cost. */
export class Handles {
  #most: number;
  /** Least recently used first. */
  #open = new Set<Closeable>();

  constructor(most: number) {
    this.#most = most;
  }

  used(user: Closeable): void {
    this.#open.delete(user);
    this.#open.add(user);
    const [oldest] = this.#open;
    if (this.#open.size <= this.#most || oldest === undefined) return;
    this.#open.delete(oldest);
    // All its writes are durable already, so a failure to close loses nothing.
    oldest.closeLog().catch(() => {});
  }

  gone(user: Closeable): void {
    this.#open.delete(user);
  }
}
