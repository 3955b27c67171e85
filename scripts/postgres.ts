import { spawn } from "node:child_process";
import { once } from "node:events";
import { Postgres, programs, sayMissing } from "../test/support/postgres.ts";

/** Runs tests of the HTTP surfaces on PostgreSQL: with one server, and with three that take turns. */
const properties = ["invariants", "searches", "sync"].map((name) => `test/properties/${name}.test.ts`);
const folders = ["test/service", "test/control", "test/journeys", "test/http", "test/client", ...properties];
const given = process.argv.slice(2);
const flag = given.indexOf("--servers");
const [, wanted] = flag < 0 ? [] : given.splice(flag, 2);
const paths = given.length > 0 ? given : folders;

sayMissing();
if (!programs) process.exit(process.env.CI ? 1 : 0);
const postgres = await Postgres.start({ settings: ["fsync=off", "max_connections=1000"] });
try {
  for (const servers of wanted === undefined ? ["1", "3"] : [wanted]) {
    console.log(`\n== On PostgreSQL, with ${servers === "1" ? "one server" : `${servers} servers that take turns`}`);
    const env = {
      ...process.env,
      TEST_DATABASE: `postgres://sandbox@127.0.0.1:${postgres.port}/postgres`,
      TEST_SERVERS: servers,
    };
    const tests = spawn("npx", ["vitest", "run", "--project", "fast", ...paths], { env, stdio: "inherit" });
    const [code] = await once(tests, "exit");
    if (code !== 0) process.exitCode = 1;
  }
} finally {
  await postgres.stop();
}
