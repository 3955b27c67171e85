import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Lost } from "../../../src/team/postgres/change-log.ts";
import { Database } from "../../../src/team/postgres/connection.ts";
import { CuttingProxy } from "../../support/cutting-proxy.ts";
import { Postgres, programs, sayMissing } from "../../support/postgres.ts";

sayMissing();
describe.skipIf(!programs)("a connection to the database", () => {
  let postgres: Postgres;
  let proxy: CuttingProxy;
  let database: Database;
  beforeAll(async () => {
    postgres = await Postgres.start();
    proxy = await CuttingProxy.start(postgres.port);
    database = await Database.open(postgres.addressOf("public", proxy.port));
  });
  afterAll(async () => {
    await database.close();
    await proxy.stop();
    await postgres.stop();
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
      await expect(cut).rejects.toThrow(Lost);
      expect((await database.query("select 3 as three")).rows).toEqual([{ three: 3 }]);
    },
  );

  it.each([
    ["has lost the statements that were prepared on it", "deallocate all"],
    ["has a statement of that name already", "deallocate all; prepare NAME as select 1"],
  ])("that %s, as behind a pooler, answers without names", async (_, between) => {
    const own = await Database.open(await postgres.address());
    const text = "select $1::int + 1 as next";
    const next = async (value: number) => (await own.query(text, [value])).rows[0].next;
    // The pool has one connection, as no two statements run at once.
    if (between === "deallocate all") expect(await next(1)).toBe(2);
    const name = `tiers_${createHash("sha1").update(text).digest("hex")}`;
    await own.query(between.replace("NAME", name));
    expect(await next(2)).toBe(3);
    expect(await next(3)).toBe(4);
    const { rows } = await own.query("select count(*)::int as count from pg_prepared_statements where name = $1", [
      name,
    ]);
    expect(rows).toEqual([{ count: 0 }]);
    await own.close();
  });
});
