import { SharedCall } from "../coalesce.ts";
import type { Body, Entry, Head, HeldLog, Known, Line, Log, NotedTail, Stored, Tail } from "./change-log.ts";
import type { Connection, Database } from "./connection.ts";

/** Changes of one read; a reader that is further behind reads again. */
const mostEntries = 5_000;
/** More new changes of an account, or longer ones in bytes, are read by a query for which no other account waits. */
const mostNews = 20;
const longestNews = 4_000;

const headColumns = `w.life, w.loads::float8 as loads, w.load_token, w.head::float8 as head, w.base::float8 as base,
  w.floor::float8 as floor`;

/**
 * Where logs stand, and the changes after those that are known, a line each. The arrays are hidden from the planner,
 * which would otherwise plan the query anew each time: short arrays look cheaper than those of a plan that is kept.
 */
const newsQuery = `select w.account, w.noted, ${headColumns},
case when w.head between asked.after + 1 and asked.after + ${mostNews} then (
  select string_agg(concat_ws(' ', c.seq, c.checksum, c.token, c.body), E'\\n' order by c.seq) from tiers_changes c
  where c.account = w.account and c.seq between asked.after + 1 and asked.after + ${mostNews}
    and octet_length(c.body) <= ${longestNews}
) end as news
from unnest((select $1::text[]), (select $2::bigint[])) as asked (account, after)
join tiers_worlds w on w.account = asked.account`;

const tailQuery = `select ${headColumns},
  c.seq::float8 as seq, c.token, c.checksum::float8 as checksum, c.body
from tiers_worlds w left join tiers_changes c on c.account = w.account and c.seq > $2
where w.account = $1 order by c.seq limit ${mostEntries}`;

const appendQuery = `with world as (
  update tiers_worlds set head = head + $4 where account = $1 and life = $2 and head = $3 returning account
)
insert into tiers_changes (account, seq, token, checksum, body)
select world.account, $3 + line.nth, $5, line.checksum, line.body
from world, unnest($6::bigint[], string_to_array($7, E'\\n')) with ordinality as line (checksum, body, nth)`;

const loadQuery = `with world as (
  update tiers_worlds set loads = loads + 1, load_token = $3, head = head + 1, base = head + 1, floor = head + 1,
    shape = $4, checksum = $5, world = $6,
    start_shape = case when $7 then $8 else start_shape end,
    start_checksum = case when $7 then $9 else start_checksum end,
    start = case when $7 then $10 else start end
  where account = $1 and life = $2 returning head, loads
), gone as (
  delete from tiers_changes c using world where c.account = $1
)
select head::float8 as head, loads::float8 as loads from world`;

const foldQuery = `with world as (
  update tiers_worlds set floor = base, base = $4, shape = $5, checksum = $6, world = $7
  where account = $1 and life = $2 and base = $3 returning floor
)
delete from tiers_changes c using world where c.account = $1 and c.seq <= world.floor`;

interface HeadRow {
  life: string;
  loads: number;
  load_token: string;
  head: number;
  base: number;
  floor: number;
}
interface NewsRow extends HeadRow {
  account: string;
  noted: string;
  news: string | null;
}
interface TailRow extends HeadRow {
  seq: number | null;
  token: string;
  checksum: number;
  body: string;
}

const headOf = ({ life, loads, load_token: loadToken, head, base, floor }: HeadRow): Head => ({
  life,
  loads,
  loadToken,
  head,
  base,
  floor,
});

async function tail(connection: Connection, account: string, after: number): Promise<Tail | undefined> {
  const rows: TailRow[] = (await connection.query(tailQuery, [account, after])).rows;
  const [first] = rows;
  if (!first) return undefined;
  const entries: Entry[] = rows.flatMap(({ seq, token, checksum, body }) =>
    seq === null ? [] : [{ seq, token, checksum, text: body }],
  );
  return { ...headOf(first), entries };
}

/** The changes in lines of news: a token holds no space, and JSON no line break. */
function entriesIn(news: string | null): Entry[] {
  return (news?.split("\n") ?? []).map((line) => {
    const [, seq, checksum, token = "", text = ""] = /^(\d+) (\d+) (\S*) (.*)$/s.exec(line) ?? [];
    return { seq: Number(seq), checksum: Number(checksum), token, text };
  });
}

async function append(
  connection: Connection,
  account: string,
  { life, head }: Known,
  token: string,
  lines: readonly Line[],
): Promise<boolean> {
  const sums = `{${lines.map(({ checksum }) => checksum).join(",")}}`;
  // JSON holds no line break.
  const texts = lines.map(({ text }) => text).join("\n");
  const { rowCount } = await connection.query(appendQuery, [account, life, head, lines.length, token, sums, texts]);
  return rowCount === lines.length;
}

/** The tables in PostgreSQL. It needs nothing that outlives a transaction: a pooler may stand between. */
export class PostgresLog implements Log {
  readonly #database: Database;
  /** The number of the last change that is known of each. */
  readonly #asked = new Map<string, number>();
  readonly #news = new SharedCall(() => this.#readNews());

