import { expect, it } from "vitest";
import type { Database } from "../../../src/team/postgres/connection.ts";
import { KeyValue } from "../../../src/team/postgres/key-value.ts";

it("a value that an older read has found does not replace the value of a newer read", async () => {
  let body = "old";
  const answers: (() => void)[] = [];
  const database = {
    read: () => {
      const rows = [{ account: "", name: "faults", body }];
      return new Promise((resolve) => answers.push(() => resolve({ rows })));
    },
  };
  const values = new KeyValue(database as unknown as Database);
  const older = values.refresh("a");
  body = "new";
  const newer = values.refresh("b");
  // The newer answer comes first, where it may.
  while (answers.length > 0) {
    answers.pop()?.();
    await new Promise(setImmediate);
  }
  await Promise.all([older, newer]);
  expect(values.get("", "faults")).toBe("new");
});
