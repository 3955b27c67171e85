import { expect, it } from "vitest";
import { Lost } from "../../../src/team/postgres/change-log.ts";
import type { Database } from "../../../src/team/postgres/connection.ts";
import { databaseSnapshots } from "../../../src/team/postgres/snapshots.ts";

it.each([
  ["was there", true],
  ["was not there", false],
])("a deletion whose first answer was lost knows of a snapshot that it %s", async (_, wasThere) => {
  let rowCount = wasThere ? 1 : 0;
  let cuts = 1;
  const database = {
    again: (call: () => Promise<unknown>) => call().catch(call),
    query: async (text: string) => {
      const found = { rowCount };
      if (!text.startsWith("delete")) return found;
      rowCount = 0;
      if (cuts-- > 0) throw new Lost("ECONNRESET", new Error("cut"));
      return found;
    },
  };
  expect(await databaseSnapshots(database as unknown as Database).delete("a", "one")).toBe(wasThere);
});
