import { randomUUID } from "node:crypto";
import type { EventRow } from "../domain/rows.ts";
import type { World } from "../world/world.ts";
import type { LoggedRequest } from "./requests/request-log.ts";

/** A message of the stream. */
export type Message =
  | LoggedRequest
  | { kind: "event"; accountId: string; event: EventRow }
  | { kind: "progress"; accountId: string; percent: number }
  /** Events of the account may be missing. */
  | { kind: "missed"; accountId: string };

/** The messages that are remembered for subscribers that are slow or come back. */
const mostRemembered = 10_000;

/** Where a subscriber that comes back continues, and the message that it gets first. */
export interface Resumption {
  /** The number of the last message that it has; undefined for all up to now. */
  after?: number;
  missed?: string;
}

interface Subscriber {
  /** There is a new message. */
  wake(): void;
  /** A message is no longer remembered. */
  dropped(message: Message, number: number): void;
}

/** The messages of one run of the server, numbered from 1 across all accounts. */
export class Stream {
  /** Tells the numbers of this run from those of another. */
  readonly run = randomUUID().slice(0, 8);
  #last = 0;
  /** The message `n` is at the place `n % mostRemembered`. */
  readonly #recent: Message[] = [];
  readonly #subscribers = new Set<Subscriber>();

  get last(): number {
    return this.#last;
  }
  /** The first number that is still remembered. */
  get first(): number {
    return Math.max(1, this.#last - mostRemembered + 1);
  }
  at(number: number): Message {
    return this.#recent[number % mostRemembered] as Message;
  }

  add(message: Message): void {
    this.#last += 1;
    const place = this.#last % mostRemembered;
    const former = this.#recent[place];
    this.#recent[place] = message;
    for (const subscriber of this.#subscribers) {
      if (former) subscriber.dropped(former, this.#last - mostRemembered);
      subscriber.wake();
    }
  }
  addEvents(accountId: string, events: readonly EventRow[]): void {
    for (const event of events) this.add({ kind: "event", accountId, event });
  }
  /** Where a subscriber continues that has an id of another run. */
  resumeUnknown(id: string): Resumption {
    const missed = `The server was started again since ${id}: what happened before is not known.`;
    return { after: this.first - 1, missed };
  }

  /** Returns a function that ends the subscription. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }
  get hasSubscribers(): boolean {
    return this.#subscribers.size > 0;
  }

  /** Adds the events that requests leave in a world. */
  listenTo(world: World): void {
    world.listen((events) => this.addEvents(world.accountId, events));
  }
  /** Adds what this process does not bring about itself, of one account or of all; undefined where there is nothing. */
  poll(_accountId?: string): Promise<void> | undefined {
    return undefined;
  }

  /** Reports how far long work on an account has come, each percent once. */
  progressOf(accountId: string): (share: number) => void {
    let last = -1;
    return (share) => {
      const percent = Math.floor(100 * share);
      if (percent !== last && this.hasSubscribers) this.add({ kind: "progress", accountId, percent });
      last = percent;
    };
  }
  /** The same for work that has an end: its last report is 100, whether it succeeds or fails. */
  async during<T>(accountId: string, work: (progress: (share: number) => void) => Promise<T>): Promise<T> {
    const report = this.progressOf(accountId);
    let isReported = false;
    try {
      return await work((share) => {
        isReported = true;
        report(share);
      });
    } finally {
      if (isReported) report(1);
    }
  }
}
