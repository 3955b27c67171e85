import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Connection, Database } from "../../../src/team/postgres/connection.ts";
import { RequestTable, type SentRequest } from "../../../src/team/postgres/request-table.ts";
import { describePostgres } from "../describe-postgres.ts";

describePostgres("the table of the requests of all servers", (on) => {
  let database: Database;
  let table: RequestTable;
  beforeAll(async () => {
    database = await Database.open(await on.postgres.address());
    table = new RequestTable(database);
  });
  afterAll(async () => {
    await database.close();
  });
  beforeEach(() => table.clear());

  const request = (text: string, account = "a", world: string | null = "w"): SentRequest => ({
    ...{ account, world, at: 1, request_id: `id of ${text}` },
    text: JSON.stringify(text),
  });
  const within = (connection: Connection) =>
    new RequestTable({ query: connection.query, read: connection.query } as unknown as Database);
  const start = async () => (await table.since(undefined, "reader")).upTo;

  it("an insert waits for one that began before, so that numbers become visible in their order", async () => {
    const from = await start();
    let later: Promise<void> | undefined;
    await database.transaction(async (connection) => {
      await within(connection).add("one", [request("first")]);
      later = table.add("other", [request("second")]);
      const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
      await expect.poll(async () => (await on.postgres.query(waiting)).length).toBe(1);
      expect(await table.since(from, "reader")).toEqual({ upTo: from, texts: [] });
    });
    await later;
    expect((await table.since(from, "reader")).texts).toEqual(['"first"', '"second"']);
  });

  it("a reader finds no request of its own server, and none twice after some were deleted", async () => {
    const from = await start();
    await table.add("one", [request("kept", "a"), request("deleted", "b")]);
    await table.add("reader", [request("own")]);
    const { upTo, texts } = await table.since(from, "reader");
    expect(texts).toEqual(['"kept"', '"deleted"']);
    await table.clear("b");
    await table.add("one", [request("next")]);
    expect((await table.since(upTo, "reader")).texts).toEqual(['"next"']);
    // The newest are gone: the last number is smaller than before.
    const { upTo: last } = await table.since(upTo, "reader");
    await table.add("one", [request("newest", "b")]);
    const { upTo: newest } = await table.since(last, "reader");
    await table.clear("b");
    expect(await table.since(newest, "reader")).toEqual({ upTo: last, texts: [] });
  });

  it("a reader finds a thousand requests at a time", async () => {
    const from = await start();
    const texts = Array.from({ length: 1_001 }, (_, nth) => `r${nth}`);
    await table.add(
      "one",
      texts.map((text) => request(text)),
    );
    const first = await table.since(from, "reader");
    expect(first.texts).toEqual(texts.slice(0, 1_000).map((text) => JSON.stringify(text)));
    expect(await table.since(first.upTo, "reader")).toEqual({ upTo: first.upTo + 1, texts: ['"r1000"'] });
  });

  it("has the last counts of each server in a period, until another period begins", async () => {
    for (const [period, server, text] of [
      ["first", "two", "a"],
      ["first", "one", "b"],
      ["second", "one", "c"],
      ["first", "two", "d"],
    ] as const)
      await table.count(period, server, text);
    expect([await table.counts("first"), await table.counts("second")]).toEqual([["b", "d"], ["c"]]);
    await table.beginPeriod("second");
    expect([await table.counts("first"), await table.counts("second")]).toEqual([[], ["c"]]);
  });

  it("trims the oldest beyond the bytes and those of each account beyond the number, with a note", async () => {
    const texts = (account: string) => table.list(100, account);
    await table.add("one", [request("x".repeat(5_000), "long", "first"), request("short", "long", "second")]);
    await table.add(
      "one",
      [1, 2, 3].map((nth) => request(`r${nth}`, "many", `w${nth}`)),
    );
    await table.trim(8_000, 2);
    expect([await texts("long"), await texts("many")]).toEqual([['"short"'], ['"r2"', '"r3"']]);
    expect([await table.dropped("long"), await table.dropped("many")]).toEqual(["first", "w1"]);
    expect(await table.dropped("another")).toBeUndefined();
  });

  it("keeps searches apart from requests: what is dropped or cleared of one is still in the other", async () => {
    const searches = new RequestTable(database, "searches");
    for (const log of [table, searches])
      await log.add("one", [request("first", "a", "w1"), request("second", "a", "w2")]);
    await table.trim(1_000_000, 1);
    expect([await table.list(9, "a"), await table.dropped("a")]).toEqual([['"second"'], "w1"]);
    expect([await searches.list(9, "a"), await searches.dropped("a")]).toEqual([['"first"', '"second"'], undefined]);
    await searches.trim(0, 9);
    await table.clear("a");
    expect([await searches.list(9, "a"), await searches.dropped("a"), await table.dropped("a")]).toEqual([
      ...[[], "w2", undefined],
    ]);
    await searches.clear();
    expect(await searches.dropped("a")).toBeUndefined();
  });

  it("is complete up to the earliest time that another server has named, while that server is there", async () => {
    expect(await table.completeUntil("one")).toBeNull();
    await table.complete("two", 2_000);
    await table.complete("three", 3_000);
    expect([await table.completeUntil("one"), await table.completeUntil("two")]).toEqual([2_000, 3_000]);
    await database.query("update tiers_servers set said = said - interval '6 s' where server = 'two'");
    expect(await table.completeUntil("one")).toBe(3_000);
    await table.leave("three");
    expect(await table.completeUntil("one")).toBeNull();
    expect((await database.query("select server from tiers_servers")).rows).toEqual([]);
  });

  it("finds the last request with an id", async () => {
    await table.add("one", [request("same"), { ...request("same"), text: '"later"' }]);
    expect([await table.find("id of same"), await table.find("another")]).toEqual(['"later"', undefined]);
  });
});
