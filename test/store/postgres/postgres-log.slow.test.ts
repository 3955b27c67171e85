import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Database } from "../../../src/store/postgres/connection.ts";
import type { Body, Known } from "../../../src/store/postgres/log.ts";
import { PostgresLog } from "../../../src/store/postgres/postgres-log.ts";
import { Postgres, programs, sayMissing } from "../../support/postgres.ts";

sayMissing();
describe.skipIf(!programs)("the log in PostgreSQL", () => {
  let postgres: Postgres;
  let database: Database;
  beforeAll(async () => {
    postgres = await Postgres.start();
    database = await Database.open(await postgres.address());
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  const body: Body = { bytes: Buffer.from("a world"), checksum: 1, shape: "" };
  async function made(log: PostgresLog, life: string, count: number): Promise<Known> {
    await log.create("demo", life, body, null);
    const lines = Array.from({ length: count }, (_, nth) => ({ text: `{"in":"${life}","nth":${nth}}`, checksum: nth }));
    expect(await log.append("demo", { life, head: 0 }, `token of ${life}`, lines)).toBe(true);
    return { life, head: count };
  }

  it("what is read of it goes on from where the reader is", async () => {
    const log = new PostgresLog(database);
    const { life } = await made(log, "first", 5);
    expect(await log.tail("demo", 5)).toMatchObject({ life, head: 5, entries: [] });
    const tail = await log.tail("demo", 3);
    expect(tail?.entries.map(({ seq, token }) => [seq, token])).toEqual([
      [4, "token of first"],
      [5, "token of first"],
    ]);
    await log.delete("demo");
    expect(await log.tail("demo", 3)).toBeUndefined();
  });

  it("a reader who knows of one life of an account never gets the changes of the next", async () => {
    const log = new PostgresLog(database);
    await made(log, "first", 2);
    let isReplaced = false;
    const between = {
      again: <T>(call: () => Promise<T>) => call(),
      query: async (text: string, values?: readonly unknown[]) => {
        if (text.includes("from tiers_changes") && !isReplaced) {
          isReplaced = true;
          await log.delete("demo");
          await made(log, "second", 4);
        }
        return database.query(text, values);
      },
    };
    const tail = await new PostgresLog(between as unknown as Database).tail("demo", 1);
    expect(isReplaced).toBe(true);
    expect(tail).toMatchObject({ life: "first", head: 2, entries: [] });
  });
});
