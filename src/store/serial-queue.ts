/** Runs asynchronous work one piece at a time for each key, in the order of the calls; other keys run side by side. */
export class KeyedQueue {
  /** The last work of each key that is not done. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** Starts at once when nothing is running for the key. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const last = this.#last.get(key);
    const result = last === undefined ? work() : last.then(work, work);
    this.#last.set(key, result);
    const done = () => {
      if (this.#last.get(key) === result) this.#last.delete(key);
    };
    result.then(done, done);
    return result;
  }

  get idle(): boolean {
    return this.#last.size === 0;
  }
  /** Resolves when all work that was queued before is done. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#last.values());
  }
}

/** The same without keys. */
export class SerialQueue {
  readonly #queue = new KeyedQueue();

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run("", work);
  }
  get idle(): boolean {
    return this.#queue.idle;
  }
}
