import { AccountClosed, Damaged } from "../../store/failures.ts";
import type { SnapshotSummary, Snapshots } from "../../store/store.ts";
import { headOf } from "../../store/world-codec.ts";
import type { Database } from "./connection.ts";
import { once, packed, unpacked } from "./packed.ts";

/** SQLSTATE: there is no account of this name, because it was deleted. */
const noSuchKey = "23503";

/** The named copies of all accounts. */
export function databaseSnapshots(database: Database): Snapshots {
  return {
    async list(accountId) {
      const namesQuery = "select name from tiers_snapshots where account = $1 order by name";
      const query = `select taken_at as "takenAt", events::float8 as events, world
        from tiers_snapshots where account = $1 and name = $2`;
      const found: SnapshotSummary[] = [];
      // Whether one is damaged takes all of its bytes, and those of all may be more than memory holds.
      for (const { name } of (await database.read(namesQuery, [accountId])).rows) {
        const [row] = (await database.read(query, [accountId, name])).rows;
        if (row) found.push(await summaryOf(name, row));
      }
      return found;
    },
    async get(accountId, name) {
      const query = `select taken_at as "takenAt", running, world
        from tiers_snapshots where account = $1 and name = $2`;
      const [row] = (await database.read(query, [accountId, name])).rows;
      if (!row) return undefined;
      const { takenAt, running, world } = row;
      return { name, takenAt, running, state: (await unpacked(name, world)).state };
    },
    async put(accountId, { name, takenAt, running, state }) {
      const query = `insert into tiers_snapshots (account, name, taken_at, running, events, world)
        values ($1, $2, $3, $4, $5, $6)
        on conflict (account, name) do update set taken_at = $3, running = $4, events = $5, world = $6`;
      const values = [accountId, name, takenAt, running, state.events.length, await packed(state)];
      await database.query(query, values).catch((error) => {
        throw error.code === noSuchKey ? new AccountClosed(accountId) : error;
      });
    },
    async delete(accountId, name) {
      const query = "delete from tiers_snapshots where account = $1 and name = $2";
      return (await database.query(query, [accountId, name])).rowCount === 1;
    },
  };
}

async function summaryOf(
  name: string,
  row: { takenAt: string; events: number; world: Buffer },
): Promise<SnapshotSummary> {
  try {
    await headOf(name, once(row.world));
    return { name, takenAt: row.takenAt, events: row.events, damage: null };
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    return { name, takenAt: null, events: null, damage: error.reason };
  }
}
