import { setImmediate as turn } from "node:timers/promises";

/**
 * One call for all that ask at the same moment. A call that has begun may miss what happened since, so it begins
 * when the requests that have come are read, and those that come later share the next one.
 */
export class SharedCall<T = void> {
  readonly #call: () => Promise<T>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | undefined;

  constructor(call: () => Promise<T>) {
    this.#call = call;
  }

  run(): Promise<T> {
    this.#next ??= this.#begin();
    return this.#next;
  }
  async #begin(): Promise<T> {
    await this.#running;
    // In the first turn the call before is answered, in the second the requests are read that have come meanwhile.
    await turn();
    await turn();
    this.#next = undefined;
    const call = this.#call();
    this.#running = call.catch(() => {});
    return call;
  }
}
