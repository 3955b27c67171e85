import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type RunningSandbox, startSandbox } from "../../src/start.ts";
import { databaseFormat, schemaSql } from "../../src/team/postgres/schema.ts";
import { send } from "../control/running.ts";
import { CuttingProxy } from "../support/cutting-proxy.ts";
import { describePostgres } from "./describe-postgres.ts";

const list = "/api/v1/account/team/thirdparties";
const company = { companyIdType: "CIT001", companyIdValue: "21996648800021" };

describePostgres("a server whose database fails", (on) => {
  let proxy: CuttingProxy;
  let server: RunningSandbox;
  let token: string;
  let schema: string;
  beforeAll(async () => {
    proxy = await CuttingProxy.start(on.postgres.port);
  });
  afterAll(async () => {
    await proxy.stop();
  });
  beforeEach(async () => {
    const address = await on.postgres.address();
    schema = address.replace(/.*%3D/, "");
    const database = on.postgres.addressOf(schema, proxy.port);
    server = await startSandbox({ database, seed: "empty", now: "2026-01-15T09:00:00", freeze: true });
    await server.world("team");
    token = await server.token(["team"]);
  });
  afterEach(() => server.close());

  async function ask(method: string, path: string, body?: unknown) {
    const answer = await send(server.url + path, method, body, { authorization: `Bearer ${token}` });
    // biome-ignore lint/suspicious/noExplicitAny: a response of any operation
    return { ...answer, body: answer.body as any, retry: answer.headers.get("retry-after") };
  }
  const dossiersOf = (id: number) => `${list}/${id}/dossiers`;
  const wish = { requiredDocuments: ["CODE_CONDUITE"] };
  const added = async (): Promise<number> => (await ask("POST", list, company)).body.thirdpartyId;
  /** A third party has two dossiers from the start. */
  const count = async (id: number) => ((await ask("GET", dossiersOf(id))).body.content.length as number) - 2;
  const inSchema = (sql: string) => on.postgres.query(`set search_path = ${schema}; ${sql}`);

  it("a full disk of the database answers 507, and nothing is changed", async () => {
    const id = await added();
    await inSchema(`create function full_disk() returns trigger language plpgsql as $$
      begin raise exception using errcode = '53100', message = 'could not extend file'; end $$;
      create trigger full_disk before insert on tiers_changes execute function full_disk()`);
    const refused = await ask("POST", dossiersOf(id), wish);
    expect([refused.status, refused.body.code, await count(id)]).toEqual([507, "INSUFFICIENT_STORAGE", 0]);
    await inSchema("drop trigger full_disk on tiers_changes");
    expect([(await ask("POST", dossiersOf(id), wish)).status, await count(id)]).toEqual([201, 1]);
  });

  it("a database that only reads answers writes with 503 and Retry-After, and reads with 200", async () => {
    const id = await added();
    await on.postgres.query("alter system set default_transaction_read_only = on");
    await on.postgres.query("select pg_reload_conf()");
    try {
      // Each connection learns of it by itself.
      const refused = async () => {
        const { status, retry, text } = await ask("POST", dossiersOf(id), wish);
        return [status, retry, text];
      };
      await expect.poll(refused).toEqual([503, "2", expect.stringContaining("(25006): nothing was changed")]);
      expect((await ask("GET", list)).status).toBe(200);
    } finally {
      await on.postgres.query("alter system reset default_transaction_read_only");
      await on.postgres.query("select pg_reload_conf()");
    }
    await expect.poll(async () => (await ask("POST", dossiersOf(id), wish)).status).toBe(201);
    await expect.poll(async () => (await ask("GET", "/ready")).status).toBe(200);
  });

  it("a restart of the database loses nothing, and what it holds up is answered", async () => {
    const id = await added();
    const writes: Promise<{ status: number }>[] = [];
    const restart = (async () => {
      await on.postgres.halt("SIGQUIT");
      await on.postgres.resume();
    })();
    for (let nth = 0; nth < 20; nth++) writes.push(ask("POST", dossiersOf(id), wish));
    await restart;
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    await expect.poll(async () => (await ask("GET", list)).status).toBe(200);
    expect(statuses.filter((status) => ![201, 503].includes(status))).toEqual([]);
    const kept = statuses.filter((status) => status === 201).length;
    expect(await count(id)).toBeGreaterThanOrEqual(kept);
  });

  it("a database that is away answers 503 with Retry-After, and says so at /ready", async () => {
    const id = await added();
    await on.postgres.halt();
    const [read, stream, write, ready] = await Promise.all([
      ask("GET", list),
      ask("GET", "/_sandbox/stream"),
      ask("POST", dossiersOf(id), wish),
      ask("GET", "/ready"),
    ]);
    expect([read.status, read.retry, write.status, write.retry, stream.status]).toEqual([503, "2", 503, "2", 503]);
    expect([ready.status, (await ask("GET", "/health")).status]).toEqual([503, 200]);
    for (const { text } of [read, write, ready]) expect(text).not.toMatch(/postgres:\/\/|sandbox@/);
    await on.postgres.resume();
    expect((await ask("POST", dossiersOf(id), wish)).status).toBe(201);
  });

  it("a database that was made anew answers 503, and /ready says what to do", async () => {
    await inSchema(`drop schema ${schema} cascade; create schema ${schema}`);
    const [read, ready] = [await ask("GET", list), await ask("GET", "/ready")];
    expect([read.status, read.body.code]).toEqual([503, "STORAGE_UNAVAILABLE"]);
    expect(read.body.detail).toContain("(42P01): nothing was changed. Its tables are gone: start the server again.");
    const reason = "The database has lost the tables of the sandbox: start the server again.";
    expect([ready.status, ready.body]).toEqual([503, { status: "not ready", reason }]);
  });

  it("writes whose answers are lost, or whose connections are cut, happen once if they are answered", async () => {
    const id = await added();
    let kept = 0;
    let uncertain = 0;
    for (let round = 0; round < 10; round++) {
      const writes = Array.from({ length: 4 }, () => ask("POST", dossiersOf(id), wish));
      if (round % 2 === 0) setImmediate(() => proxy.cut());
      else await proxy.swallow(5 + 5 * round);
      for (const { status } of await Promise.all(writes)) {
        expect([201, 503]).toContain(status);
        if (status === 201) kept++;
        else uncertain++;
      }
    }
    const there = await count(id);
    expect(there).toBeGreaterThanOrEqual(kept);
    expect(there).toBeLessThanOrEqual(kept + uncertain);
    expect(kept).toBeGreaterThan(0);
  });
});

