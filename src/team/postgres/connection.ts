import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Pool, PoolConfig, QueryConfig, QueryResult } from "pg";
import { Lost, Refused } from "./change-log.ts";
import { schemaSince, versions, versionTable } from "./schema.ts";

/** In milliseconds. */
export interface Patience {
  connect: number;
  query: number;
  /** How long a call that may be made twice is made again while the database is not reached. */
  again: number;
}
const usualPatience: Patience = { connect: 3_000, query: 15_000, again: 5_000 };

/** Of one server. */
const mostConnections = 12;

export interface Connection {
  query(text: string, values?: readonly unknown[]): Promise<QueryResult>;
}

/** A pool of connections to one database, whose errors say whether a statement may have happened. */
export class Database implements Connection {
  readonly name: string;
  readonly #pool: Pool;
  readonly #patience: Patience;
  /** A statement that is prepared under a name is planned once, unless a pooler gives each statement any connection. */
  #hasNames = true;

  private constructor(pool: Pool, name: string, patience: Patience) {
    this.#pool = pool;
    this.name = name;
    this.#patience = patience;
    // A connection that breaks while it is idle is replaced when the next one is needed.
    pool.on("error", () => {});
    // One that breaks in a transaction fails its statements; the error would end the process otherwise.
    pool.on("connect", (client) => client.on("error", () => {}));
  }

  /** Connects, and makes the tables that are missing. */
  static async open(address: string, patience = usualPatience): Promise<Database> {
    const { Pool } = await driver();
    const config: PoolConfig = {
      connectionString: address,
      application_name: "tiers-sandbox",
      max: mostConnections,
      connectionTimeoutMillis: patience.connect,
      query_timeout: patience.query,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
    };
    const database = new Database(poolOf(Pool, config), nameIn(address), patience);
    try {
      await database.again(() => migrate(database));
      await database.again(() => refuseUngranted(database));
      return database;
    } catch (error) {
      const reason = error instanceof Lost || error instanceof Refused ? await unusable(database, error) : error;
      await database.close();
      throw reason;
    }
  }

  async query(text: string, values: readonly unknown[] = []): Promise<QueryResult> {
    const query = this.#timed(text, values);
    if (!this.#hasNames || values.length === 0) return this.#pool.query(query).catch(failed);
    return this.#pool.query({ ...query, name: nameOf(text) }).catch((error) => {
      if (!isWithoutName(error)) return failed(error);
      this.#hasNames = false;
      return this.query(text, values);
    });
  }

  /** A change of many years is long: a slow disk takes a second for each megabyte. */
  #timed(text: string, values: readonly unknown[]): QueryConfig {
    const length = values.reduce<number>((sum, value) => sum + lengthOf(value), 0);
    const timed = { text, values: values as unknown[], query_timeout: this.#patience.query + length / 1_000 };
    return timed;
  }

  /** Runs work in a transaction: a Lost from its end means that it may have happened. */
  async transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch(failed);
    let broken: Error | undefined;
    try {
      const query: Connection["query"] = (text, values = []) =>
        client.query(this.#timed(text, values)).catch((error) => {
          broken = error;
          return failed(error);
        });
      await query("begin");
      const result = await work({ query });
      await query("commit");
      return result;
    } catch (error) {
      if (!broken) await client.query("rollback").catch((failure) => (broken = failure));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Makes a call that may be made twice, again and again while the database is not reached. */
  async again<T>(call: () => Promise<T>): Promise<T> {
    const end = performance.now() + this.#patience.again;
    for (let pause = 20; ; pause = Math.min(2 * pause, 500)) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof Lost) || performance.now() + pause > end) throw error;
        await wait(pause);
      }
    }
  }

  async close(): Promise<void> {
    await this.#pool.end().catch(() => {});
  }
}

const names = new Map<string, string>();
/** The same for the same text, so that a name never stands for another statement, whichever client has prepared it. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `tiers_${createHash("sha1").update(text).digest("hex")}`;
  names.set(text, name);
  return name;
}
/** Of SQLSTATE: the statement is not prepared on this connection, or by another client already. It did not run. */
const isWithoutName = ({ code }: { code?: string }) => code === "26000" || code === "42P05";

const lengthOf = (value: unknown) => (typeof value === "string" || Buffer.isBuffer(value) ? value.length : 0);

