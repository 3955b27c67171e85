import { crc32 } from "node:zlib";
import type { State } from "../../domain/change.ts";
import type { Moment } from "../../domain/time.ts";
import { hex } from "../../store/checksummed-line.ts";
import { TooManyAccounts } from "../../store/failures.ts";
import type { ResetPoint } from "../../store/store.ts";
import { Coalesced } from "../coalesce.ts";
import type { Connection, Database } from "./connection.ts";
import { packed, unpacked } from "./packed.ts";

/** Where the changes of an account stand. */
export interface Position {
  /** Differs for an account that was deleted and created again. */
  incarnation: string;
  /** How many times its world was replaced, and the token of the last time. */
  reloads: number;
  loadToken: string;
  /** The number of the last change, and of the last one that the stored world holds. A replacement has a number too. */
  last: number;
  storedUpTo: number;
  /** The changes after this one are in the log. */
  oldestKept: number;
}
interface Entry {
  seq: number;
  /** The change as JSON. */
  text: string;
  /** It was changed since it was written. */
  isDamaged?: boolean;
}
export interface Tail extends Position {
  /** The changes in order, and as far as the log has them. */
  entries: Entry[];
  /** Differs when a value of the account, or of all accounts, was changed. */
  noted: string;
}
export interface StoredWorld extends Position {
  state: State;
  /** The checksum of the row schemas with which it was stored. */
  shape: string;
}
/** The position that a writer knows: it may append only while the log still stands there. */
export type Known = Pick<Position, "incarnation" | "last">;
/** Where the changes of one of several accounts stand. */
export type AccountPosition = Known & { account: string };

/** The log of one account while no other writer can append to it. */
export interface LockedLog {
  tail(after: number): Promise<Tail | undefined>;
  append(known: Known, token: string, texts: readonly string[]): Promise<boolean>;
}

/** Changes of one account that a read for several accounts brings; a reader that is further behind reads again. */
const mostTogether = 20;
const mostEntries = 5_000;
/** The number of a lock that other programs on the same database do not use. */
const creationLock = 7_435_020_117;

const positionColumns = `w.incarnation, w.reloads::float8 as reloads, w.load_token as "loadToken",
  w.last::float8 as last, w.stored_up_to::float8 as "storedUpTo", w.oldest_kept::float8 as "oldestKept"`;

