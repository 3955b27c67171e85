import { setTimeout as wait } from "node:timers/promises";
import type { Pool, PoolConfig, QueryConfig, QueryResult } from "pg";
import { ReadFailed, WriteFailed } from "../../store/failures.ts";
import { databaseFormat, schemaSql, tableNames, tables } from "./schema.ts";

/** In milliseconds. */
export interface Timeouts {
  connect: number;
  query: number;
  /** How long a read is repeated while the database is not reached. */
  again: number;
}
const usualTimeouts: Timeouts = { connect: 3_000, query: 15_000, again: 5_000 };

/** Of one server. */
const mostConnections = 12;

export interface Connection {
  query(text: string, values?: readonly unknown[]): Promise<QueryResult>;
}

/**
 * A pool of connections to one database. A statement that fails is a WriteFailed, which is uncertain where the database
 * was not reached or did not answer; a read that fails is a ReadFailed.
 */
export class Database implements Connection {
  readonly name: string;
  readonly #pool: Pool;
  readonly #timeouts: Timeouts;

  private constructor(pool: Pool, name: string, timeouts: Timeouts) {
    this.#pool = pool;
    this.name = name;
    this.#timeouts = timeouts;
    // A connection that breaks while it is idle is replaced when the next one is needed.
    pool.on("error", () => {});
    // One that breaks in a transaction fails its statements; the error would end the process otherwise.
    pool.on("connect", (client) => client.on("error", () => {}));
  }

  /** Connects, and makes the tables where there are none. */
  static async open(address: string, timeouts = usualTimeouts): Promise<Database> {
    const name = nameIn(address);
    const { Pool } = await driver();
    const config: PoolConfig = {
      connectionString: address,
      application_name: "tiers-sandbox",
      max: mostConnections,
      connectionTimeoutMillis: timeouts.connect,
      query_timeout: timeouts.query,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
    };
    const database = new Database(new Pool(config), name, timeouts);
    try {
      await database.again(() => makeTables(database));
      await database.again(() => refuseUngranted(database));
      return database;
    } catch (error) {
      await database.close();
      throw error instanceof WriteFailed ? unusable(error) : unreadable(error as NodeJS.ErrnoException);
    }
  }

  /** Rejects with a sentence where the worlds cannot be read. */
  async probe(): Promise<void> {
    const isThere = await hasTables(this).catch((error: Error & { code?: string }) => {
      throw error instanceof WriteFailed ? new Error(`The database does not answer (${error.code}).`) : error;
    });
    if (!isThere) throw new Error("The database has lost the tables of the sandbox: start the server again.");
  }

  query(text: string, values: readonly unknown[] = []): Promise<QueryResult> {
    return this.#pool.query(this.#timed(text, values)).catch(this.#failed);
  }
  /** A query that changes nothing, repeated while the database is not reached. */
  read(text: string, values: readonly unknown[] = []): Promise<QueryResult> {
    return this.again(() => this.query(text, values)).catch((error: WriteFailed) => {
      throw new ReadFailed(this.name, error.cause, "database");
    });
  }

  /** A change of many years is long: a slow disk takes a second for each megabyte. */
  #timed(text: string, values: readonly unknown[]): QueryConfig {
    const lengths = values.map((value) => (typeof value === "string" || Buffer.isBuffer(value) ? value.length : 0));
    const length = lengths.reduce((sum, each) => sum + each, 0);
    return { text, values: values as unknown[], query_timeout: this.#timeouts.query + length / 1_000 } as QueryConfig;
  }

