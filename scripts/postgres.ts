import { spawn } from "node:child_process";
import { once } from "node:events";
import { Postgres, programs, sayMissing } from "../test/support/postgres.ts";
import { optionsOf } from "./options.ts";

/** Runs tests of the HTTP surfaces on PostgreSQL, with three servers that take turns. `--slow` runs the slow ones. */
const properties = ["invariants", "people", "searches", "sync"].map((name) => `test/properties/${name}.`);
/** Pages and the server itself keep nothing. */
const http = ["download", "errors", "http.", "signed", "surfaces", "request/prefer"].map((name) => `test/http/${name}`);
const folders = ["test/service", "test/control", "test/journeys", "test/client", ...http, ...properties];
const { values, positionals } = optionsOf({ servers: "3", slow: false }, { allowPositionals: true });
const project = values.slow ? "slow" : "fast";
const paths = positionals.length > 0 ? positionals : folders;

sayMissing();
if (!programs) process.exit(process.env.CI ? 1 : 0);
const postgres = await Postgres.start({ settings: ["fsync=off", "max_connections=1000"] });
try {
  const { servers } = values;
  console.log(`\n== On PostgreSQL, with ${servers === "1" ? "one server" : `${servers} servers that take turns`}`);
  const env = {
    ...process.env,
    TEST_DATABASE: `postgres://sandbox@127.0.0.1:${postgres.port}/postgres`,
    TEST_SERVERS: servers,
  };
  const tests = spawn("npx", ["vitest", "run", "--project", project, ...paths], { env, stdio: "inherit" });
  const [code] = await once(tests, "exit");
  if (code !== 0) process.exitCode = 1;
} finally {
  await postgres.stop();
}
