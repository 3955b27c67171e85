import type { Moment } from "../../domain/time.ts";
import type { Database } from "./connection.ts";

/** A request on its way into the table. */
export interface SentRequest {
  account: string;
  world: string | null;
  at: Moment;
  request_id: string;
  /** As JSON. */
  text: string;
}

/** The number of a lock that other programs on the same database do not use. */
const insertLock = 7_435_020_118;
/** The lock makes servers insert one after another, so that numbers become visible in their order. */
const insertQuery = (log: string) => `insert into tiers_${log} (server, account, world, at, request_id, size, body)
select $1, line.account, line.world, line.at, line.request_id, octet_length(line.body), line.body
from (select pg_advisory_xact_lock(${insertLock}) offset 0) locked, rows from (
  json_to_recordset($2::json) as (account text, world text, at bigint, request_id text),
  unnest(string_to_array($3, E'\\n'))
) with ordinality as line (account, world, at, request_id, body, nth)
order by line.nth`;

/** Drops the oldest, and notes the worlds of the last ones of each account. */
const dropQuery = (log: string, which: string) => `with gone as (
  delete from tiers_${log} where id in (select id from tiers_${log} where ${which} for update skip locked)
  returning account, world, id
)
insert into tiers_dropped (log, account, world)
select distinct on (account) '${log}', account, world from gone order by account, id desc
on conflict (log, account) do update set world = excluded.world`;
const tooManyQuery = (log: string) =>
  dropQuery(
    log,
    `id in (
  select id from (
    select id, row_number() over (partition by account order by id desc) as place from tiers_${log}
  ) placed where place > $1
)`,
  );
const tooLargeQuery = (log: string) =>
  dropQuery(
    log,
    `id <= (
  select id from (select id, sum(size + 1000) over (order by id desc) as bytes from tiers_${log}) sizes
  where bytes > $1 order by id desc limit 1
)`,
  );

/** The requests that the stream reads at once. */
const mostNews = 1_000;
/** A server that has said nothing for this long is taken for gone. */
const gone = "said < clock_timestamp() - interval '5 s'";

/** The last requests of all servers, and what they counted: bounded, and empty after a crash of the database. */
export class RequestTable {
  readonly #database: Database;
  readonly #log: string;

  constructor(database: Database, log: "requests" | "searches" = "requests") {
    this.#database = database;
    this.#log = log;
  }

  async #change(query: string, ...values: readonly unknown[]): Promise<void> {
    await this.#database.query(query, values);
  }
  async #read(query: string, ...values: readonly unknown[]) {
    return (await this.#database.read(query, values)).rows;
  }

  async add(server: string, requests: readonly SentRequest[]): Promise<void> {
    if (requests.length === 0) return;
    const lines = requests.map(({ text: _, ...line }) => line);
    // JSON holds no line break.
    await this.#change(
      insertQuery(this.#log),
      server,
      JSON.stringify(lines),
      requests.map(({ text }) => text).join("\n"),
    );
  }
  /** Notes up to when the requests of a server are there. */
  complete(server: string, until: Moment): Promise<void> {
    const query = `insert into tiers_servers (server, sent_until, said) values ($1, $2, clock_timestamp())
      on conflict (server) do update set sent_until = $2, said = clock_timestamp()`;
    return this.#change(query, server, until);
  }
  /** The moment up to which the requests of all other servers are there; null where there is none. */
  async completeUntil(server: string): Promise<Moment | null> {
    const query = `select min(sent_until)::float8 as until from tiers_servers where server <> $1 and not (${gone})`;
    return (await this.#read(query, server))[0].until;
  }
  leave(server: string): Promise<void> {
    return this.#change(`delete from tiers_servers where server = $1 or ${gone}`, server);
  }

  /** The texts of the newest `most` of an account, or of each, oldest first. */
  async list(most: number, accountId?: string): Promise<string[]> {
    const query = `select body from (
        select body, at, id, row_number() over (partition by account order by id desc) as place
        from tiers_${this.#log} where $2::text is null or account = $2
      ) placed where place <= $1 order by at, id`;
    return (await this.#read(query, most, accountId ?? null)).map(({ body }) => body);
  }
  /** The text of the last one with this id. */
  async find(requestId: string): Promise<string | undefined> {
    const query = "select body from tiers_requests where request_id = $1 order by at desc, id desc limit 1";
    return (await this.#read(query, requestId))[0]?.body;
  }
  /**
   * Requests of other servers after a number, and up to which number they are; none without a number. The last number
   * is smaller than before after a deletion, or after a crash of the database, when numbers begin again.
   */
  async since(id: number | undefined, server: string): Promise<{ upTo: number; texts: string[] }> {
    const query = `select coalesce((select max(id) from tiers_requests), 0)::float8 as last, id::float8 as id, body
      from (values (1)) one left join (
        select id, body from tiers_requests where id > $1 and server <> $2 order by id limit ${mostNews}
      ) news on true`;
    const rows = await this.#read(query, id ?? null, server);
    const texts = rows.flatMap(({ body }) => body ?? []);
    return { upTo: texts.length < mostNews ? rows[0].last : rows[mostNews - 1].id, texts };
  }

  /** The world of the last request of an account that was dropped; undefined for none. */
  async dropped(accountId: string): Promise<string | null | undefined> {
    const query = "select world from tiers_dropped where log = $1 and account = $2";
    return (await this.#read(query, this.#log, accountId))[0]?.world;
  }
  noteDropped(accountId: string, worldId: string | null): Promise<void> {
    const query = `insert into tiers_dropped (log, account, world) values ($1, $2, $3)
      on conflict (log, account) do update set world = $3`;
    return this.#change(query, this.#log, accountId, worldId);
  }
  async clear(accountId?: string): Promise<void> {
    const account = accountId ?? null;
    await this.#change(`delete from tiers_${this.#log} where $1::text is null or account = $1`, account);
    const dropped = "delete from tiers_dropped where log = $2 and ($1::text is null or account = $1)";
    await this.#change(dropped, account, this.#log);
  }
  /** Drops the oldest beyond the bytes that all accounts may take, and beyond the newest `most` of each. */
  async trim(bytes: number, most: number): Promise<void> {
    await this.#change(tooLargeQuery(this.#log), bytes);
    await this.#change(tooManyQuery(this.#log), most);
    await this.#change(`delete from tiers_servers where ${gone}`);
  }

  /** Replaces the counts of one server in a period. */
  count(period: string, server: string, text: string): Promise<void> {
    const query = `insert into tiers_counts (period, server, body) values ($1, $2, $3)
      on conflict (period, server) do update set body = $3`;
    return this.#change(query, period, server, text);
  }
  /** Deletes the counts of all other periods. */
  beginPeriod(period: string): Promise<void> {
    return this.#change("delete from tiers_counts where period <> $1", period);
  }
  async counts(period: string): Promise<string[]> {
    const query = "select body from tiers_counts where period = $1 order by server";
    return (await this.#read(query, period)).map(({ body }) => body);
  }
}
