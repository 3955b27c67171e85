import { expect, it, onTestFinished } from "vitest";
import { ChangeLog } from "../../../src/team/postgres/change-log.ts";
import { Database } from "../../../src/team/postgres/connection.ts";
import { KeyValue } from "../../../src/team/postgres/key-value.ts";
import { schemaSql } from "../../../src/team/postgres/schema.ts";
import { PostgresStorage } from "../../../src/team/postgres/storage.ts";
import { commit, step, world } from "../../store/samples.ts";
import { storageSuite } from "../../store/suite.ts";
import { describePostgres } from "../describe-postgres.ts";

const schemaIn = (address: string) => /place_\w+/.exec(address)?.[0];
const minute = 60_000;

describePostgres("PostgreSQL", (on) => {
  async function opened(address: string, folding?: { least: number; most: number }) {
    // The tests ask for much at once.
    const database = await Database.open(address, { connect: minute, query: minute, again: minute });
    const values = new KeyValue(database);
    const log = new ChangeLog(database);
    return { storage: new PostgresStorage(database, log, values, undefined, folding), values };
  }
  async function server(...given: Parameters<typeof opened>) {
    const made = await opened(...given);
    onTestFinished(() => made.storage.close());
    return made;
  }

  async function two() {
    const address = await on.postgres.address();
    return [await server(address), await server(address)] as const;
  }

  storageSuite("postgres", async () => (await opened(await on.postgres.address())).storage);

  it("a value that one server changes is known to another that has refreshed the account", async () => {
    const [one, other] = await two();
    await one.storage.create("demo", world());
    const store = await other.storage.open("demo");
    const texts = async () => {
      await store?.refresh();
      return [other.values.get("demo", "n"), other.values.get("", "n")];
    };
    await one.values.change("demo", "n", () => "own");
    expect(await texts()).toEqual(["own", undefined]);
    await one.values.change("", "n", () => "general");
    expect(await texts()).toEqual(["own", "general"]);
    await one.values.change("demo", "n", (text) => `${text}, changed`);
    expect(await texts()).toEqual(["own, changed", "general"]);
    await one.values.change("demo", "n", () => undefined);
    await one.values.change("", "n", () => undefined);
    expect(await texts()).toEqual([undefined, undefined]);
  });

  it("the values of an account that another server has deleted are forgotten with its world", async () => {
    const [one, other] = await two();
    await (await one.storage.create("demo", world())).refresh();
    await one.values.change("demo", "n", () => "own");
    await one.values.change("elsewhere", "n", () => "of a world that this server does not have");
    expect([one.values.get("demo", "n"), one.values.get("elsewhere", "n")]).toEqual(["own", undefined]);
    await other.storage.delete("demo");
    expect(await one.storage.open("demo")).toBeUndefined();
    expect(one.values.get("demo", "n")).toBeUndefined();
  });

  it("a snapshot that was changed in the database is listed as damaged, and spoils no other", async () => {
    const address = await on.postgres.address();
    const { storage } = await server(address);
    await storage.create("demo", world());
    for (const name of ["cut", "sound"])
      await storage.snapshots.put("demo", { name, takenAt: "2026-01-15T09:00:00.000", running: false, state: world() });
    const shorter = "set world = substring(world for length(world) - 5) where name = 'cut'";
    await on.postgres.query(`update ${schemaIn(address)}.tiers_snapshots ${shorter}`);
    expect(await storage.snapshots.list("demo")).toMatchObject([
      { name: "cut", takenAt: null, damage: "it was changed since the sandbox wrote it" },
      { name: "sound", takenAt: "2026-01-15T09:00:00.000", damage: null },
    ]);
  });

  it("a snapshot of an account that another server has deleted is refused", async () => {
    const { storage } = await server(await on.postgres.address());
    const snapshot = { name: "s", takenAt: "2026-01-15T09:00:00.000", running: false, state: world() };
    await expect(storage.snapshots.put("gone", snapshot)).rejects.toMatchObject({ name: "AccountClosed" });
  });

  it("a world is stored anew when its changes are long, and another server reads it from there", async () => {
    const address = await on.postgres.address();
    const [one, other] = [await server(address, { least: 10_000, most: 10_000 }), await server(address)];
    const store = await one.storage.create("demo", world());
    const behind = await other.storage.open("demo");
    let nth = 0;
    const oldestKept = async () => {
      await commit(store, step(nth++));
      const query = `select oldest_kept from ${schemaIn(address)}.tiers_worlds where account = 'demo'`;
      return Number((await on.postgres.query(query))[0]?.oldest_kept);
    };
    await expect.poll(oldestKept).toBeGreaterThan(0);
    await behind?.refresh();
    expect(await behind?.dump()).toEqual(await store.dump());
  });

  it("values are changed and accounts deleted at once, and neither waits for the other for ever", async () => {
    const [one, other] = await two();
    for (let nth = 0; nth < 10; nth++) {
      await one.storage.create("demo", world());
      const changes = Array.from({ length: 8 }, (_, place) =>
        one.values.change("demo", `n${place % 3}`, (text) => (text === undefined ? "a" : undefined)),
      );
      await Promise.all([...changes, other.storage.delete("demo")]);
    }
    expect([...(await one.storage.accounts()).keys()]).toEqual([]);
  });

  it("a change of a value runs again where another server was first", async () => {
    const address = await on.postgres.address();
    const servers = [await server(address), await server(address), await server(address)];
    const add = (text: string | undefined) => String(Number(text ?? 0) + 1);
    await Promise.all(Array.from({ length: 60 }, (_, nth) => servers[nth % 3]?.values.change("demo", "n", add)));
    expect(await servers[0]?.values.list("n")).toEqual([{ accountId: "demo", text: "60" }]);
  });

  it("the printed SQL makes tables that a server uses as its own", async () => {
    const address = await on.postgres.address();
    await on.postgres.query(`set search_path = ${schemaIn(address)}; ${schemaSql}`);
    expect(await (await server(address)).storage.accounts()).toEqual(new Map());
  });
});
