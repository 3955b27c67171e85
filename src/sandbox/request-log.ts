import type { Seen } from "../../contract/control.ts";
import { format, type Moment } from "../domain/time.ts";
import { withoutSecrets } from "./log.ts";

const most = 1000;

/** A request as it was answered; what it looks like to a reader is worked out when there is one. */
export interface Answered extends Omit<Seen, "at"> {
  at: Moment;
}

export const seenOf = (answered: Answered): Seen => ({
  ...answered,
  at: format(answered.at),
  path: withoutSecrets(answered.path),
  violations: answered.violations.map(withoutSecrets),
});

/** The last requests of one account, oldest overwritten first. */
interface Ring {
  entries: { order: number; answered: Answered }[];
  next: number;
}

/** The last requests of each account, oldest first; those that named no account are kept together. */
export class Requests {
  readonly #rings = new Map<string | null, Ring>();
  #order = 0;

  add(answered: Answered): void {
    const ring = this.#rings.get(answered.accountId) ?? { entries: [], next: 0 };
    if (ring.entries.length === 0) this.#rings.set(answered.accountId, ring);
    ring.entries[ring.next] = { order: this.#order++, answered };
    ring.next = (ring.next + 1) % most;
  }
  list(accountId?: string): Seen[] {
    const rings = accountId === undefined ? [...this.#rings.values()] : [this.#rings.get(accountId)];
    return rings
      .flatMap((ring) => ring?.entries ?? [])
      .sort((a, b) => a.order - b.order)
      .map(({ answered }) => seenOf(answered));
  }
  clear(accountId?: string): void {
    if (accountId === undefined) this.#rings.clear();
    else this.#rings.delete(accountId);
  }
}
