import { expect, it } from "vitest";
import { Usage } from "../../src/commands/command.ts";
import { database } from "../../src/commands/database.ts";
import { schemaSql } from "../../src/team/postgres/schema.ts";
import { failure, run } from "./invoked.ts";

it("prints the SQL that makes all tables", async () => {
  const sql = await run(database, ["--sql"]);
  expect(sql).toBe(schemaSql.trimEnd());
  expect(sql).toContain("create table tiers_worlds");
});

it("says what it needs", async () => {
  const error = await failure(run(database, []));
  expect(error).toBeInstanceOf(Usage);
  expect(error.message).toBe("database needs --sql, which prints the SQL of the tables.");
});
