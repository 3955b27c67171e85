import { randomUUID } from "node:crypto";
import pg from "pg";
import { Database } from "../../src/team/postgres/connection.ts";

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

type Calls = Pick<Database, "query" | "read" | "transaction" | "again" | "close">;

/** A database that is opened at its first use, so that a test has its sandbox at once. */
export function laterDatabase(address: string, made: Promise<void>): Database {
  let opening: Promise<Database> | undefined;
  const open = () => (opening ??= made.then(() => Database.open(address)));
  const later: Calls & { name: string } = {
    name: "PostgreSQL, for tests",
    query: async (...given) => (await open()).query(...given),
    read: async (...given) => (await open()).read(...given),
    transaction: async (work) => (await open()).transaction(work),
    again: async (call) => (await open()).again(call),
    close: async () => (await open()).close(),
  };
  return later as Database;
}
