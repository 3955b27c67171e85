import { execFileSync, spawnSync } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { nodeBinary, nodeVersions } from "./nodes.ts";
import { optionsOf } from "./options.ts";

/**
 * Runs all tests on each major version of Node that `engines` admits, or some tests on some versions:
 *
 *     npm run test:matrix -- --fast 22 24
 */
const { values, positionals: asked } = optionsOf({ fast: false }, { allowPositionals: true });
const projects = values.fast ? ["--project", "fast", "--project", "coverage"] : [];
const outcomes: string[] = [];

for (const version of asked.length > 0 ? asked : nodeVersions) {
  const binary = nodeBinary(version);
  const exact = execFileSync(binary, ["--version"], { encoding: "utf8" }).trim();
  console.log(`\n== Node ${exact}`);
  // Processes that tests start must find the same Node first on the path.
  const env = { ...process.env, PATH: `${dirname(binary)}${delimiter}${process.env.PATH}` };
  const { status } = spawnSync(binary, ["node_modules/vitest/vitest.mjs", "run", ...projects], {
    stdio: "inherit",
    env,
  });
  outcomes.push(`${status === 0 ? "ok    " : "FAILED"}  Node ${exact}`);
  if (status !== 0) process.exitCode = 1;
}
console.log(`\n${outcomes.join("\n")}`);
