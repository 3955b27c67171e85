import type { SeenLog } from "../store/store.ts";

/** Requests that a server sends at once. */
export const mostTogether = 50;

/**
 * Numbers are given before requests are visible, so that those of several servers appear out of order: the requests
 * that ten servers send at once.
 */
const disorder = 10 * mostTogether;
/** A database that crashed has forgotten all requests, and begins with 1 again. */
const looksUntilChecked = 20;

/** Finds the requests that were added to the log of all servers since the last look. */
export class RequestNews {
  readonly #seen: SeenLog;
  #isBegun = false;
  /** The requests up to this number are no news. */
  #floor = 0;
  #last = 0;
  #met: number[] = [];
  #quietLooks = 0;
  #isLooking = false;

  constructor(seen: SeenLog) {
    this.#seen = seen;
  }

  /** Their texts. Empty while another look is under way, whose caller passes them on. */
  async look(): Promise<string[]> {
    if (this.#isLooking) return [];
    this.#isLooking = true;
    try {
      if (this.#isBegun) return await this.#read();
      await this.#begin(Number.POSITIVE_INFINITY);
      this.#isBegun = true;
      return [];
    } finally {
      this.#isLooking = false;
    }
  }
  /** Requests until the next look are no news. */
  forget(): void {
    this.#isBegun = false;
  }
  async #begin(most: number): Promise<[]> {
    this.#floor = this.#last = Math.min(most, await this.#seen.last());
    this.#met = [];
    return [];
  }
  async #read(): Promise<string[]> {
    const found = await this.#seen.since(Math.max(this.#floor, this.#last - disorder), this.#met);
    if (found.length === 0) return ++this.#quietLooks % looksUntilChecked === 0 ? this.#begin(this.#last) : [];
    this.#last = Math.max(this.#last, ...found.map(({ number }) => number));
    this.#met = [...this.#met, ...found.map(({ number }) => number)].filter((n) => n > this.#last - disorder);
    return found.map(({ text }) => text);
  }
}
