import type { State } from "../../domain/change.ts";
import type { Moment } from "../../domain/time.ts";
import { TooManyAccounts } from "../../store/failures.ts";
import type { ResetPoint } from "../../store/store.ts";
import { Coalesced } from "../coalesce.ts";
import type { AccountPosition, ChangeLog, Entry, Known, LockedLog, Position, StoredWorld, Tail } from "./change-log.ts";
import type { Connection, Database } from "./connection.ts";
import { packed, unpacked } from "./packed.ts";

/** Changes of one account that a read for several accounts brings; a reader that is further behind reads again. */
const mostTogether = 20;
const mostEntries = 5_000;
/** The number of a lock that other programs on the same database do not use. */
const creationLock = 7_435_020_117;

const positionColumns = `w.incarnation, w.reloads::float8 as reloads, w.load_token as "loadToken",
  w.last::float8 as last, w.stored_up_to::float8 as "storedUpTo", w.oldest_kept::float8 as "oldestKept"`;

/** The positions of several accounts and the changes after those that are known, one row for each change. */
const tailsQuery = `select w.account, w.noted, ${positionColumns}, c.seq::float8 as seq, c.token, c.body
from unnest($1::text[], $2::bigint[]) as asked (account, after)
join tiers_worlds w on w.account = asked.account
left join lateral (
  select seq, token, body from tiers_changes c
  where c.account = w.account and c.seq > asked.after order by c.seq limit $3
) c on w.last > asked.after
order by w.account, c.seq`;

const appendQuery = `with world as (
  update tiers_worlds set last = last + $4, used_at = greatest(used_at, $7)
  where account = $1 and incarnation = $2 and last = $3 returning account
)
insert into tiers_changes (account, seq, token, body)
select world.account, $3 + line.nth, $5, line.body
from world, unnest(string_to_array($6, E'\\n')) with ordinality as line (body, nth)`;

/** The changes of the former world stay for a while, because the stream may not have read them yet. */
const loadQuery = `with world as (
  update tiers_worlds set reloads = reloads + 1, load_token = $3, last = last + 1, stored_up_to = last + 1,
    oldest_kept = stored_up_to, used_at = greatest(used_at, $7), world = $4,
    start = case when $5 then $6 else start end
  where account = $1 and incarnation = $2 returning last, reloads, oldest_kept
), gone as (
  delete from tiers_changes c using world where c.account = $1 and c.seq <= world.oldest_kept
)
select last::float8 as last, reloads::float8 as reloads from world`;

const foldQuery = `with world as (
  update tiers_worlds set oldest_kept = stored_up_to, stored_up_to = $4, world = $5
  where account = $1 and incarnation = $2 and stored_up_to = $3 returning oldest_kept
)
delete from tiers_changes c using world where c.account = $1 and c.seq <= world.oldest_kept`;

interface TailRow extends Position {
  account: string;
  noted: string;
  seq: number | null;
  token: string;
  body: string;
}

/** The tails of several accounts from the rows of the query. */
function tailsIn(rows: readonly TailRow[]): Map<string, Tail> {
  const tails = new Map<string, Tail>();
  for (const { account, seq, token, body, ...position } of rows) {
    const tail = tails.get(account) ?? { ...position, entries: [] };
    tails.set(account, tail);
    if (seq !== null) tail.entries.push({ seq, token, text: body } satisfies Entry);
  }
  return tails;
}

async function tails(connection: Connection, asked: ReadonlyMap<string, number>, most: number) {
  const { rows } = await connection.query(tailsQuery, [[...asked.keys()], [...asked.values()], most]);
  return tailsIn(rows);
}
const tailOf = async (connection: Connection, account: string, after: number): Promise<Tail | undefined> =>
  (await tails(connection, new Map([[account, after]]), mostEntries)).get(account);

async function append(
  connection: Connection,
  account: string,
  { incarnation, last }: Known,
  token: string,
  texts: readonly string[],
): Promise<boolean> {
  // JSON holds no line break.
  const values = [account, incarnation, last, texts.length, token, texts.join("\n"), Date.now()];
  return (await connection.query(appendQuery, values)).rowCount === texts.length;
}

/** The change log in PostgreSQL. It needs nothing that outlives a transaction: a pooler may stand between. */
export class Tables implements ChangeLog {
  readonly #database: Database;
  /** The accounts whose tails are wanted, with the last change that is known of each. */
  readonly #asked = new Map<string, number>();
  readonly #tails = new Coalesced(() => this.#readTails());

  constructor(database: Database) {
    this.#database = database;
  }

