import { randomUUID } from "node:crypto";
import type { EventRow } from "../domain/rows.ts";
import type { Entry } from "./requests/request-log.ts";

/** A message for the live stream. */
export type Happening =
  | Entry
  | { kind: "event"; accountId: string; event: EventRow }
  | { kind: "progress"; accountId: string; percent: number }
  | { kind: "missed"; accountId: string }
  /** No message: what other servers did before it was perhaps not heard. */
  | { kind: "silence"; accountId: "" };

/** So many are remembered for readers that are slow or come back. */
const mostRemembered = 10_000;

interface Follower {
  /** Something happened. */
  wake(): void;
  /** A happening is no longer remembered. */
  forgotten(happening: Happening, number: number): void;
}

/** What happens on one run of the server, numbered from 1 across all accounts. */
export class Happenings {
  /** Tells the numbers of this run from those of another. */
  readonly run = randomUUID().slice(0, 8);
  #last = 0;
  /** The happening `n` is at the place `n % mostRemembered`. */
  readonly #recent: Happening[] = [];
  readonly #followers = new Set<Follower>();

  get last(): number {
    return this.#last;
  }
  /** The first number that is still remembered. */
  get first(): number {
    return Math.max(1, this.#last - mostRemembered + 1);
  }
  get isFollowed(): boolean {
    return this.#followers.size > 0;
  }
  at(number: number): Happening {
    return this.#recent[number % mostRemembered] as Happening;
  }

  add(happening: Happening): void {
    this.#last += 1;
    const place = this.#last % mostRemembered;
    const former = this.#recent[place];
    this.#recent[place] = happening;
    for (const follower of this.#followers) {
      if (former) follower.forgotten(former, this.#last - mostRemembered);
      follower.wake();
    }
  }
  /** Tells followers how far long work on an account has come, each percent once. */
  progressOf(accountId: string): (share: number) => void {
    let last = -1;
    return (share) => {
      const percent = Math.floor(100 * share);
      if (percent !== last && this.isFollowed) this.add({ kind: "progress", accountId, percent });
      last = percent;
    };
  }
  /** The same for work that has an end: however it ends, the last that followers hear of it is 100. */
  async during<T>(accountId: string, work: (progress: (share: number) => void) => Promise<T>): Promise<T> {
    const tell = this.progressOf(accountId);
    let isTold = false;
    try {
      return await work((share) => {
        isTold = true;
        tell(share);
      });
    } finally {
      if (isTold) tell(1);
    }
  }
  /** Returns a function that stops it. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }
}
