import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Body, Known } from "../../../src/team/postgres/change-log.ts";
import { Database } from "../../../src/team/postgres/connection.ts";
import { PostgresLog } from "../../../src/team/postgres/tables.ts";
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

  afterEach(async () => {
    await new PostgresLog(database).delete("demo");
  });

  const body: Body = { bytes: Buffer.from("a world"), checksum: 1, shape: "" };
  async function made(log: PostgresLog, life: string, count: number): Promise<Known> {
    await log.create("demo", life, body, null);
    const lines = Array.from({ length: count }, (_, nth) => ({ text: `{"in":"${life}","nth":${nth}}`, checksum: nth }));
    expect(await log.append("demo", { life, head: 0 }, `token-of-${life}`, lines)).toBe(true);
    return { life, head: count };
  }

  /** A log that tells its queries; `then` happens after the first of them is answered. */
  function watched(then = async () => {}) {
    const queries: string[] = [];
    const watching = {
      again: <T>(call: () => Promise<T>) => call(),
      query: async (text: string, values?: readonly unknown[]) => {
        const answer = await database.query(text, values);
        if (queries.push(text) === 1) await then();
        return answer;
      },
    };
    return { log: new PostgresLog(watching as unknown as Database), queries };
  }

  it("what is read of it goes on from where the reader is", async () => {
    const log = new PostgresLog(database);
    const { life } = await made(log, "first", 5);
    expect(await log.tail("demo", 5)).toMatchObject({ life, head: 5, entries: [] });
    const tail = await log.tail("demo", 3);
    expect(tail?.entries.map(({ seq, token }) => [seq, token])).toEqual([
      [4, "token-of-first"],
      [5, "token-of-first"],
    ]);
    await log.delete("demo");
    expect(await log.tail("demo", 3)).toBeUndefined();
  });

  it("changes that are many or long are read by a query of their own", async () => {
    const { log, queries } = watched();
    const known = await made(log, "first", 30);
    const counts = async (after: number) => {
      queries.length = 0;
      const tail = await log.tail("demo", after);
      return [queries.length, tail?.entries.length];
    };
    expect(await counts(10)).toEqual([1, 20]);
    expect(await counts(9)).toEqual([2, 21]);
    const long = { text: JSON.stringify({ text: "é\u2028".repeat(10_000) }), checksum: 7 };
    expect(await log.append("demo", known, "long", [long, { text: "{}", checksum: 8 }])).toBe(true);
    expect(await counts(31)).toEqual([1, 1]);
    expect(await counts(30)).toEqual([2, 2]);
    expect(await counts(0)).toEqual([2, 32]);
    expect((await log.tail("demo", 30))?.entries).toEqual([
      { seq: 31, token: "long", ...long },
      { seq: 32, token: "long", text: "{}", checksum: 8 },
    ]);
  });

  it("an account with little that is new does not wait for one with much", async () => {
    const log = new PostgresLog(database);
    await made(log, "first", 30);
    await log.create("other", "life", body, null);
    const done: string[] = [];
    const tailOf = (account: string) => log.tail(account, 0).then(() => done.push(account));
    await Promise.all([tailOf("demo"), tailOf("other")]);
    expect(done).toEqual(["other", "demo"]);
    await log.delete("other");
  });

  it("changes after a world was replaced are read by those who know it as it was before", async () => {
    const log = new PostgresLog(database);
    const { life } = await made(log, "first", 3);
    const loaded = await log.load("demo", life, "load", body);
    expect(loaded).toEqual({ head: 4, loads: 1 });
    const lines = Array.from({ length: 30 }, (_, nth) => ({ text: "{}", checksum: nth }));
    for (const [count, head] of [
      [2, 4],
      [28, 6],
    ] as const) {
      await log.append("demo", { life, head }, `at-${head}`, lines.slice(0, count));
      const tail = await log.tail("demo", 1);
      expect(tail?.entries.map(({ seq }) => seq)).toEqual(
        Array.from({ length: head + count - 4 }, (_, nth) => 5 + nth),
      );
    }
  });

  it("readers of one account who know different changes share a query, and each gets what it lacks", async () => {
    const { log, queries } = watched();
    const line = { text: '{"text":"a b\u2028c"}', checksum: 3 };
    const known = await made(log, "first", 4);
    await log.append("demo", known, "fifth", [line]);
    queries.length = 0;
    const tails = await Promise.all([4, 5, 2, 40].map((after) => log.tail("demo", after)));
    expect(queries).toHaveLength(1);
    expect(tails.map((tail) => tail?.entries.map(({ seq }) => seq))).toEqual([[5], [], [3, 4, 5], []]);
    expect(tails[0]?.entries).toEqual([{ seq: 5, token: "fifth", ...line }]);
  });

  it("a reader gets the changes of one life, even where the account is made anew while they are read", async () => {
    const log = new PostgresLog(database);
    await made(log, "first", 40);
    const { log: reader } = watched(async () => {
      await log.delete("demo");
      await made(log, "second", 4);
    });
    const tail = await reader.tail("demo", 1);
    expect(tail).toMatchObject({ life: "second", head: 4 });
    expect(tail?.entries.map(({ text }) => JSON.parse(text).in)).toEqual(["second", "second", "second"]);
  });

  it("the query that all requests wait for is not planned anew each time", async () => {
    const log = new PostgresLog(database);
    await made(log, "first", 3);
    await database.query("analyze");
    for (let nth = 0; nth < 20; nth++)
      await Promise.all(["demo", "a", "b", "c"].slice(0, 1 + (nth % 4)).map((account) => log.tail(account, nth % 3)));
    const { rows } = await database.query("select custom_plans::int, statement from pg_prepared_statements");
    const query = rows.find(({ statement }) => statement.includes("as asked"));
    expect(query?.custom_plans).toBeLessThanOrEqual(5);
  });
});