/** The positions of several accounts and the changes after those that are known, one row for each change. */
const tailsQuery = `select w.account, w.noted, ${positionColumns}, c.seq::float8 as seq, c.body
from unnest($1::text[], $2::bigint[]) as asked (account, after)
join tiers_worlds w on w.account = asked.account
left join lateral (
  select seq, body from tiers_changes c
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
  body: string;
}

type Query = Connection["query"];

/** A change is stored behind its checksum. */
const stored = (text: string) => `${hex(crc32(text))}${text}`;
function entryOf(seq: number, body: string): Entry {
  const text = body.slice(8);
  return { seq, text, ...(hex(crc32(text)) !== body.slice(0, 8) && { isDamaged: true }) };
}

async function tailsOf(query: Query, asked: ReadonlyMap<string, number>, most: number): Promise<Map<string, Tail>> {
  const { rows } = await query(tailsQuery, [[...asked.keys()], [...asked.values()], most]);
  const tails = new Map<string, Tail>();
  for (const { account, seq, body, ...position } of rows as TailRow[]) {
    const tail = tails.get(account) ?? { ...position, entries: [] };
    tails.set(account, tail);
    if (seq !== null) tail.entries.push(entryOf(seq, body));
  }
  return tails;
}
const tailOf = async (query: Query, account: string, after: number): Promise<Tail | undefined> =>
  (await tailsOf(query, new Map([[account, after]]), mostEntries)).get(account);

async function append(
  query: Query,
  account: string,
  { incarnation, last }: Known,
  token: string,
  texts: readonly string[],
): Promise<boolean> {
  // JSON holds no line break.
  const values = [account, incarnation, last, texts.length, token, texts.map(stored).join("\n"), Date.now()];
  return (await query(appendQuery, values)).rowCount === texts.length;
}

/**
 * The changes of all accounts, which several servers append to. A call happens whole or not at all. It needs nothing
 * that outlives a transaction: a pooler may stand between.
 */
export class ChangeLog {
  readonly #database: Database;
  readonly #read: Query = (...given) => this.#database.read(...given);
  /** The accounts whose tails are wanted, with the last change that is known of each. */
  readonly #asked = new Map<string, number>();
  readonly #tails = new Coalesced(() => this.#readTails());

  constructor(database: Database) {
    this.#database = database;
  }

  /** The accounts in the order of their ids, each with its last use: all, or those that were not used since. */
  async accounts(unusedSince = Number.MAX_SAFE_INTEGER): Promise<Map<string, Moment>> {
    const query = `select account, used_at::float8 as "usedAt" from tiers_worlds
      where account <> '' and used_at < $1 order by account`;
    const { rows } = await this.#database.read(query, [unusedSince]);
    return new Map(rows.map(({ account, usedAt }) => [account, usedAt]));
  }
  async noteUse(account: string, usedAt: Moment): Promise<void> {
    await this.#database.query("update tiers_worlds set used_at = greatest(used_at, $2) where account = $1", [
      account,
      usedAt,
    ]);
  }
  /** Of each account, or of one. */
  async positions(account?: string): Promise<AccountPosition[]> {
    const query = `select account, incarnation, last::float8 as last from tiers_worlds
      where account <> '' and ($1::text is null or account = $1)`;
    return (await this.#database.read(query, [account ?? null])).rows;
  }
  /** Whether it is created; `TooManyAccounts` when there are `most` already. */
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
  /** The stored world; undefined for an account that does not exist. Rejects with a Damaged. */
  async read(account: string): Promise<StoredWorld | undefined> {
    const query = `select ${positionColumns}, w.world from tiers_worlds w where account = $1`;
    const [row] = (await this.#database.read(query, [account])).rows;
    if (!row) return undefined;
    const { world, ...position } = row;
    return { ...position, ...(await unpacked(account, world)) };
  }
  /** The position and the changes after a number, as of one moment; undefined for an account that does not exist. */
  async tail(account: string, after: number): Promise<Tail | undefined> {
    this.#asked.set(account, Math.min(after, this.#asked.get(account) ?? after));
    const all = await this.#tails.run();
    const tail = all.get(account);
    if (!tail) return undefined;
    const noted = `${all.get("")?.noted} ${tail.noted}`;
    const entries = tail.entries.filter(({ seq }) => seq > after);
    if (tail.entries.length < mostTogether) return { ...tail, noted, entries };
    const whole = await tailOf(this.#read, account, after);
    return whole && { ...whole, noted };
  }
  /** In one query for all accounts that were asked about: most of them have nothing new, or little. */
  #readTails(): Promise<Map<string, Tail>> {
    const asked = new Map([["", 0], ...this.#asked]);
    this.#asked.clear();
    return tailsOf(this.#read, asked, mostTogether);
  }
  /** Whether the log stood where the writer knew it to stand: if not, nothing was appended. */
  append(account: string, known: Known, token: string, texts: readonly string[]): Promise<boolean> {
    return append((...given) => this.#database.query(...given), account, known, token, texts);
  }
  /** Whether the changes of an append are in the log. */
  async has(account: string, token: string): Promise<boolean> {
    const query = "select 1 from tiers_changes where account = $1 and token = $2 limit 1";
    return (await this.#database.read(query, [account, token])).rowCount === 1;
  }
  /** Keeps other writers of the account waiting until `work` is done; what it appended is durable then. */
  locked<T>(account: string, work: (log: LockedLog) => Promise<T>): Promise<T> {
    return this.#database.transaction(async ({ query }) => {
      // A server that is paused while it has the lock loses it.
      await query("set local idle_in_transaction_session_timeout = '10s'");
      await query("set local lock_timeout = '10s'");
      await query("select 1 from tiers_worlds where account = $1 for update", [account]);
      return work({
        tail: (after) => tailOf(query, account, after),
        append: (known, token, texts) => append(query, account, known, token, texts),
      });
    });
  }
  /** Replaces the world as a change without an entry. Undefined after a deletion. */
  async load(account: string, incarnation: string, token: string, state: State, resetPoint: ResetPoint) {
    const world = await packed(state);
    const start = [resetPoint !== "unchanged", resetPoint === "this" ? world : null];
    const values = [account, incarnation, token, world, ...start, Date.now()];
    const { rows } = await this.#database.query(loadQuery, values);
    return rows[0] as Pick<Position, "last" | "reloads"> | undefined;
  }
  /**
   * Stores the world as of `last`, unless another server has stored one, and drops the changes of the one before.
   * Returns how many bytes the stored world has.
   */
  async fold(account: string, { incarnation, storedUpTo, last }: Known & Pick<Position, "storedUpTo">, state: State) {
    const world = await packed(state);
    await this.#database.query(foldQuery, [account, incarnation, storedUpTo, last, world]);
    return world.length;
  }
  /** The reset point; null for the seed, undefined for an account that does not exist. Rejects with a Damaged. */
  async start(account: string, incarnation: string): Promise<State | null | undefined> {
    const query = "select start from tiers_worlds where account = $1 and incarnation = $2";
    const [row] = (await this.#database.read(query, [account, incarnation])).rows;
    return row?.start ? (await unpacked(account, row.start)).state : row?.start;
  }
  /** Whether it is deleted: false where it does not exist, or was used since. */
  delete(account: string, unusedSince = Number.MAX_SAFE_INTEGER): Promise<boolean> {
    return this.#database.transaction(async (connection) => {
      // An append that is on its way ends first; its changes are seen by the statements after this one.
      const query = "delete from tiers_worlds where account = $1 and account <> '' and used_at < $2";
      const { rowCount } = await connection.query(query, [account, unusedSince]);
      if (rowCount === 0) return false;
      for (const table of ["changes", "values", "requests", "searches", "dropped"])
        await connection.query(`delete from tiers_${table} where account = $1`, [account]);
      return true;
    });
  }
}
