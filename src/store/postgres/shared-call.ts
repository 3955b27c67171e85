/** One call for all that ask at the same moment. A call that has begun may miss what happened since. */
export class SharedCall {
  readonly #call: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(call: () => Promise<void>) {
    this.#call = call;
  }

  run(): Promise<void> {
    if (!this.#running) return this.#begin();
    const again = () => {
      this.#next = undefined;
      return this.#begin();
    };
    this.#next ??= this.#running.then(again, again);
    return this.#next;
  }
  #begin(): Promise<void> {
    const running = this.#call();
    this.#running = running;
    const done = () => {
      if (this.#running === running) this.#running = undefined;
    };
    running.then(done, done);
    return running;
  }
}