describePostgres("a database that cannot be used", (on) => {
  it("a user that may not create tables gets the SQL, and starts on tables that another user made", async () => {
    await on.postgres.query(`create role guest login password 'hush-hush'; create schema theirs;
      grant usage on schema theirs to guest`);
    const database = on.postgres.addressOf("theirs").replace("sandbox@", "guest@");
    for (const none of [database, on.postgres.addressOf("no_such_schema")])
      await expect(startSandbox({ database: none })).rejects.toThrow(
        /may not create tables[\s\S]*create table tiers_worlds/,
      );
    await on.postgres.query(`set search_path = theirs; ${schemaSql}`);
    await expect(startSandbox({ database })).rejects.toThrow(/may not create tables[\s\S]*grant the user its tables/);
    await on.postgres.query(`grant select, insert, update, delete on all tables in schema theirs to guest;
      revoke delete on theirs.tiers_values from guest`);
    const ungranted = await startSandbox({ database }).catch(({ message }: Error) => message);
    expect(ungranted).toContain("grant select, insert, update, delete on tiers_values to guest;");
    await on.postgres.query(`set search_path = theirs; ${String(ungranted).replace(/^[\s\S]*?\ngrant/, "grant")}`);
    const server = await startSandbox({ database, seed: "empty" });
    expect((await server.world("one")).accountId).toBe("one");
    await server.close();
  });

  it("tables of an earlier commit are refused with a sentence, and left alone", async () => {
    const database = await on.postgres.address();
    const schema = database.replace(/.*%3D/, "");
    await on.postgres.query(`set search_path = ${schema}; create table tiers_version (version int not null);
      insert into tiers_version values (2); create table tiers_worlds (account text primary key);
      insert into tiers_worlds values ('demo')`);
    await expect(startSandbox({ database })).rejects.toThrow(
      "The database has tables of a tiers-sandbox before the first release, which this one does not read: name " +
        "another database, or export the worlds with the version that wrote them and import them here.",
    );
    const tables = await on.postgres.query(`select table_name as name from information_schema.tables
      where table_schema = '${schema}' order by table_name`);
    expect(tables.map(({ name }) => name)).toEqual(["tiers_version", "tiers_worlds"]);
    expect(await on.postgres.query(`select account from ${schema}.tiers_worlds`)).toEqual([{ account: "demo" }]);
  });

  it("servers that start at once make the tables once", async () => {
    const database = await on.postgres.address();
    const servers = await Promise.all([1, 2, 3].map(() => startSandbox({ database, seed: "empty" })));
    for (const server of servers) await server.close();
  });

  it("tables of another form are refused", async () => {
    const database = await on.postgres.address();
    await (await startSandbox({ database, seed: "empty" })).close();
    await on.postgres.query(`update ${database.replace(/.*%3D/, "")}.tiers_format set format = 'another@9'`);
    const sentence =
      `The database has tables of the form another@9, and this version reads ${databaseFormat}: start the version ` +
      "that made them, or name another database.";
    await expect(startSandbox({ database })).rejects.toThrow(sentence);
  });

  it("a data folder and a database together are refused", async () => {
    await expect(startSandbox({ database: "postgres://h/d", data: "d" })).rejects.toThrow("leave out one of the two");
  });
});
