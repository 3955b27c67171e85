import { randomUUID } from "node:crypto";
import { Turns } from "../../store/serial-queue.ts";
import type { Notes } from "../../store/store.ts";
import { Lost } from "./change-log.ts";
import type { Database } from "./connection.ts";
import { reading, writing } from "./errors.ts";

const notedQuery = "update tiers_worlds set noted = $2 where account = $1";
/** The row of the account is locked before its notes, as a deletion does. */
const noted = "with world as (update tiers_worlds set noted = $3 where account = $1 returning 1)";
const worlds = "(select count(*)::int from world)";
const insertQuery = `${noted} insert into tiers_notes (account, name, version, body)
select $1, $2, $3, $4 where ${worlds} >= 0 on conflict do nothing returning ${worlds} as worlds`;
const updateQuery = `${noted} update tiers_notes set version = $3, body = $5
where ${worlds} >= 0 and account = $1 and name = $2 and version = $4 returning ${worlds} as worlds`;
const deleteQuery = `${noted} delete from tiers_notes
where ${worlds} >= 0 and account = $1 and name = $2 and version = $4 returning ${worlds} as worlds`;

/** By name. */
type Texts = Map<string, string>;

/**
 * Texts in a table, compared and replaced by their versions. A change is noted with the log of the account, so that
 * servers read its notes again.
 */
export class DatabaseNotes implements Notes {
  readonly #database: Database;
  /** Of the accounts that have notes. */
  readonly #accounts = new Map<string, Texts>();
  #general: Texts = new Map();
  /** One read at a time: what an older one has found must not take the place of what a newer one has. */
  readonly #turns = new Turns();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the notes of an account, and those of all accounts. */
  readonly refresh = (account: string): Promise<void> => this.#turns.run(() => this.#read(account));

  async #read(account: string): Promise<void> {
    const query = "select account, name, body from tiers_notes where account in ('', $1)";
    const { rows } = await this.#query(query, [account]);
    const textsOf = (owner: string): Texts =>
      new Map(rows.filter((row) => row.account === owner).map(({ name, body }) => [name, body] as const));
    this.#general = textsOf("");
    this.#keep(account, textsOf(account));
  }
  #keep(account: string, texts: Texts): void {
    if (texts.size > 0) this.#accounts.set(account, texts);
    else this.#accounts.delete(account);
  }

  get(account: string, name: string): string | undefined {
    return account === "" ? this.#general.get(name) : this.#accounts.get(account)?.get(name);
  }

  async change(account: string, name: string, changed: (text: string | undefined) => string | undefined) {
    const tried = new Set<string>();
    return writing(account, async () => {
      for (;;) {
        const [found] = (await this.#find(account, name)) as { version: string; body: string }[];
        if (found && tried.has(found.version)) {
          await this.#query(notedQuery, [account, found.version]);
          return this.#known(account, name, found.body);
        }
        const text = changed(found?.body);
        if (text === found?.body) return this.#known(account, name, text);
        const version = randomUUID();
        tried.add(version);
        try {
          if (await this.#replace(account, name, found?.version, version, text))
            return this.#known(account, name, text);
        } catch (error) {
          // The next turn sees whether it happened.
          if (!(error instanceof Lost)) throw error;
        }
      }
    });
  }
  #find = async (account: string, name: string) =>
    (await this.#query("select version, body from tiers_notes where account = $1 and name = $2", [account, name])).rows;

  async #replace(account: string, name: string, former: string | undefined, version: string, text?: string) {
    const [query, values] =
      text === undefined
        ? [deleteQuery, [former]]
        : former === undefined
          ? [insertQuery, [text]]
          : [updateQuery, [former, text]];
    const { rows } = await this.#database.query(query, [account, name, version, ...values]);
    // A server that was just creating the account may have read its notes before this one was there.
    if (rows[0]?.worlds === 0) await this.#query(notedQuery, [account, version]);
    return rows.length === 1;
  }
  /** Later reads of this server know it, even before the account is read again. */
  #known(account: string, name: string, text: string | undefined): Promise<string | undefined> {
    return this.#turns.run(async () => {
      const texts = account === "" ? this.#general : (this.#accounts.get(account) ?? new Map<string, string>());
      if (text === undefined) texts.delete(name);
      else texts.set(name, text);
      if (account !== "") this.#keep(account, texts);
      return text;
    });
  }

  async list(name: string): Promise<{ accountId: string; text: string }[]> {
    const { rows } = await reading("", () =>
      this.#query("select account, body from tiers_notes where name = $1 order by account", [name]),
    );
    return rows.map(({ account, body }) => ({ accountId: account, text: body }));
  }

  #query(text: string, values: readonly unknown[]) {
    return this.#database.again(() => this.#database.query(text, values));
  }
}
