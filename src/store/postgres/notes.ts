import { randomUUID } from "node:crypto";
import type { Notes } from "../store.ts";
import { Turns } from "../turns.ts";
import { reading, writing } from "./asking.ts";
import type { Database } from "./connection.ts";
import { Lost } from "./log.ts";

interface Kept {
  version: string;
  /** By name. */
  texts: Map<string, string>;
}

/** Texts in a table, compared and replaced by their versions. Those of an account are read with its log. */
export class DatabaseNotes implements Notes {
  readonly #database: Database;
  readonly #accounts = new Map<string, Kept>();
  #general = new Map<string, string>();
  /** One read at a time: what an older one has found must not take the place of what a newer one has. */
  readonly #turns = new Turns();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the notes of an account, and those of all accounts, if their versions are not the known ones. */
  readonly refresh = (account: string, version: string): Promise<void> | undefined =>
    (this.#accounts.get(account)?.version ?? "") === version
      ? undefined
      : this.#turns.run(() => this.#read(account, version));

  async #read(account: string, version: string): Promise<void> {
    const { rows } = await this.#query("select account, name, body from tiers_notes where account in ('', $1)", [
      account,
    ]);
    const textsOf = (owner: string) =>
      new Map(rows.filter((row) => row.account === owner).map(({ name, body }) => [name, body] as const));
    this.#general = textsOf("");
    // Memory is needed for the accounts that have notes.
    if (version === "") this.#accounts.delete(account);
    else this.#accounts.set(account, { version, texts: textsOf(account) });
  }

  get(account: string, name: string): string | undefined {
    return account === "" ? this.#general.get(name) : this.#accounts.get(account)?.texts.get(name);
  }

  async change(account: string, name: string, changed: (text: string | undefined) => string | undefined) {
    const tried = new Set<string>();
    return writing(account, async () => {
      for (;;) {
        const [found] = (await this.#find(account, name)) as { version: string; body: string }[];
        if (found && tried.has(found.version)) return this.#known(account, name, found.body);
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
    const key = [account, name];
    const { rowCount } =
      text === undefined
        ? await this.#database.query("delete from tiers_notes where account = $1 and name = $2 and version = $3", [
            ...key,
            former,
          ])
        : former === undefined
          ? await this.#database.query(
              "insert into tiers_notes (account, name, version, body) values ($1, $2, $3, $4) on conflict do nothing",
              [...key, version, text],
            )
          : await this.#database.query(
              "update tiers_notes set version = $3, body = $4 where account = $1 and name = $2 and version = $5",
              [...key, version, text, former],
            );
    return rowCount === 1;
  }
  /** Later reads of this server know it, even before the account is read again. */
  #known(account: string, name: string, text: string | undefined): Promise<string | undefined> {
    return this.#turns.run(async () => {
      const texts = account === "" ? this.#general : this.#textsOf(account);
      if (text === undefined) texts.delete(name);
      else texts.set(name, text);
      return text;
    });
  }
  #textsOf(account: string): Map<string, string> {
    const kept = this.#accounts.get(account) ?? { version: "?", texts: new Map<string, string>() };
    this.#accounts.set(account, kept);
    return kept.texts;
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
