import { randomUUID } from "node:crypto";
import pg from "pg";
import type { State } from "../../src/domain/change.ts";
import type { Lives, Notes, ResetPoint, SeenLog, SharedStorage, Snapshots } from "../../src/store/store.ts";
import type { postgresStorage } from "../../src/team/postgres/storage.ts";

/** A place of its own in the database of the tests. */
export function newPlace(address: string): { address: string; made: Promise<void> } {
  const schema = `place_${randomUUID().replaceAll("-", "")}`;
  return { address: `${address}?options=-csearch_path%3D${schema}`, made: make(address, schema) };
}
async function make(address: string, schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(`create schema ${schema}`);
  await client.end();
}

/** A storage that is opened at its first use, so that a test has its sandbox at once. */
export function laterStorage(open: () => ReturnType<typeof postgresStorage>): SharedStorage {
  let opened: SharedStorage | undefined;
  let opening: Promise<SharedStorage> | undefined;
  const storage = () => {
    opening ??= open().then((made) => (opened = made));
    return opening;
  };
  type Part = Record<string | symbol, (...args: never[]) => unknown>;
  const later = <T extends object>(part: "lives" | "notes" | "seen" | "snapshots") =>
    new Proxy({} as T, {
      get: (_, name) =>
        name === "get" && part === "notes"
          ? (...key: [string, string]) => opened?.notes.get(...key)
          : async (...args: never[]) => {
              const owner = (await storage())[part] as unknown as Part;
              return owner[name]?.apply(owner, args);
            },
    });
  return {
    place: "PostgreSQL, for tests",
    snapshots: later<Snapshots>("snapshots"),
    notes: later<Notes>("notes"),
    seen: later<SeenLog>("seen"),
    lives: later<Lives>("lives"),
    worldOf: (accountId) => opened?.worldOf(accountId) ?? "",
    marks: async (accountId) => (await storage()).marks(accountId),
    eventsBetween: async (from, to) => (await storage()).eventsBetween(from, to),
    accounts: async () => (await storage()).accounts(),
    open: async (accountId) => (await storage()).open(accountId),
    create: async (accountId: string, state: State, resetPoint?: ResetPoint) =>
      (await storage()).create(accountId, state, resetPoint),
    delete: async (accountId) => (await storage()).delete(accountId),
    close: async () => (await storage()).close(),
  };
}
