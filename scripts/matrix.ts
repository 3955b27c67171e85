import { execFileSync, spawnSync } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { nodeBinary, nodeVersions } from "./nodes.ts";

/** Runs all tests on each major version of Node that `engines` admits, or on some: npm run test:matrix -- 22 */
const asked = process.argv.slice(2);
const outcomes: string[] = [];

for (const version of asked.length > 0 ? asked : nodeVersions) {
  const binary = nodeBinary(version);
  const exact = execFileSync(binary, ["--version"], { encoding: "utf8" }).trim();
  console.log(`\n== Node ${exact}`);
  // Processes that tests start must find the same Node first on the path.
  const env = { ...process.env, PATH: `${dirname(binary)}${delimiter}${process.env.PATH}` };
  const { status } = spawnSync(binary, ["node_modules/vitest/vitest.mjs", "run"], { stdio: "inherit", env });
  outcomes.push(`${status === 0 ? "ok    " : "FAILED"}  Node ${exact}`);
  if (status !== 0) process.exitCode = 1;
}
console.log(`\n${outcomes.join("\n")}`);
