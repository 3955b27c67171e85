/** Runs asynchronous work one piece at a time, in the order in which it was asked for. */
export class Turns {
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

/** The same for each key: work for different keys runs side by side. */
export class KeyedTurns {
  #turns = new Map<string, Turns>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turns = this.#turns.get(key) ?? new Turns();
    this.#turns.set(key, turns);
    const result = turns.run(work);
    const done = () => {
      // The turn's own end comes first, so an idle queue is one that nothing waits in.
      if (turns.idle && this.#turns.get(key) === turns) this.#turns.delete(key);
    };
    result.then(done, done);
    return result;
  }

  /** Resolves when all that was asked for so far is done. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#turns.values()].map((turns) => turns.run(async () => {})));
  }
}