  async accounts(): Promise<Map<string, Moment>> {
    const query = `select account, used_at::float8 as "usedAt" from tiers_worlds where account <> '' order by account`;
    const { rows } = await this.#database.read(query);
    return new Map(rows.map(({ account, usedAt }) => [account, usedAt]));
  }
  async noteUse(account: string, usedAt: Moment): Promise<void> {
    await this.#database.query("update tiers_worlds set used_at = greatest(used_at, $2) where account = $1", [
      account,
      usedAt,
    ]);
  }
  async positions(account?: string): Promise<AccountPosition[]> {
    const query = `select account, incarnation, last::float8 as last from tiers_worlds
      where account <> '' and ($1::text is null or account = $1)`;
    return (await this.#database.read(query, [account ?? null])).rows;
  }
  async create(account: string, incarnation: string, state: State, resetPoint: ResetPoint, most?: number) {
    const world = await packed(state);
    return this.#database.transaction(async (connection) => {
      if (most !== undefined) {
        await connection.query("select pg_advisory_xact_lock($1)", [creationLock]);
        const query = "select count(*)::int as count from tiers_worlds where account not in ('', $1)";
        const [{ count }] = (await connection.query(query, [account])).rows;
        if (count >= most) throw new TooManyAccounts(count);
      }
      const { rowCount } = await connection.query(
        `insert into tiers_worlds (account, incarnation, reloads, load_token, last, stored_up_to, oldest_kept, used_at,
           world, start)
         values ($1, $2, 0, '', 0, 0, 0, $3, $4, $5) on conflict do nothing`,
        [account, incarnation, Date.now(), world, resetPoint === "this" ? world : null],
      );
      return rowCount === 1;
    });
  }
  async read(account: string): Promise<StoredWorld | undefined> {
    const query = `select ${positionColumns}, w.world from tiers_worlds w where account = $1`;
    const [row] = (await this.#database.read(query, [account])).rows;
    if (!row) return undefined;
    const { world, ...position } = row;
    return { ...position, ...(await unpacked(account, world)) };
  }
  async tail(account: string, after: number): Promise<Tail | undefined> {
    this.#asked.set(account, Math.min(after, this.#asked.get(account) ?? after));
    const all = await this.#tails.run();
    const tail = all.get(account);
    if (!tail) return undefined;
    const noted = `${all.get("")?.noted} ${tail.noted}`;
    const entries = tail.entries.filter(({ seq }) => seq > after);
    if (tail.entries.length < mostTogether) return { ...tail, noted, entries };
    const whole = await this.#database.again(() => tailOf(this.#database, account, after));
    return whole && { ...whole, noted };
  }
  /** In one query for all accounts that were asked about: most of them have nothing new, or little. */
  #readTails(): Promise<Map<string, Tail>> {
    const asked = new Map([["", 0], ...this.#asked]);
    this.#asked.clear();
    return this.#database.again(() => tails(this.#database, asked, mostTogether));
  }
  append(account: string, known: Known, token: string, texts: readonly string[]): Promise<boolean> {
    return append(this.#database, account, known, token, texts);
  }
  async has(account: string, token: string): Promise<boolean> {
    const query = "select 1 from tiers_changes where account = $1 and token = $2 limit 1";
    return (await this.#database.read(query, [account, token])).rowCount === 1;
  }
  locked<T>(account: string, work: (log: LockedLog) => Promise<T>): Promise<T> {
    return this.#database.transaction(async (connection) => {
      // A server that is paused while it has the lock loses it.
      await connection.query("set local idle_in_transaction_session_timeout = '10s'");
      await connection.query("set local lock_timeout = '10s'");
      await connection.query("select 1 from tiers_worlds where account = $1 for update", [account]);
      return work({
        tail: (after) => tailOf(connection, account, after),
        append: (known, token, texts) => append(connection, account, known, token, texts),
      });
    });
  }
  async load(account: string, incarnation: string, token: string, state: State, resetPoint: ResetPoint) {
    const world = await packed(state);
    const start = [resetPoint !== "unchanged", resetPoint === "this" ? world : null];
    const values = [account, incarnation, token, world, ...start, Date.now()];
    const { rows } = await this.#database.query(loadQuery, values);
    return rows[0] as Pick<Position, "last" | "reloads"> | undefined;
  }
  async fold(account: string, { incarnation, storedUpTo, last }: Known & Pick<Position, "storedUpTo">, state: State) {
    const world = await packed(state);
    await this.#database.query(foldQuery, [account, incarnation, storedUpTo, last, world]);
    return world.length;
  }
  async start(account: string, incarnation: string): Promise<State | null | undefined> {
    const query = "select start from tiers_worlds where account = $1 and incarnation = $2";
    const [row] = (await this.#database.read(query, [account, incarnation])).rows;
    return row?.start ? (await unpacked(account, row.start)).state : row?.start;
  }
  delete(account: string, unusedSince = Number.MAX_SAFE_INTEGER): Promise<boolean> {
    return this.#database.transaction(async (connection) => {
      // An append that is on its way ends first; its changes are seen by the statements after this one.
      const query = "delete from tiers_worlds where account = $1 and account <> '' and used_at < $2";
      const { rowCount } = await connection.query(query, [account, unusedSince]);
      if (rowCount === 0) return false;
      for (const table of ["changes", "values", "requests", "dropped"])
        await connection.query(`delete from tiers_${table} where account = $1`, [account]);
      return true;
    });
  }
}