async function driver(): Promise<typeof import("pg")> {
  try {
    const pg = await import("pg");
    // A CommonJS package may have its names under `default` alone.
    return pg.Pool ? pg : (pg as unknown as { default: typeof pg }).default;
  } catch (error) {
    if (!/MODULE_NOT_FOUND$/.test((error as NodeJS.ErrnoException).code ?? "")) throw error;
    throw new Error("A PostgreSQL database needs the package pg beside tiers-sandbox: npm install pg");
  }
}

const expected = "expected postgres://user@host:port/database";

function poolOf(Constructor: typeof Pool, config: PoolConfig): Pool {
  try {
    return new Constructor(config);
  } catch (error) {
    // A file of certificates that is missing has a sentence of its own; the address is in neither.
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`The address of the database cannot be used: ${code === "ENOENT" ? message : expected}.`);
  }
}

/** The part of an address that may be shown. */
function nameIn(address: string): string {
  if (!/^postgres(?:ql)?:\/\//.test(address))
    throw new Error(`The address of the database cannot be read: ${expected}.`);
  const [, name = ""] = /^postgres(?:ql)?:\/\/[^/?#]*\/([^?#]*)/.exec(address) ?? [];
  return name === "" ? "PostgreSQL" : `PostgreSQL, database ${name}`;
}

/** Of SQLSTATE: the connection or the server went away, and a commit may or may not have happened before. */
const uncertain = /^(?:08|57P0|40003)/;
const isState = (code: unknown): code is string => typeof code === "string" && /^[\dA-Z]{5}$/.test(code);

function failed(error: Error & { code?: string; severity?: string }): never {
  if (error instanceof Lost || error instanceof Refused) throw error;
  const { code } = error;
  if (error.severity !== undefined && isState(code) && !uncertain.test(code)) throw new Refused(code, error);
  throw new Lost(code ?? "NO_ANSWER", error);
}

async function unusable(database: Database, { code, message }: Lost | Refused): Promise<Error> {
  if (code !== "42501" && code !== "3F000") return new Error(`The database cannot be used (${code}): ${message}`);
  // A user without a grant cannot read the version; the sentence about new tables tells of the grant.
  const version = (await versionOf(database).catch(() => undefined)) ?? 0;
  const sentence =
    version === 0
      ? "The user of the database may not create tables. Have its owner run this SQL once, which " +
        "tiers-sandbox database --sql prints, and grant the user its tables:"
      : `The tables of the database are of version ${version}, and its user may not change them. ` +
        "Have their owner run this SQL once, and grant the user the tables that it makes:";
  return new Error(`${sentence}\n\n${schemaSince(version)}`);
}

/** Any number that other programs on the same database do not use. */
const lock = 7_435_020_116;

async function migrate(database: Database): Promise<void> {
  if ((await versionOf(database)) === versions.length) return;
  await database.transaction(async (connection) => {
    await connection.query("select pg_advisory_xact_lock($1)", [lock]);
    await connection.query(versionTable);
    const version = (await versionOf(connection)) ?? 0;
    for (const statements of versions.slice(version)) await connection.query(statements);
    if (version === 0) await connection.query("insert into tiers_version (version) values ($1)", [versions.length]);
    else await connection.query("update tiers_version set version = $1", [versions.length]);
  });
}

const ungrantedQuery = `select relname as name, quote_ident(current_user) as user_name from pg_class
where relname = any($1) and relkind in ('r', 'p')
  and relnamespace = (select relnamespace from pg_class where oid = to_regclass('tiers_version'))
  and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
    and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
order by relname`;

/** A table that came with a later version may lack the grants of the others. */
async function refuseUngranted(database: Database): Promise<void> {
  const names = versions.join("\n").matchAll(/^create (?:unlogged )?table (\w+)/gm);
  const { rows } = await database.query(ungrantedQuery, [Array.from(names, ([, name]) => name)]);
  if (rows.length === 0) return;
  const tables = rows.map(({ name }) => name).join(", ");
  throw new Error(
    "The user of the database may not use all of its tables. Have their owner run this SQL once:\n\n" +
      `grant select, insert, update, delete on ${tables} to ${rows[0].user_name};\n`,
  );
}

/** Undefined where there are no tables; throws for tables of a newer program. */
async function versionOf(connection: Connection): Promise<number | undefined> {
  const { rows: found } = await connection.query("select to_regclass('tiers_version') is not null as there");
  if (!found[0].there) return undefined;
  const { rows } = await connection.query("select version from tiers_version");
  const version: number | undefined = rows[0]?.version;
  if (version !== undefined && version > versions.length)
    throw new Error(
      `A newer tiers-sandbox has made the tables of the database: version ${version}, not ${versions.length} or less.`,
    );
  return version;
}
