import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { makeState } from "../../../src/seed/new-world.ts";
import type { Mark } from "../../../src/store/store.ts";
import { schemaSince, versions, versionTable } from "../../../src/team/postgres/schema.ts";
import { postgresStorage } from "../../../src/team/postgres/storage.ts";
import { change, commit, event, step, world } from "../../store/samples.ts";
import { storageSuite } from "../../store/suite.ts";
import { Postgres, programs, sayMissing } from "../../support/postgres.ts";

const schemaIn = (address: string) => /place_\w+/.exec(address)?.[0];

const minute = 60_000;

sayMissing();
describe.skipIf(!programs)("PostgreSQL", () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await Postgres.start();
  });
  afterAll(() => postgres.stop());

  storageSuite("postgres", async () => postgresStorage(await postgres.address()));

  /** With patience, because the tests ask much at once. */
  async function storageAt(address: string) {
    const storage = await postgresStorage(address, { patience: { connect: minute, query: minute, again: minute } });
    onTestFinished(() => storage.close());
    return storage;
  }

  it("a note that one server changes is known to another when it has read the account anew", async () => {
    const address = await postgres.address();
    const [one, other] = [await storageAt(address), await storageAt(address)];
    await one.create("demo", world());
    const store = await other.open("demo");
    const texts = async () => {
      await store?.refresh();
      return [other.notes.get("demo", "n"), other.notes.get("", "n")];
    };
    await one.notes.change("demo", "n", () => "own");
    expect(await texts()).toEqual(["own", undefined]);
    await one.notes.change("", "n", () => "general");
    expect(await texts()).toEqual(["own", "general"]);
    await one.notes.change("demo", "n", (text) => `${text}, changed`);
    expect(await texts()).toEqual(["own, changed", "general"]);
    await one.notes.change("demo", "n", () => undefined);
    await one.notes.change("", "n", () => undefined);
    expect(await texts()).toEqual([undefined, undefined]);
  });

  it("a note for an account that is not there yet is known when the account is", async () => {
    const address = await postgres.address();
    const [one, other] = [await storageAt(address), await storageAt(address)];
    await one.notes.change("late", "n", () => "early");
    const store = await other.create("late", world());
    await store.refresh();
    expect(other.notes.get("late", "n")).toBe("early");
    expect([...(await one.accounts()).keys()]).toEqual(["late"]);
  });

  it("another server reads the events between two marks, however many changes they are", async () => {
    const address = await postgres.address();
    const [one, other] = [await storageAt(address), await storageAt(address)];
    const store = await one.create("demo", world(1, 0));
    const events = Array.from({ length: 11_000 }, (_, nth) => event(50_000_000 + nth, nth));
    await store.write(async () => {
      for (const each of events) await store.commit(change({ events: [each] }));
    });
    const [mark] = (await other.marks("demo")) as [Mark];
    expect(await other.eventsBetween({ ...mark, head: 0 }, mark)).toEqual({ events, areAll: true });
    const [from, to] = [
      { ...mark, head: 10 },
      { ...mark, head: 12 },
    ];
    expect(await other.eventsBetween(from, to)).toEqual({ events: events.slice(10, 12), areAll: true });
  });

  it("the events of a world that was replaced, or that are stored with it, are not between two marks", async () => {
    const storage = await postgresStorage(await postgres.address(), { folding: { least: 1, most: 1 } });
    onTestFinished(() => storage.close());
    const store = await storage.create("demo", world());
    const markNow = async () => ((await storage.marks("demo")) as [Mark])[0];
    const start = await markNow();
    await commit(store, step(0));
    const before = await markNow();
    await store.load(world());
    const loaded = await markNow();
    expect(await storage.eventsBetween(before, loaded)).toEqual({ events: [], areAll: true });
    expect(await storage.eventsBetween(start, loaded)).toEqual({ events: [], areAll: false });
    await commit(store, step(1));
    const after = await markNow();
    expect(await storage.eventsBetween(before, after)).toEqual({ events: step(1).events, areAll: true });
    expect(await storage.eventsBetween(start, after)).toEqual({ events: step(1).events, areAll: false });
    let nth = 1;
    const isStored = async () => {
      await store.refresh();
      await commit(store, step(++nth));
      return !(await storage.eventsBetween(loaded, await markNow())).areAll;
    };
    await expect.poll(isStored).toBe(true);
    await storage.delete("demo");
    expect(await storage.eventsBetween(loaded, after)).toEqual({ events: [], areAll: false });
  });

  it("worlds that grow alike are not all stored at the same moment", async () => {
    const address = await postgres.address();
    const storage = await postgresStorage(address, { folding: { least: 40_000, most: 40_000 } });
    for (let nth = 0; nth < 8; nth++) {
      const store = await storage.create(`a${nth}`, world());
      for (let change = 0; change < 40; change++) await commit(store, step(change));
    }
    await storage.close();
    const rows = await postgres.query(`select base from ${schemaIn(address)}.tiers_worlds where account <> ''`);
    const bases = rows.map(({ base }) => Number(base));
    expect(Math.min(...bases)).toBeGreaterThan(0);
    expect(new Set(bases).size).toBeGreaterThan(1);
  });

  it("a server that has put requests off learns of a reader until it has sent what that asked for", async () => {
    const address = await postgres.address();
    const { seen } = await storageAt(address);
    expect(await seen.ask("reader")).toBeUndefined();
    expect(await seen.late("one", minute)).toBe(false);
    expect(await seen.ask("one")).toBeUndefined();
    const moment = (await seen.ask("reader")) as string;
    expect(await seen.ask("reader", moment)).toBe(moment);
    expect(await seen.late("one", minute)).toBe(true);
    expect(await seen.late("one", 0)).toBe(false);
    expect(await seen.ask("reader", moment)).toBeUndefined();

    const later = (await seen.ask("reader")) as string;
    await seen.inTime("one");
    expect(await seen.ask("reader", later)).toBeUndefined();
    // It is late again, with requests that were answered before the reader asked.
    expect(await seen.late("one", minute)).toBe(false);
    expect(await seen.ask("reader", later)).toBe(later);
    expect(await seen.late("one", minute)).toBe(true);
  });

  it("nobody waits for a server that has put requests off and is silent since", async () => {
    const address = await postgres.address();
    const { seen } = await storageAt(address);
    await seen.late("one", 500);
    const moment = (await seen.ask("reader")) as string;
    const silentFor = (time: string) =>
      postgres.query(`set search_path = ${schemaIn(address)}; update tiers_late set said = said - interval '${time}'`);
    await silentFor("4 s");
    expect(await seen.ask("reader", moment)).toBeUndefined();
    expect(await seen.ask("reader")).toBeUndefined();
    const rows = () => postgres.query(`select server from ${schemaIn(address)}.tiers_late`);
    await seen.trim(1_000_000, 1_000);
    expect(await rows()).toHaveLength(1);
    await silentFor("1 minute");
    await seen.trim(1_000_000, 1_000);
    expect(await rows()).toEqual([]);
  });

  it("readers who ask many servers at once do not wait for each other for ever", async () => {
    const address = await postgres.address();
    const { seen } = await storageAt(address);
    const servers = Array.from({ length: 20 }, (_, nth) => `server ${nth}`);
    for (const server of servers) await seen.late(server, 500);
    const asked = Array.from({ length: 200 }, (_, nth) =>
      nth % 2 === 0 ? seen.ask(`reader ${nth}`) : seen.late(servers[nth % 20] as string, 500),
    );
    expect(await Promise.all(asked)).not.toContain(undefined);
  });

  it("notes are changed and accounts deleted at once, and neither waits for the other for ever", async () => {
    const address = await postgres.address();
    const [one, other] = [await storageAt(address), await storageAt(address)];
    for (let nth = 0; nth < 10; nth++) {
      await one.create("demo", world());
      const changes = Array.from({ length: 8 }, (_, place) =>
        one.notes.change("demo", `n${place % 3}`, (text) => (text === undefined ? "a" : undefined)),
      );
      await Promise.all([...changes, other.delete("demo")]);
    }
    expect([...(await one.accounts()).keys()]).toEqual([]);
  });

  it("what every request reads of an account is in its row, beside which only the world is stored", async () => {
    const address = await postgres.address();
    const storage = await storageAt(address);
    // A row of less than two kilobytes is kept whole.
    const wish = { accountId: "demo", seed: "portfolio", randomSeed: 1, size: 1, frozen: true };
    const now = Date.UTC(2026, 0, 15);
    const state = await makeState({ ...wish, now, wall: now });
    const store = await storage.create("demo", state);
    await store.load(state);
    await storage.notes.change("demo", "n", () => "text");
    const table = `${address.replace(/.*%3D/, "")}.tiers_worlds`;
    const [{ aside } = {}] = await postgres.query(
      `select reltoastrelid::regclass::text as aside from pg_class where oid = '${table}'::regclass`,
    );
    expect(await postgres.query(`select count(distinct chunk_id)::int as count from ${aside}`)).toEqual([{ count: 1 }]);
  });

  it("tables of an earlier version are brought up to date, and keep what they hold", async () => {
    const address = await postgres.address();
    const former = await storageAt(address);
    await former.create("demo", world());
    await former.notes.change("demo", "n", () => "kept");
    const schema = address.replace(/.*%3D/, "");
    const first = `place_first_${process.pid}`;
    await postgres.query(`create schema ${first}; set search_path = ${first}; ${versionTable} ${versions[0]}
      insert into tiers_version (version) values (1);
      insert into tiers_worlds select account, life, loads, load_token, head, base, floor, shape, checksum, world,
        start_shape, start_checksum, start from ${schema}.tiers_worlds where account <> '';
      insert into tiers_notes select * from ${schema}.tiers_notes`);
    const latter = await storageAt(postgres.addressOf(first));
    const store = await latter.open("demo");
    await store?.refresh();
    expect(await store?.dump()).toEqual(await (await former.open("demo"))?.dump());
    expect(latter.notes.get("demo", "n")).toBe("kept");
    expect(await postgres.query(`select version from ${first}.tiers_version`)).toEqual([{ version: versions.length }]);
  });

  it("the printed SQL makes tables that a server takes as its own, from each version on", async () => {
    for (const version of versions.keys()) {
      const address = await postgres.address();
      const made = version === 0 ? "" : `${versionTable} insert into tiers_version (version) values (${version});`;
      const sql = [made, ...versions.slice(0, version), schemaSince(version)].join("\n");
      await postgres.query(`set search_path = ${address.replace(/.*%3D/, "")}; ${sql}`);
      expect(await (await storageAt(address)).accounts()).toEqual([]);
    }
  });
});
