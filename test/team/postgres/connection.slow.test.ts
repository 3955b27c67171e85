import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Database } from "../../../src/team/postgres/connection.ts";
import { CuttingProxy } from "../../support/cutting-proxy.ts";
import { describePostgres } from "../describe-postgres.ts";

describePostgres("a connection to the database", (on) => {
  let proxy: CuttingProxy;
  let database: Database;
  beforeAll(async () => {
    proxy = await CuttingProxy.start(on.postgres.port);
    database = await Database.open(on.postgres.addressOf("public", proxy.port));
  });
  afterAll(async () => {
    await database.close();
    await proxy.stop();
  });

  it.each(["between two statements", "during a statement"])(
    "that is cut %s of a transaction fails it",
    async (moment) => {
      const statement = moment.startsWith("during") ? "select pg_sleep(60)" : "select 1";
      const cut = database.transaction(async ({ query }) => {
        const first = query(statement);
        first.catch(() => {});
        if (statement === "select 1") await first;
        else await wait(50);
        proxy.cut();
        // The connection learns of it in a later turn.
        await wait(50);
        await first;
        await query("select 2");
      });
      await expect(cut).rejects.toMatchObject({ name: "WriteFailed", where: "uncertain" });
      expect((await database.query("select 3 as three")).rows).toEqual([{ three: 3 }]);
    },
  );

  it("that is cut fails a statement as lost and repeats a read; a refused statement is not repeated", async () => {
    const refused = { name: "WriteFailed", where: "database", code: "42703" };
    await expect(database.query("select no_such_column")).rejects.toMatchObject(refused);
    const unread = { name: "ReadFailed", where: "database", code: "42703" };
    await expect(database.read("select no_such_column")).rejects.toMatchObject(unread);
    const uncertain = { name: "WriteFailed", where: "uncertain" };
    const lost = expect(database.query("select pg_sleep(60) as cut")).rejects.toMatchObject(uncertain);
    const isRunning = async () =>
      (await on.postgres.query("select 1 from pg_stat_activity where query = 'select pg_sleep(60) as cut'")).length;
    await expect.poll(isRunning).toBe(1);
    proxy.cut();
    await lost;
    let attempts = 0;
    const again = database.again(() =>
      database.query(++attempts === 1 ? "select pg_terminate_backend(pg_backend_pid())" : "select 4 as four"),
    );
    expect((await again).rows).toEqual([{ four: 4 }]);
    expect(attempts).toBe(2);
  });

  it("needs nothing that outlives a transaction, because a pooler may stand between", async () => {
    await database.query("deallocate all");
    expect((await database.query("select $1::int + 1 as next", [1])).rows).toEqual([{ next: 2 }]);
    expect((await database.query("select name from pg_prepared_statements")).rows).toEqual([]);
  });
});
