/** Runs asynchronous work one piece at a time, in the order of the calls. */
export class SerialQueue {
  #last: Promise<unknown> | undefined;

  /** Starts at once when nothing is running. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last === undefined ? work() : this.#last.then(work, work);
    this.#last = result;
    const done = () => {
      if (this.#last === result) this.#last = undefined;
    };
    result.then(done, done);
    return result;
  }

  get idle(): boolean {
    return this.#last === undefined;
  }
}

/** A queue for each key: work for different keys runs side by side. */
export class KeyedQueue {
  #queues = new Map<string, SerialQueue>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? new SerialQueue();
    this.#queues.set(key, queue);
    const result = queue.run(work);
    const done = () => {
      // The queue's own handler runs first, so an idle queue is empty.
      if (queue.idle && this.#queues.get(key) === queue) this.#queues.delete(key);
    };
    result.then(done, done);
    return result;
  }

  /** Resolves when all work that was queued before is done. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#queues.values()].map((queue) => queue.run(async () => {})));
  }
}
