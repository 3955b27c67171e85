import type { NewRequest, SeenLog, SeenRequest } from "../store.ts";
import { reading, writing } from "./asking.ts";
import type { Database } from "./connection.ts";

const columns = "account, world, nth::float8 as nth, at::float8 as at, request_id, body";
const insertQuery = `with last as (
  select world, nth from tiers_requests where account = $1 order by id desc limit 1
), met as (
  select coalesce(nullif($2, ''), (select world from last), '') as world
)
insert into tiers_requests (account, world, nth, at, request_id, size, body)
select $1, met.world,
  coalesce((select last.nth + 1 from last where last.world = met.world), $4::bigint) + line.place,
  line.at, line."requestId", length(line.text), line.text
from met, rows from (
  json_to_recordset($3::json) as (place bigint, at bigint, "requestId" text), unnest(string_to_array($5, E'\\n'))
) as line (place, at, "requestId", text)
order by line.place returning nth::float8 as nth`;
const shortenQuery = `delete from tiers_requests where account = $1 and id <=
  (select id from tiers_requests where account = $1 order by id desc offset $2 limit 1)`;
const trimQuery = `delete from tiers_requests where id <= (
  select id from (select id, sum(size + 1000) over (order by id desc) as length from tiers_requests) sizes
  where length > $1 order by id desc limit 1
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

  async add(requests: readonly NewRequest[], most: number): Promise<void> {
    const [first] = requests;
    if (!first) return;
    const { accountId, world, before } = first;
    const lines = JSON.stringify(requests.map(({ place, at, requestId }) => ({ place, at, requestId })));
    // JSON holds no line break.
    const texts = requests.map(({ text }) => text).join("\n");
    const values = [accountId, world, lines, before, texts];
    const { rows } = await writing(accountId, () => this.#database.query(insertQuery, values));
    if ((rows.at(-1)?.nth ?? 0) >= most)
      await writing(accountId, () => this.#database.query(shortenQuery, [accountId, most]));
  }
  async list(accountId?: string): Promise<SeenRequest[]> {
    const where = accountId === undefined ? "" : "where account = $1";
    return (await this.#read(`select ${columns} from tiers_requests ${where} order by at, id`, accountId)).map(seenOf);
  }
  async find(requestId: string): Promise<SeenRequest | undefined> {
    const query = `select ${columns} from tiers_requests where request_id = $1 order by id desc limit 1`;
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
  async trim(most: number): Promise<void> {
    await writing("", () => this.#database.query(trimQuery, [most]));
  }

  async count(period: string, server: string, text: string): Promise<void> {
    await writing("", () => this.#database.query(countQuery, [period, server, text]));
  }
  async counts(period: string): Promise<string[]> {
    const query = "select body from tiers_counts where period = $1 order by server";
    return (await this.#read(query, period)).map(({ body }) => body);
  }

  async #read(query: string, value?: string): Promise<SeenRow[]> {
    const values = value === undefined ? [] : [value];
    const { rows } = await reading("", () => this.#database.again(() => this.#database.query(query, values)));
    return rows;
  }
}
