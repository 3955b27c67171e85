import { availableParallelism } from "node:os";
import spawn from "cross-spawn";

const staticOnly = process.argv.includes("--static");
// .ci/run and a release run the tests themselves: they do not run twice.
const alreadyPassed = process.env.TESTS_ALREADY_PASSED === "1";

interface Check {
  name: string;
  script: string;
}
/** The checks that must pass before a commit, longest first. Each is an npm script, so that it can run alone. */
const checks: Check[] = [
  { name: "types", script: "types" },
  { name: "generated files", script: "generate -- --check" },
  { name: "OpenAPI", script: "lint:openapi" },
  { name: "unused code", script: "unused" },
  { name: "lint", script: "lint" },
  { name: "format", script: "format:check" },
  // The fast tests have it too.
  ...(staticOnly ? [{ name: "architecture", script: "architecture" }] : []),
];

const failed: string[] = [];
async function run({ name, script }: Check): Promise<void> {
  const started = performance.now();
  const child = spawn("npm", ["run", "--silent", ...script.split(" ")], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  const status = await new Promise((done) => child.once("close", done));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? "ok    " : "FAILED"}  ${name.padEnd(16)} ${seconds.padStart(6)} s`);
  if (status === 0) return;
  failed.push(`npm run ${script}`);
  console.log(output.trimEnd().replace(/^/gm, "    "));
}

const left = [...checks];
await Promise.all(
  Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
    for (let check = left.shift(); check; check = left.shift()) await run(check);
  }),
);
// Nothing runs beside the tests.
if (alreadyPassed && !staticOnly) console.log("ok      tests             run apart from these checks");
else if (!staticOnly) await run({ name: "tests", script: "test:all" });

if (failed.length > 0) console.log(`\nTo see one alone: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
