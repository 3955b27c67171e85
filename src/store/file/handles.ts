interface Log {
  close(): Promise<void>;
}

/** Keeps open the logs that were written to last, and closes all others: a server may have thousands of accounts. */
export class Handles {
  readonly #most: number;
  /** Least recently used first. */
  readonly #open = new Set<Log>();

  constructor(most: number) {
    this.#most = most;
  }

  used(log: Log): void {
    this.#open.delete(log);
    this.#open.add(log);
    const [oldest] = this.#open;
    if (this.#open.size <= this.#most || oldest === undefined) return;
    this.#open.delete(oldest);
    // All its writes are durable already, so a failure to close loses nothing.
    oldest.close().catch(() => {});
  }
  closed(log: Log): void {
    this.#open.delete(log);
  }
}
