import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Looks back at what the other files did, so it runs after all of them. */
const retrospect = "test/service/coverage.test.ts";

export default defineConfig({
  test: {
    pool: "forks",
    // The main process waits while they work, and a few files mostly wait for programs that they started.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // No test mocks a module or leaves a global behind, so files of one worker share what they import.
    isolate: false,
    // Only a hang fails by time: a busy machine may need ten times as long as an idle one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    restoreMocks: true,
    expect: { poll: { timeout: 120_000 } },
    // Zone-less moments are UTC whatever the machine's zone: a zone with summer time shows who forgot.
    env: { TZ: "Europe/Paris" },
    globalSetup: "test/support/observations.ts",
    coverage: { include: ["contract/**", "src/**"] },
    projects: [
      {
        extends: true,
        test: { name: "tests", include: ["test/**/*.test.ts"], exclude: [retrospect], sequence: { groupOrder: 0 } },
      },
      { extends: true, test: { name: "retrospect", include: [retrospect], sequence: { groupOrder: 1 } } },
    ],
  },
});
