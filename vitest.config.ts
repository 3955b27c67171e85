import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const slow = "test/**/*.slow.test.ts";
/** Reads what the other tests of the service observed, so it runs after them. */
const coverage = "test/service/service.coverage.test.ts";
const cores = availableParallelism();
const second = 1_000;
/**
 * Every core has a worker: threads that help one to collect garbage would keep another waiting. With more room for what
 * is young, it is collected less often.
 */
const rarelyCollecting = ["--single-threaded-gc", "--min-semi-space-size=32", "--max-semi-space-size=64"];

/** Files that take long, whatever their size, the longest first: one that begins late would run alone at the end. */
const long = [
  ...["package", "browser/docs", "reliability/worlds", "reliability/neighbours", "reliability/disk"],
  ...["reliability/load", "reliability/requests", "commands/exec", "browser/console/limits", "browser/pages", "main"],
  ...["properties/mirror", "browser/console/story", "browser/console/act", "browser/console/widths"],
].map((name) => `/test/${name}.slow.test.ts`);
const placeOf = ({ moduleId }: TestSpecification) => long.findIndex((name) => moduleId.endsWith(name)) >>> 0;
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  test: {
    pool: "forks",
    // No test mocks a module or leaves a global behind, so files of one worker share what they import.
    isolate: false,
    // These limits end a test that hangs. They are far above what a busy machine needs, so that load fails no test.
    testTimeout: 60 * second,
    hookTimeout: 60 * second,
    expect: { poll: { timeout: 20 * second, interval: 5 } },
    restoreMocks: true,
    // npm run flakes shuffles the files.
    ...(process.env.TEST_STALLS === undefined && { sequence: { sequencer: LongestFirst } }),
    // Times without a zone are UTC whatever the machine's zone; a zone with summer time shows a test that forgets it.
    env: { TZ: "Europe/Paris" },
    // The next run, also one on another Node, finds the sources compiled.
    experimental: { fsModuleCache: true },
    globalSetup: "test/support/observations.ts",
    setupFiles: "test/support/repeatable.ts",
    coverage: { include: ["contract/**", "src/**"] },
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ["test/**/*.test.ts"],
          exclude: [slow, coverage],
          maxWorkers: cores,
          execArgv: rarelyCollecting,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: "coverage", include: [coverage], maxWorkers: cores, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        // Some slow tests mostly wait for programs that they started, so they get more workers than there are cores.
        test: {
          name: "slow",
          include: [slow],
          globalSetup: "test/support/bundles.ts",
          maxWorkers: Math.ceil(1.5 * cores),
          execArgv: rarelyCollecting,
          testTimeout: 300 * second,
          hookTimeout: 300 * second,
          expect: { poll: { timeout: 60 * second, interval: 20 } },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
