import { expect, it } from "vitest";
import type { Database } from "../../../src/store/postgres/connection.ts";
import { Lost } from "../../../src/store/postgres/log.ts";
import { databaseSnapshots } from "../../../src/store/postgres/snapshots.ts";

it("a snapshot was there if it is gone after a first try whose answer was lost", async () => {
  const found = [true, false];
  const database = {
    query: async () => {
      const rowCount = found.shift() ? 1 : 0;
      if (rowCount === 1) throw new Lost("ECONNRESET", new Error("cut"));
      return { rowCount };
    },
  };
  const again = (call: () => Promise<unknown>) => call().catch(call);
  const snapshots = databaseSnapshots({ ...database, again } as unknown as Database);
  expect(await snapshots.delete("a", "one")).toBe(true);
  expect(await snapshots.delete("a", "one")).toBe(false);
});
