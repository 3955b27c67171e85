/**
 * Runs the tests beside a load that takes all cores, in a random order of files, with event loops that stop at random:
 *
 *     npm run flakes [-- --fast 10] [--slow 3]
 *
 * Every run must pass. The seed of an order is printed: `npx vitest run --sequence.shuffle.files --sequence.seed N`.
 */
import { spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { optionsOf } from "./options.ts";

const { values } = optionsOf({ fast: 10, slow: 3 });
const load = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ["-e", "for (;;);"]));

function passes(project: string): boolean {
  const seed = randomInt(1_000_000);
  const words = ["run", "--project", project, "--sequence.shuffle.files", "--sequence.seed", String(seed)];
  const began = performance.now();
  const { status, stdout } = spawnSync("npx", ["vitest", ...words, "--reporter", "dot"], {
    encoding: "utf8",
    env: { ...process.env, TEST_STALLS: "1" },
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(`${status === 0 ? "ok    " : "FAILED"}  ${project}, order ${seed}, ${seconds} s`);
  if (status !== 0) console.log(stdout);
  return status === 0;
}

try {
  const runs = [...Array(values.fast).fill("fast"), ...Array(values.slow).fill("slow")];
  const failed = runs.filter((project) => !passes(project)).length;
  console.log(`\n${runs.length} runs, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  for (const busy of load) busy.kill();
}
