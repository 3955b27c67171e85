import type { NewRequest, SeenLog, SeenRequest } from "../../store/store.ts";
import type { Database } from "./connection.ts";
import { reading, writing } from "./errors.ts";

const columns = "account, world, nth::float8 as nth, at::float8 as at, request_id, body";
const insertQuery = `with line as (
  select line.*, coalesce(nullif(line.world, ''), last.world, '') as met, last.world as last_world, last.nth as last_nth
  from rows from (
    json_to_recordset($1::json)
      as (account text, world text, before bigint, place bigint, at bigint, request_id text),
    unnest(string_to_array($2, E'\\n'))
  ) with ordinality as line (account, world, before, place, at, request_id, body, number)
  left join lateral (
    select world, nth from tiers_requests seen where seen.account = line.account order by id desc limit 1
  ) last on true
)
insert into tiers_requests (account, world, nth, at, request_id, size, body)
select account, met, case when last_world = met then last_nth + 1 else before end + place, at, request_id,
  octet_length(body), body
from line order by number`;
/** Rows that another server deletes at this moment are left to it, so that none waits for the other. */
const deleteQuery = (which: string) =>
  `delete from tiers_requests where id in (select id from tiers_requests where ${which} for update skip locked)`;
const shortenQuery = deleteQuery(`id in (
  select id from (
    select id, row_number() over (partition by account order by id desc) as place from tiers_requests
  ) seen where place > $1
)`);
const trimQuery = deleteQuery(`id <= (
  select id from (select id, sum(size + 1000) over (order by id desc) as bytes from tiers_requests) sizes
  where bytes > $1 order by id desc limit 1
)`);
/** The clock of the database is the only one here: those of the servers may differ. */
const lateQuery = `insert into tiers_late as late (server, since, said)
values ($1, clock_timestamp() - $2 * interval '1 ms', clock_timestamp())
on conflict (server) do update set since = excluded.since, said = excluded.said
returning coalesce(late.asked > late.since, false) as asked`;
/** The rows are locked in one order, so that readers who ask at once do not wait for each other in a circle. */
const askQuery = `with late as (
  update tiers_late set asked = greatest(asked, coalesce($2::timestamptz, now())) where server in (
    select server from tiers_late where server <> $1 and since < coalesce($2::timestamptz, now())
      and said > clock_timestamp() - interval '3 s'
    order by server for update
  ) returning 1
)
select coalesce($2::timestamptz, now())::text as moment from late limit 1`;
const forgetQuery = `delete from tiers_late where server in (
  select server from tiers_late where said < clock_timestamp() - interval '1 minute' for update skip locked
)`;
const countQuery = `with gone as (delete from tiers_counts where period <> $1)
insert into tiers_counts (period, server, body) values ($1, $2, $3)
on conflict (period, server) do update set body = $3`;

interface SeenRow {
  account: string;
  world: string;
  nth: number;
  at: number;
  request_id: string;
  body: string;
}
const seenOf = ({ account: accountId, world, nth, at, request_id: requestId, body: text }: SeenRow): SeenRequest => ({
  ...{ accountId, world, nth, at, requestId, text },
});

export class DatabaseSeenLog implements SeenLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(requests: readonly NewRequest[]): Promise<void> {
    const lines = requests.map(({ accountId: account, world, before, place, at, requestId: request_id }) => ({
      ...{ account, world, before, place, at, request_id },
    }));
    // JSON holds no line break.
    const texts = requests.map(({ text }) => text).join("\n");
    await writing("", () => this.#database.query(insertQuery, [JSON.stringify(lines), texts]));
  }
  async list(most: number, accountId?: string): Promise<SeenRequest[]> {
    const ofAll = `select ${columns}, row_number() over (partition by account order by id desc) as place, id
      from tiers_requests ${accountId === undefined ? "" : "where account = $2"}`;
    const query = `select * from (${ofAll}) seen where place <= $1 order by at, id`;
    return (await this.#read(query, most, ...(accountId === undefined ? [] : [accountId]))).map(seenOf);
  }
  async find(requestId: string): Promise<SeenRequest | undefined> {
    const query = `select ${columns} from tiers_requests where request_id = $1 order by at desc, id desc limit 1`;
    return (await this.#read(query, requestId)).map(seenOf)[0];
  }
  async last(): Promise<number> {
    const query = "select coalesce(max(id), 0)::float8 as last from tiers_requests";
    return (await reading("", () => this.#database.query(query))).rows[0].last;
  }
  async since(number: number, but: readonly number[]): Promise<{ number: number; text: string }[]> {
    const query = `select id::float8 as number, body as text from tiers_requests
      where id > $1 and id <> all ($2::bigint[]) order by id limit 1000`;
    return (await reading("", () => this.#database.query(query, [number, `{${but.join()}}`]))).rows;
  }
  async clear(accountId?: string): Promise<void> {
    const where = accountId === undefined ? "" : "where account = $1";
    const values = accountId === undefined ? [] : [accountId];
    await writing(accountId ?? "", () =>
      this.#database.again(() => this.#database.query(`delete from tiers_requests ${where}`, values)),
    );
  }
  async trim(bytes: number, most: number): Promise<void> {
    await writing("", () => this.#database.query(trimQuery, [bytes]));
    await writing("", () => this.#database.query(shortenQuery, [most]));
    await writing("", () => this.#database.query(forgetQuery));
  }

  async late(server: string, ms: number): Promise<boolean> {
    return (await writing("", () => this.#database.query(lateQuery, [server, ms]))).rows[0].asked;
  }
  async inTime(server: string): Promise<void> {
    await writing("", () => this.#database.query("delete from tiers_late where server = $1", [server]));
  }
  async ask(server: string, moment?: string): Promise<string | undefined> {
    const { rows } = await writing("", () => this.#database.query(askQuery, [server, moment]));
    return rows[0]?.moment;
  }

  async count(period: string, server: string, text: string): Promise<void> {
    await writing("", () => this.#database.query(countQuery, [period, server, text]));
  }
  async counts(period: string): Promise<string[]> {
    const query = "select body from tiers_counts where period = $1 order by server";
    return (await this.#read(query, period)).map(({ body }) => body);
  }

  async #read(query: string, ...values: readonly (string | number)[]): Promise<SeenRow[]> {
    const { rows } = await reading("", () => this.#database.again(() => this.#database.query(query, values)));
    return rows;
  }
}
