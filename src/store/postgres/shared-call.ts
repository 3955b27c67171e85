/** One call for all that ask at the same moment. A call that has begun may miss what happened since. */
export class SharedCall<T = void> {
  readonly #call: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(call: () => Promise<T>) {
    this.#call = call;
  }

  run(): Promise<T> {
    if (!this.#running) return this.#begin();
    const again = () => {
      this.#next = undefined;
      return this.#begin();
    };
    this.#next ??= this.#running.then(again, again);
    return this.#next;
  }
  #begin(): Promise<T> {
    const running = this.#call();
    this.#running = running;
    const done = () => {
      if (this.#running === running) this.#running = undefined;
    };
    running.then(done, done);
    return running;
  }
}
