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
    this.#next ??= this.#begin(this.#running);
    return this.#next;
  }
  async #begin(running: Promise<unknown>): Promise<T> {
    await running;
    await turn();
    const call = this.#call();
    this.#running = call.catch(() => {});
    this.#next = undefined;
    return call;
  }
}
