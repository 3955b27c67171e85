import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Database } from "../../../src/store/postgres/connection.ts";
import { Lost } from "../../../src/store/postgres/log.ts";
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
});
