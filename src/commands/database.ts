import { command, flag, Usage } from "./command.ts";

export const database = command({
  name: "database",
  summary: "Print the SQL of the tables of a PostgreSQL database.",
  details: [
    "tiers-sandbox --database makes its tables by itself. A user who may not create any needs its owner to run this " +
      "SQL once, and to grant the user the right to select, insert, update and delete in the tables.",
  ],
  examples: [["database --sql", "For psql, or for a migration tool."]],
  options: { sql: flag("Print the SQL.") },
  async run({ values, show }) {
    if (!values.sql) throw new Usage("database needs --sql, which prints the SQL of the tables.");
    const { schemaSql } = await import("../team/postgres/schema.ts");
    show({ sql: schemaSql }, () => [schemaSql.trimEnd()]);
  },
});
