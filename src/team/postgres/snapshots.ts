import { crc32 } from "node:zlib";
import { AccountClosed, Damaged } from "../../store/failures.ts";
import type { Snapshots } from "../../store/store.ts";
import { gzipped, wholeState } from "../../store/world-codec.ts";
import { Refused } from "./change-log.ts";
import type { Database } from "./connection.ts";
import { reading, writing } from "./errors.ts";

/** No account of this name: it was deleted meanwhile. */
const noSuchKey = "23503";

function refuseClosed(account: string, error: unknown): never {
  throw error instanceof Refused && error.code === noSuchKey ? new AccountClosed(account) : error;
}

/** The named copies of all accounts. */
export function databaseSnapshots(database: Database): Snapshots {
  const query = (text: string, values: readonly unknown[]) => database.again(() => database.query(text, values));
  const asked = (account: string, text: string, values: readonly unknown[]) =>
    reading(account, () => query(text, values));
  const changed = (account: string, text: string, values: readonly unknown[]) =>
    writing(account, () => query(text, values).catch((error) => refuseClosed(account, error)));
  return {
    async list(accountId) {
      const columns = "name, taken_at, events::float8 as events, checksum::float8 as checksum, world";
      const { rows } = await asked(
        accountId,
        `select ${columns} from tiers_snapshots where account = $1 order by name`,
        [accountId],
      );
      return rows.map(({ name, taken_at: takenAt, events, checksum, world }) =>
        crc32(world) === checksum
          ? { name, takenAt, events, damage: null }
          : { name, takenAt: null, events: null, damage: "its checksum does not match" },
      );
    },
    async get(accountId, name) {
      const columns = "taken_at, running, format, shape, checksum::float8 as checksum, world";
      const { rows } = await asked(
        accountId,
        `select ${columns} from tiers_snapshots where account = $1 and name = $2`,
        [accountId, name],
      );
      const [row] = rows;
      if (!row) return undefined;
      const { taken_at: takenAt, running, format, shape, checksum, world } = row;
      if (crc32(world) !== checksum) throw new Damaged(name, "", "its checksum does not match");
      // Its rows are checked when it is restored.
      const state = await wholeState(await gzipped.unpack(name, { bytes: world, checksum, shape }));
      return { name, takenAt, running, format, state };
    },
    async put(accountId, { name, takenAt, running, format, state }) {
      const { bytes, checksum, shape } = await gzipped.pack(state);
      await changed(
        accountId,
        `insert into tiers_snapshots (account, name, taken_at, running, format, events, shape, checksum, world)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (account, name) do update set taken_at = $3, running = $4, format = $5, events = $6, shape = $7,
           checksum = $8, world = $9`,
        [accountId, name, takenAt, running, format, state.events.length, shape, checksum, bytes],
      );
    },
    delete: (accountId, name) => deleteSnapshot(database, accountId, name),
  };
}

async function deleteSnapshot(database: Database, account: string, name: string): Promise<boolean> {
  const key = "from tiers_snapshots where account = $1 and name = $2";
  const query = (text: string) => database.query(`${text} ${key}`, [account, name]);
  const look = await reading(account, () => database.again(() => query("select 1")));
  let tries = 0;
  const { rowCount } = await writing(account, () =>
    database.again(() => {
      tries++;
      return query("delete");
    }),
  );
  // An earlier try, whose answer was lost, may have deleted it.
  return rowCount === 1 || (look.rowCount === 1 && tries > 1);
}