  /** Runs work in a transaction: an uncertain failure of its end means that it may have happened. */
  async transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch(this.#failed);
    let broken: Error | undefined;
    try {
      const query: Connection["query"] = (text, values = []) =>
        client.query(this.#timed(text, values)).catch((error) => {
          broken = error;
          return this.#failed(error);
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
    const end = performance.now() + this.#timeouts.again;
    for (let pause = 20; ; pause = Math.min(2 * pause, 500)) {
      try {
        return await call();
      } catch (error) {
        if (!isUncertain(error) || performance.now() + pause > end) throw error;
        await wait(pause);
      }
    }
  }

  readonly #failed = (error: Error & { code?: string; severity?: string }): never => {
    error.code ??= "NO_ANSWER";
    const isAnswered = error.severity !== undefined && state.test(error.code) && !uncertain.test(error.code);
    throw new WriteFailed(this.name, error, isAnswered ? "database" : "uncertain");
  };

  async close(): Promise<void> {
    await this.#pool.end().catch(() => {});
  }
}

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

const expected =
  "expected postgres://user:password@host:port/database, where / # ? @ % and spaces in a password are written by " +
  "their codes (%2F %23 %3F %40 %25 %20)";

/** The driver reads the address at the first statement. What it throws may hold the address, and so its password. */
function unreadable(error: NodeJS.ErrnoException): Error {
  if (error.code === "ENOENT") return new Error(`The address of the database cannot be used: ${error.message}.`);
  if (error.code === "ERR_INVALID_URL") return new Error(`The address of the database cannot be read: ${expected}.`);
  return error;
}

/** The part of an address that may be shown. */
function nameIn(address: string): string {
  if (!/^postgres(?:ql)?:\/\//.test(address))
    throw new Error(`The address of the database cannot be read: ${expected}.`);
  // The driver takes what it can read of other addresses, and throws what holds the password.
  const { port, pathname = "", hash = "#", searchParams } = URL.canParse(address) ? new URL(address) : {};
  const isPort = [port || "1", searchParams?.get("port") ?? "1"].every((text) => +text > 0 && +text < 65_536);
  if (hash !== "" || !isPort || /\s/.test(address) || /^\/[^/]*@/.test(pathname))
    throw new Error(`The address of the database cannot be read: ${expected}.`);
  const [, name = ""] = /^postgres(?:ql)?:\/\/[^/?#]*\/([^?#]*)/.exec(address) ?? [];
  return name === "" ? "PostgreSQL" : `PostgreSQL, database ${name}`;
}

const state = /^[\dA-Z]{5}$/;
/** Of SQLSTATE: the connection or the server went away, and a commit may or may not have happened before. */
const uncertain = /^(?:08|57P0|40003)/;

/** Whether the database has not said if a statement happened. */
export const isUncertain = (error: unknown) => error instanceof WriteFailed && error.where === "uncertain";

/** Of SQLSTATE: the user may not create tables, or there is no schema to create them in. */
const mayNotCreate = ["42501", "3F000"];

function unusable({ code, cause }: WriteFailed): Error {
  if (!mayNotCreate.includes(code))
    return new Error(`The database cannot be used (${code}): ${(cause as Error).message}`);
  return new Error(
    "The user of the database may not create tables. Have its owner run this SQL once, which " +
      `tiers-sandbox database --sql prints, and grant the user its tables:\n\n${schemaSql}`,
  );
}

/** Any number that other programs on the same database do not use. */
const lock = 7_435_020_116;

async function makeTables(database: Database): Promise<void> {
  if (await hasTables(database)) return;
  await database.transaction(async (connection) => {
    await connection.query("select pg_advisory_xact_lock($1)", [lock]);
    if (!(await hasTables(connection))) await connection.query(tables);
  });
}

/** In the transaction, `to_regclass` would not see tables that were made while it waited for the lock. */
const tablesQuery = `select relname as name from pg_class
where relname in ('tiers_format', 'tiers_version') and relkind = 'r' and pg_table_is_visible(oid)`;

/** Throws for tables that this version does not read, and leaves them alone. */
async function hasTables(connection: Connection): Promise<boolean> {
  const names = (await connection.query(tablesQuery)).rows.map(({ name }) => name);
  if (names.includes("tiers_version"))
    throw new Error(
      "The database has tables of a tiers-sandbox before the first release, which this one does not read: name " +
        "another database, or export the worlds with the version that wrote them and import them here.",
    );
  if (!names.includes("tiers_format")) return false;
  const [{ format }] = (await connection.query("select format from tiers_format")).rows;
  if (format !== databaseFormat)
    throw new Error(
      `The database has tables of the form ${format}, and this version reads ${databaseFormat}: start the version ` +
        "that made them, or name another database.",
    );
  return true;
}

const ungrantedQuery = `select relname as name, quote_ident(current_user) as user_name from pg_class
where relname = any($1) and relkind in ('r', 'p')
  and relnamespace = (select relnamespace from pg_class where oid = to_regclass('tiers_format'))
  and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
    and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
order by relname`;

/** The user may lack a grant on tables that their owner made. */
async function refuseUngranted(database: Database): Promise<void> {
  const { rows } = await database.query(ungrantedQuery, [tableNames]);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(", ");
  throw new Error(
    "The user of the database may not use all of its tables. Have their owner run this SQL once:\n\n" +
      `grant select, insert, update, delete on ${names} to ${rows[0].user_name};\n`,
  );
}
