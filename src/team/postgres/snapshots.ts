import { AccountClosed, Damaged } from "../../store/failures.ts";
import type { Snapshot, SnapshotSummary, Snapshots } from "../../store/store.ts";
import { headOf } from "../../store/world-codec.ts";
import type { Database } from "./connection.ts";
import { once, packed, unpacked } from "./packed.ts";

/** SQLSTATE: there is no account of this name, because it was deleted. */
const noSuchKey = "23503";

interface Row extends Omit<Snapshot, "state"> {
  events: number;
  world: Buffer;
}

/** The named copies of all accounts. */
export function databaseSnapshots(database: Database): Snapshots {
  const read = async (accountId: string, name: string): Promise<Row | undefined> => {
    const query = `select name, taken_at as "takenAt", running, events::float8 as events, world
      from tiers_snapshots where account = $1 and name = $2`;
    return (await database.read(query, [accountId, name])).rows[0];
  };
  return {
    async list(accountId) {
      const query = "select name from tiers_snapshots where account = $1 order by name";
      const found: SnapshotSummary[] = [];
      // Whether one is damaged takes all of its bytes, and those of all may be more than memory holds.
      for (const { name } of (await database.read(query, [accountId])).rows) {
        const row = await read(accountId, name);
        if (row) found.push(await summaryOf(row));
      }
      return found;
    },
    async get(accountId, name) {
      const row = await read(accountId, name);
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

async function summaryOf({ name, takenAt, events, world }: Row): Promise<SnapshotSummary> {
  try {
    await headOf(name, once(world));
    return { name, takenAt, events, damage: null };
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    return { name, takenAt: null, events: null, damage: error.reason };
  }
}
