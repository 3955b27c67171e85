import { defineConfig } from "vitest/config";

/** The tests that judge mutants: the patterns in MUTANTS_TESTS, without slow ones unless they are asked for. */
const tests = (process.env.MUTANTS_TESTS ?? "test/**/*.test.ts").split(",");
const isSlow = process.env.MUTANTS_SLOW === "1";

export default defineConfig({
  test: {
    root: process.cwd(),
    include: tests,
    exclude: [
      "test/service/service.coverage.test.ts",
      "test/architecture.test.ts",
      ...(isSlow ? [] : ["test/**/*.slow.test.ts"]),
    ],
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    env: { TZ: "Europe/Paris" },
    globalSetup: "test/support/observations.ts",
    setupFiles: "test/support/repeatable.ts",
  },
});
