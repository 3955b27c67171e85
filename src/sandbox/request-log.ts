import type { Seen } from "../../contract/control.ts";
import { format, type Moment } from "../domain/time.ts";
import { withoutSecrets } from "./log.ts";

const mostPerAccount = 1000;

/** A request that was served; it is formatted and stripped of secrets when it is read. */
export interface Served extends Omit<Seen, "at"> {
  at: Moment;
}

export const seenOf = (served: Served): Seen => ({
  ...served,
  at: format(served.at),
  path: withoutSecrets(served.path),
  violations: served.violations.map(withoutSecrets),
});

/** The last requests of each account, oldest first; requests without an account are kept together. */
export class Requests {
  readonly #accounts = new Map<string | null, { order: number; served: Served }[]>();
  #order = 0;

  add(served: Served): void {
    const entries = this.#accounts.get(served.accountId) ?? [];
    this.#accounts.set(served.accountId, entries);
    entries.push({ order: this.#order++, served });
    if (entries.length > mostPerAccount) entries.shift();
  }
  list(accountId?: string): Seen[] {
    const lists = accountId === undefined ? [...this.#accounts.values()] : [this.#accounts.get(accountId) ?? []];
    return lists
      .flat()
      .sort((a, b) => a.order - b.order)
      .map(({ served }) => seenOf(served));
  }
  clear(accountId?: string): void {
    if (accountId === undefined) this.#accounts.clear();
    else this.#accounts.delete(accountId);
  }
}
