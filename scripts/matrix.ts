import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** Runs all tests on each major version of Node that `engines` admits, or on some: npm run test:matrix -- 22 */
const asked = process.argv.slice(2);
const versions = asked.length > 0 ? asked : ["20", "22", "24", "26"];
const folder = mkdtempSync(join(tmpdir(), "tiers-sandbox-matrix-"));
const outcomes: string[] = [];

try {
  for (const version of versions) {
    const prefix = join(folder, version);
    // npm publishes Node itself, one binary per platform; its install script needs the permission.
    mkdirSync(prefix);
    writeFileSync(join(prefix, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }));
    execFileSync("npm", ["install", "--no-audit", "--no-fund", `node@${version}`], { cwd: prefix, stdio: "inherit" });
    const binary = join(prefix, "node_modules/node/bin/node");
    const exact = execFileSync(binary, ["--version"], { encoding: "utf8" }).trim();
    console.log(`\n== Node ${exact}`);
    // Processes that tests start must find the same Node first on the path.
    const env = { ...process.env, PATH: `${dirname(binary)}${delimiter}${process.env.PATH}` };
    const { status } = spawnSync(binary, ["node_modules/vitest/vitest.mjs", "run"], { stdio: "inherit", env });
    outcomes.push(`${status === 0 ? "ok    " : "FAILED"}  Node ${exact}`);
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${outcomes.join("\n")}`);
