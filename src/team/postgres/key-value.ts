import { randomUUID } from "node:crypto";
import { SerialQueue } from "../../store/serial-queue.ts";
import type { Database } from "./connection.ts";

const notedQuery = "update tiers_worlds set noted = $2 where account = $1";
/** The row of the account is locked before its values, as a deletion does. */
const noted = "with world as (update tiers_worlds set noted = $3 where account = $1 returning 1)";
const worlds = "(select count(*)::int from world)";
const insertQuery = `${noted} insert into tiers_values (account, name, version, body)
select $1, $2, $3, $4 where ${worlds} >= 0 on conflict do nothing returning ${worlds} as worlds`;
const updateQuery = `${noted} update tiers_values set version = $3, body = $5
where ${worlds} >= 0 and account = $1 and name = $2 and version = $4 returning ${worlds} as worlds`;
const deleteQuery = `${noted} delete from tiers_values
where ${worlds} >= 0 and account = $1 and name = $2 and version = $4 returning ${worlds} as worlds`;

type Changed = (text: string | undefined) => string | undefined;

/**
 * Small texts that all servers share, such as the injected faults, compared and replaced by their versions. The account
 * "" stands for all. A change is noted beside the changes of the account, so that servers read its values again.
 */
export class KeyValue {
  readonly #database: Database;
  /** By account and name, of the accounts that were refreshed and not forgotten since. */
  readonly #known = new Map([["", new Map<string, string>()]]);
  /** One read at a time: an older one must not replace what a newer one has found. */
  readonly #queue = new SerialQueue();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the values of an account, and those of all accounts. */
  refresh(account: string): Promise<void> {
    return this.#queue.run(async () => {
      const query = "select account, name, body from tiers_values where account in ('', $1)";
      const { rows } = await this.#database.read(query, [account]);
      for (const owner of ["", account]) this.#known.set(owner, new Map());
      for (const row of rows) this.#known.get(row.account)?.set(row.name, row.body);
    });
  }
  /** The values of an account that this server does not serve any more take no memory. */
  forget(account: string): Promise<unknown> {
    return this.#queue.run(async () => this.#known.delete(account));
  }
  /** As of the last refresh of the account; for all accounts, of the last one of any. */
  get(account: string, name: string): string | undefined {
    return this.#known.get(account)?.get(name);
  }

  /** Replaces a text, or removes it with undefined; `changed` runs again where another server was first. */
  async change(account: string, name: string, changed: Changed): Promise<void> {
    for (;;) {
      const query = "select version, body from tiers_values where account = $1 and name = $2";
      const [found] = (await this.#database.read(query, [account, name])).rows;
      const text = changed(found?.body);
      if (text === found?.body || (await this.#replace(account, name, found?.version, text))) {
        // Later reads of this server know it, even before the account is read again.
        return this.#queue.run(async () => {
          if (text === undefined) this.#known.get(account)?.delete(name);
          else this.#known.get(account)?.set(name, text);
        });
      }
    }
  }
  async #replace(account: string, name: string, former: string | undefined, text: string | undefined) {
    const version = randomUUID();
    const [query, values] =
      text === undefined
        ? [deleteQuery, [former]]
        : former === undefined
          ? [insertQuery, [text]]
          : [updateQuery, [former, text]];
    const { rows } = await this.#database.query(query, [account, name, version, ...values]);
    // A server that was just creating the account may have read its values before this one was there.
    if (rows[0]?.worlds === 0) await this.#database.query(notedQuery, [account, version]);
    return rows.length === 1;
  }

  /** Of all accounts, in the order of their ids. */
  async list(name: string): Promise<{ accountId: string; text: string }[]> {
    const query = `select account as "accountId", body as text from tiers_values where name = $1 order by account`;
    return (await this.#database.read(query, [name])).rows;
  }
}
