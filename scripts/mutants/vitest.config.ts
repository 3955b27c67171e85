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
    // A server loads what is for several ones when it starts, within a test: each file has to load it anew.
    isolate: isSlow,
    // The copy that Stryker tests lies below node_modules, whose modules vitest loads once. Its set-up has to run for
    // each file, or only the tests of the first file are said to reach anything.
    server: { deps: { inline: [/stryker-setup-\d+\.js$/] } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    env: { TZ: "Europe/Paris" },
    globalSetup: "test/support/observations.ts",
    setupFiles: "test/support/repeatable.ts",
  },
});
