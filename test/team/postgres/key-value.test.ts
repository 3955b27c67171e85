import { expect, it } from "vitest";
import type { Database } from "../../../src/team/postgres/connection.ts";
import { DatabaseNotes } from "../../../src/team/postgres/key-value.ts";

it("what an older read of the notes has found does not take the place of what a newer one has", async () => {
  let body = "old";
  const answers: (() => void)[] = [];
  const database = {
    again: <T>(call: () => Promise<T>) => call(),
    query: () => {
      const rows = [{ account: "", name: "faults", body }];
      return new Promise((resolve) => answers.push(() => resolve({ rows })));
    },
  };
  const notes = new DatabaseNotes(database as unknown as Database);
  const older = notes.refresh("a");
  body = "new";
  const newer = notes.refresh("b");
  // The newer answer comes first, where it may.
  while (answers.length > 0) {
    answers.pop()?.();
    await new Promise(setImmediate);
  }
  await Promise.all([older, newer]);
  expect(notes.get("", "faults")).toBe("new");
});
