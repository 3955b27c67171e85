import type { Moment } from "../../domain/time.ts";
import type { Life, Lives } from "../../store/store.ts";
import type { Database } from "./connection.ts";
import { reading, writing } from "./errors.ts";

/** A server that notes an older use than another one leaves the newer. */
const putQuery = `insert into tiers_lives (account, ttl, used_at, ends_at)
select account, $2, $3, $4 from tiers_worlds where account = $1
on conflict (account) do update set
  ends_at = case when tiers_lives.ttl is not distinct from $2 then greatest(tiers_lives.ends_at, $4) else $4 end,
  used_at = greatest(tiers_lives.used_at, $3), ttl = $2`;

/** The lives of all worlds of a database. */
export function databaseLives(database: Database): Lives {
  const query = (text: string, values: readonly unknown[]) => database.again(() => database.query(text, values));
  return {
    async get(accountId) {
      const columns = `ttl, used_at::float8 as "usedAt", ends_at::float8 as "endsAt"`;
      const { rows } = await reading(accountId, () =>
        query(`select ${columns} from tiers_lives where account = $1`, [accountId]),
      );
      return rows[0] as Life | undefined;
    },
    async put(accountId, { ttl, usedAt, endsAt }) {
      await writing(accountId, () => query(putQuery, [accountId, ttl, usedAt, endsAt]));
    },
    async ended(now: Moment) {
      const { rows } = await reading("", () => query("select account from tiers_lives where ends_at <= $1", [now]));
      return rows.map(({ account }) => account);
    },
  };
}
