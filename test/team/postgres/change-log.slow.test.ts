import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { ChangeLog, type Known } from "../../../src/team/postgres/change-log.ts";
import { Database } from "../../../src/team/postgres/connection.ts";
import { world } from "../../store/samples.ts";
import { describePostgres } from "../describe-postgres.ts";

describePostgres("the log in PostgreSQL", (on) => {
  let database: Database;
  beforeAll(async () => {
    database = await Database.open(await on.postgres.address());
  });
  afterAll(async () => {
    await database.close();
  });

  afterEach(async () => {
    await new ChangeLog(database).delete("demo");
  });

  async function made(log: ChangeLog, incarnation: string, count: number): Promise<Known> {
    await log.create("demo", incarnation, world(), "seed");
    const texts = Array.from({ length: count }, (_, nth) => `{"in":"${incarnation}","nth":${nth}}`);
    expect(await log.append("demo", { incarnation, last: 0 }, `token-of-${incarnation}`, texts)).toBe(true);
    return { incarnation, last: count };
  }

  /** A log that records its queries; `then` happens after the first of them is answered. */
  function watched(then = async () => {}) {
    const queries: string[] = [];
    const watching = {
      transaction: <T>(work: Parameters<typeof database.transaction<T>>[0]) => database.transaction(work),
      query: (text: string, values?: readonly unknown[]) => watching.read(text, values),
      read: async (text: string, values?: readonly unknown[]) => {
        const answer = await database.query(text, values);
        if (queries.push(text) === 1) await then();
        return answer;
      },
    };
    return { log: new ChangeLog(watching as unknown as Database), queries };
  }

  it("changes that are many are read by a query of their own", async () => {
    const { log, queries } = watched();
    const known = await made(log, "first", 30);
    const counts = async (after: number) => {
      queries.length = 0;
      const tail = await log.tail("demo", after);
      return [queries.length, tail?.entries.length];
    };
    expect(await counts(11)).toEqual([1, 19]);
    expect(await counts(10)).toEqual([2, 20]);
    const long = JSON.stringify({ text: "é\u2028\n".repeat(10_000) });
    expect(await log.append("demo", known, "long", [long, "{}"])).toBe(true);
    expect(await counts(30)).toEqual([1, 2]);
    expect(await counts(0)).toEqual([2, 32]);
    expect((await log.tail("demo", 30))?.entries).toEqual([
      { seq: 31, text: long },
      { seq: 32, text: "{}" },
    ]);
  });

  it("changes after a world was replaced are read by a reader that knows it as it was before", async () => {
    const log = new ChangeLog(database);
    const { incarnation } = await made(log, "first", 3);
    expect(await log.load("demo", incarnation, "load", world(), "unchanged")).toEqual({ last: 4, reloads: 1 });
    const texts = Array.from({ length: 30 }, () => "{}");
    for (const [count, last] of [
      [2, 4],
      [28, 6],
    ] as const) {
      await log.append("demo", { incarnation, last }, `at-${last}`, texts.slice(0, count));
      const tail = await log.tail("demo", 1);
      const expected = Array.from({ length: last + count - 4 }, (_, nth) => 5 + nth);
      expect([tail?.oldestKept, tail?.entries.map(({ seq }) => seq)]).toEqual([0, [2, 3, ...expected]]);
    }
  });

  it("an append happens only where the log stands as its writer knows it, and is found by its token", async () => {
    const log = new ChangeLog(database);
    const known = await made(log, "first", 2);
    expect(await log.append("demo", { ...known, last: 1 }, "late", ["{}"])).toBe(false);
    expect(await log.append("demo", { ...known, incarnation: "other" }, "late", ["{}"])).toBe(false);
    expect(await log.append("nobody", known, "late", ["{}"])).toBe(false);
    expect([await log.has("demo", "token-of-first"), await log.has("demo", "late")]).toEqual([true, false]);
  });

  it("an append waits while another writer has the log, and then finds it further on", async () => {
    const log = new ChangeLog(database);
    const known = await made(log, "first", 2);
    let other: Promise<boolean> | undefined;
    const isKept = await log.locked("demo", async (locked) => {
      other = log.append("demo", known, "late", ["{}"]);
      const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";
      await expect.poll(async () => (await on.postgres.query(waiting)).length).toBe(1);
      expect((await locked.tail(1))?.entries.map(({ seq }) => seq)).toEqual([2]);
      expect(await locked.append({ ...known, last: 1 }, "behind", ["{}"])).toBe(false);
      return locked.append(known, "locked", ["{}"]);
    });
    expect([isKept, await other, await log.has("demo", "locked")]).toEqual([true, false, true]);
  });

  it("a change that was edited in the database is told from those that the sandbox wrote", async () => {
    const log = new ChangeLog(database);
    await made(log, "first", 2);
    await database.query("update tiers_changes set body = replace(body, '{', '{ ') where seq = 2");
    const { entries } = (await log.tail("demo", 0)) ?? expect.unreachable();
    expect(entries.map(({ seq, isDamaged = false }) => ({ seq, isDamaged }))).toEqual([
      { seq: 1, isDamaged: false },
      { seq: 2, isDamaged: true },
    ]);
  });

  it("a stored world replaces the one before, whose changes go with the next one", async () => {
    const log = new ChangeLog(database);
    const { incarnation } = await made(log, "first", 4);
    const kept = async () => {
      const { storedUpTo, oldestKept, entries } = (await log.tail("demo", 0)) ?? expect.unreachable();
      return [storedUpTo, oldestKept, entries.map(({ seq }) => seq)];
    };
    const bytes = await log.fold("demo", { incarnation, storedUpTo: 0, last: 3 }, world(3));
    expect(bytes).toBeGreaterThan(500);
    expect(await kept()).toEqual([3, 0, [1, 2, 3, 4]]);
    // Another server that stores the same is late.
    await log.fold("demo", { incarnation, storedUpTo: 0, last: 4 }, world(9));
    expect((await log.read("demo"))?.state).toEqual(world(3));
    await log.fold("demo", { incarnation, storedUpTo: 3, last: 4 }, world(4));
    expect([await kept(), (await log.read("demo"))?.state]).toEqual([[4, 3, [4]], world(4)]);
  });

  it("readers of one account that know different changes share a query, and each gets what it lacks", async () => {
    const { log, queries } = watched();
    const text = '{"text":"a b\u2028c"}';
    const known = await made(log, "first", 4);
    await log.append("demo", known, "fifth", [text]);
    queries.length = 0;
    const tails = await Promise.all([4, 5, 2, 40].map((after) => log.tail("demo", after)));
    expect(queries).toHaveLength(1);
    expect(tails.map((tail) => tail?.entries.map(({ seq }) => seq))).toEqual([[5], [], [3, 4, 5], []]);
    expect(tails[0]?.entries).toEqual([{ seq: 5, text }]);
  });

  it("a reader gets changes of one incarnation, also where the account is made anew while it reads", async () => {
    const log = new ChangeLog(database);
    await made(log, "first", 40);
    const { log: reader } = watched(async () => {
      await log.delete("demo");
      await made(log, "second", 4);
    });
    const tail = await reader.tail("demo", 1);
    expect(tail).toMatchObject({ incarnation: "second", last: 4 });
    expect(tail?.entries.map(({ text }) => JSON.parse(text).in)).toEqual(["second", "second", "second"]);
  });
});
