import { setImmediate as turn } from "node:timers/promises";

/**
 * One call for all callers of the same moment. A call that is under way may miss what happened since, so callers that
 * come later share the next one.
 */
export class Coalesced<T> {
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
    // In the first turn of the event loop the last call is answered, in the second the requests are read that wait.
    await turn();
    await turn();
    this.#next = undefined;
    const call = this.#call();
    this.#running = call.catch(() => {});
    return call;
  }
}
