import type { Seen } from "../../contract/control.ts";
import { format, type Moment } from "../domain/time.ts";
import { withoutSecrets } from "./log.ts";

/** Of one account, and of all accounts together. */
const mostRequests = 1000;
const mostAccounts = 10_000;
const mostViolations = 20;

/** A request that was served; it is formatted and stripped of secrets when it is read. */
export interface Served extends Omit<Seen, "at"> {
  at: Moment;
}

export const seenOf = (served: Served): Seen => ({
  ...served,
  at: format(served.at),
  path: withoutSecrets(served.path),
  violations: served.violations.slice(0, mostViolations).map(withoutSecrets),
});

/** The last requests of each account and of all together, oldest first; requests without an account are one more. */
export class Requests {
  readonly #accounts = new Map<string | null, Served[]>();
  #latest: Served[] = [];

  add(served: Served): void {
    const ofAccount = this.#accounts.get(served.accountId) ?? [];
    this.#accounts.set(served.accountId, ofAccount);
    // Refused requests may name any number of accounts.
    if (this.#accounts.size > mostAccounts) this.#accounts.delete(this.#accounts.keys().next().value ?? null);
    for (const list of [ofAccount, this.#latest]) {
      list.push(served);
      if (list.length > mostRequests) list.shift();
    }
  }
  list(accountId?: string): Seen[] {
    const list = accountId === undefined ? this.#latest : (this.#accounts.get(accountId) ?? []);
    return list.map(seenOf);
  }
  clear(accountId?: string): void {
    if (accountId === undefined) this.#accounts.clear();
    else this.#accounts.delete(accountId);
    this.#latest = accountId === undefined ? [] : this.#latest.filter((served) => served.accountId !== accountId);
  }
}