  constructor(database: Database) {
    this.#database = database;
  }

  async accounts(): Promise<string[]> {
    const { rows } = await this.#again("select account from tiers_worlds where account <> '' order by account");
    return rows.map(({ account }) => account);
  }
  async heads(account?: string): Promise<(Known & Pick<Head, "loads"> & { account: string })[]> {
    const query =
      "select account, life, head::float8 as head, loads::float8 as loads from tiers_worlds where account <> ''";
    const { rows } = await (account === undefined
      ? this.#again(query)
      : this.#again(`${query} and account = $1`, [account]));
    return rows;
  }
  async create(account: string, life: string, world: Body, start: Body | null): Promise<boolean> {
    const values = [account, life, world.shape, world.checksum, world.bytes];
    await this.#again(
      `insert into tiers_worlds (account, life, loads, load_token, head, base, floor, shape, checksum, world,
         start_shape, start_checksum, start)
       values ($1, $2, 0, '', 0, 0, 0, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
      [...values, start?.shape, start?.checksum, start?.bytes],
    );
    // It was made at an earlier try, where the answer to that was lost.
    const { rows } = await this.#again("select life from tiers_worlds where account = $1", [account]);
    return rows[0]?.life === life;
  }
  async read(account: string): Promise<Stored | undefined> {
    const query = `select ${headColumns}, shape, checksum::float8 as checksum, world
      from tiers_worlds w where account = $1`;
    const [row] = (await this.#again(query, [account])).rows;
    return row && { ...headOf(row), world: { bytes: row.world, checksum: row.checksum, shape: row.shape } };
  }
  async tail(account: string, after: number): Promise<NotedTail | undefined> {
    this.#asked.set(account, Math.min(after, this.#asked.get(account) ?? after));
    const rows = await this.#news.run();
    const row = rows.get(account);
    if (!row) return undefined;
    const notes = `${rows.get("")?.noted} ${row.noted}`;
    const entries = entriesIn(row.news).filter(({ seq }) => seq > after);
    if (row.head <= after + entries.length) return { ...headOf(row), notes, entries };
    const whole = await this.#database.again(() => tail(this.#database, account, after));
    return whole && { ...whole, notes };
  }
  /** In one query for all accounts that were asked about: most of them have nothing new, or little. */
  async #readNews(): Promise<Map<string, NewsRow>> {
    const asked = new Map([["", 0], ...this.#asked]);
    this.#asked.clear();
    const { rows } = await this.#again(newsQuery, [[...asked.keys()], [...asked.values()]]);
    return new Map(rows.map((row) => [row.account, row]));
  }
  append(account: string, known: Known, token: string, lines: readonly Line[]): Promise<boolean> {
    return append(this.#database, account, known, token, lines);
  }
  alone<T>(account: string, work: (held: HeldLog) => Promise<T>): Promise<T> {
    return this.#database.transaction(async (connection) => {
      // A server that is paused in its turn loses it.
      await connection.query("set local idle_in_transaction_session_timeout = '10s'");
      await connection.query("set local lock_timeout = '10s'");
      await connection.query("select 1 from tiers_worlds where account = $1 for update", [account]);
      return work({
        tail: (after) => tail(connection, account, after),
        append: (known, token, lines) => append(connection, account, known, token, lines),
      });
    });
  }
  async load(account: string, life: string, token: string, world: Body, start?: Body | null) {
    const { shape, checksum, bytes } = world;
    const values = [account, life, token, shape, checksum, bytes, start !== undefined];
    const { rows } = await this.#database.query(loadQuery, [...values, start?.shape, start?.checksum, start?.bytes]);
    return rows[0] as Pick<Head, "head" | "loads"> | undefined;
  }
  async fold(account: string, { life, base, head }: Known & Pick<Head, "base">, world: Body): Promise<void> {
    const { shape, checksum, bytes } = world;
    await this.#database.query(foldQuery, [account, life, base, head, shape, checksum, bytes]);
  }
  async start(account: string, life: string): Promise<Body | null | undefined> {
    const query = `select start_shape, start_checksum::float8 as start_checksum, start
      from tiers_worlds where account = $1 and life = $2`;
    const [row] = (await this.#again(query, [account, life])).rows;
    if (!row) return undefined;
    return row.start && { bytes: row.start, checksum: row.start_checksum, shape: row.start_shape };
  }
  async delete(account: string): Promise<boolean> {
    const wasThere = (await this.heads(account)).length > 0;
    let tries = 0;
    return this.#database.again(() =>
      this.#database.transaction(async (connection) => {
        tries++;
        // An append that is on its way ends first; its changes are seen by the statements after this one.
        const { rowCount } = await connection.query("delete from tiers_worlds where account = $1", [account]);
        for (const table of ["changes", "notes", "requests"])
          await connection.query(`delete from tiers_${table} where account = $1`, [account]);
        // An earlier try, whose answer was lost, may have deleted it.
        return rowCount === 1 || (wasThere && tries > 1);
      }),
    );
  }

  #again(query: string, values: readonly unknown[] = []) {
    return this.#database.again(() => this.#database.query(query, values));
  }
}
