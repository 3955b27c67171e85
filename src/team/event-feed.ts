import type { Change } from "../domain/change.ts";
import { type Resumption, Stream } from "../sandbox/stream.ts";
import { SerialQueue } from "../store/serial-queue.ts";
import type { AccountPosition, ChangeLog } from "./postgres/change-log.ts";
import type { TeamRequestLog } from "./requests.ts";

/** In milliseconds: a subscriber that comes back within this time misses nothing. */
const longestGap = 60_000;

/** The accounts of a poll: one, or undefined for all. */
type Scope = string | undefined;

/**
 * The stream of a server that shares its accounts: events and requests of all servers, as far as polls have found them.
 * Events come from the changes in the database, so that each comes once and in order, whichever server wrote it.
 */
export class TeamStream extends Stream {
  readonly #log: ChangeLog;
  readonly #requests: TeamRequestLog;
  /** Up to where the events of an account are in the stream. */
  readonly #cursors = new Map<string, AccountPosition>();
  /** When each scope was last polled, on the clock of the process. */
  readonly #polled = new Map<Scope, number>();
  readonly #queue = new SerialQueue();
  /** The poll of each scope that has not begun: one serves all that ask for it. */
  readonly #waiting = new Map<Scope, Promise<void>>();

  constructor(log: ChangeLog, requests: TeamRequestLog) {
    super();
    this.#log = log;
    this.#requests = requests;
  }

  override listenTo(): void {
    // Polls find the events of this server too.
  }
  /** Messages are numbered by the server that sends them. */
  override resumeUnknown(id: string): Resumption {
    return { missed: `This server does not know what happened since ${id}: read the journal and the request log.` };
  }
  override poll(accountId?: string): Promise<void> {
    const waiting = this.#waiting.get(accountId);
    if (waiting) return waiting;
    const poll = this.#queue.run(async () => {
      await Promise.resolve();
      this.#waiting.delete(accountId);
      await this.#poll(accountId);
    });
    this.#waiting.set(accountId, poll);
    return poll;
  }

  async #poll(scope: Scope): Promise<void> {
    const positions = await this.#log.positions(scope);
    const isCovered = this.#forgetOld(scope);
    for (const logged of await this.#requests.news()) this.add(logged);
    this.#forgetDeleted(scope, positions);
    if (!isCovered) this.add({ kind: "missed", accountId: scope ?? "" });
    for (const position of positions) {
      // An account that appears between two polls is new, and its first change is news.
      const cursor = this.#cursors.get(position.account);
      const isSame = cursor?.incarnation === position.incarnation;
      if (cursor && !isSame) this.#forget(position.account);
      const former = isSame ? cursor : { ...position, last: 0 };
      if (isCovered || this.#polled.has(position.account)) await this.#pass(former, position);
      else this.#cursors.set(position.account, position);
    }
    this.#polled.set(scope, performance.now());
  }
  /** Whether the scope was polled lately; cursors and requests of a longer gap are dropped. */
  #forgetOld(scope: Scope): boolean {
    const since = performance.now() - longestGap;
    for (const [other, at] of this.#polled) if (at < since) this.#polled.delete(other);
    if (this.#polled.size === 0) this.#requests.skipNews();
    if (!this.#polled.has(undefined))
      for (const account of this.#cursors.keys()) if (!this.#polled.has(account)) this.#cursors.delete(account);
    return this.#polled.has(undefined) || this.#polled.has(scope);
  }
  #forgetDeleted(scope: Scope, positions: readonly AccountPosition[]): void {
    const accounts = new Set(positions.map(({ account }) => account));
    for (const known of scope === undefined ? this.#cursors.keys() : [scope])
      if (!accounts.has(known)) this.#forget(known);
  }
  /** The last events of an account went with it, and may not have been read. */
  #forget(accountId: string): void {
    if (this.#cursors.delete(accountId)) this.add({ kind: "missed", accountId });
  }

  /** Adds the events of the changes between two positions of an account. */
  async #pass(from: AccountPosition, to: AccountPosition): Promise<void> {
    const { account, incarnation } = to;
    let at = from.last;
    while (at < to.last) {
      // Where the next read fails, the next poll continues from here.
      this.#cursors.set(account, { ...from, last: at });
      const tail = await this.#log.tail(account, at);
      if (tail?.incarnation !== incarnation) break;
      if (tail.oldestKept > at) this.add({ kind: "missed", accountId: account });
      for (const { seq, text, isDamaged } of tail.entries) {
        // The next request for the account says so.
        if (!isDamaged) this.addEvents(account, (JSON.parse(text) as Change).events);
        at = seq;
      }
      // The last change is a replacement of the world, which has no entry.
      if (tail.entries.length === 0) break;
    }
    this.#cursors.set(account, { ...to, last: Math.max(at, to.last) });
  }
}
