import { sync as spawnSync } from "cross-spawn";

/** The checks that must pass before a commit, cheapest first. Each is an npm script, so that it can run alone. */
const checks = [
  { name: "format", script: "format:check" },
  { name: "lint", script: "lint" },
  { name: "types", script: "types" },
  { name: "unused code", script: "unused" },
  { name: "architecture", script: "architecture" },
  { name: "generated files", script: "generate -- --check" },
  { name: "OpenAPI", script: "lint:openapi" },
  { name: "package", script: "check:package" },
];
const tests = { name: "tests", script: "test:all" };

// .ci/run sets this after it has run all tests on the same tree, so that they do not run twice.
const alreadyPassed = process.env.TESTS_ALREADY_PASSED === "1";
const staticOnly = process.argv.includes("--static");

const failed: string[] = [];
for (const { name, script } of staticOnly || alreadyPassed ? checks : [...checks, tests]) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", ...script.split(" ")], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? "ok    " : "FAILED"}  ${name.padEnd(16)} ${seconds.padStart(6)} s`);
  if (status === 0) continue;
  failed.push(`npm run ${script}`);
  console.log(`${stdout}${stderr}`.trimEnd().replace(/^/gm, "    "));
}
if (alreadyPassed && !staticOnly) console.log("ok      tests             passed before, on this tree");

if (failed.length > 0) console.log(`\nTo see one alone: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
