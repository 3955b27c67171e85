import type { Connection } from "../client/connect.ts";
import type { SandboxWorld, WorldOptions } from "../client/world.ts";
import { type Use, useSandbox, useWorld, warm } from "./world.ts";

/** What `base.extend<SandboxFixtures, SandboxWorkerFixtures>(sandboxFixtures())` adds to a test of Playwright. */
export interface SandboxFixtures {
  /** A world of the test's own. */
  world: SandboxWorld;
  /** How worlds are made; `test.use` and the configuration change it. */
  worldOptions: WorldOptions;
}
export interface SandboxWorkerFixtures {
  /** The sandbox of the run, or of the worker. */
  sandbox: Connection;
}

/** The part of Playwright's TestInfo that names a test, says how it ended and takes files for the report. */
interface RunningTest {
  testId: string;
  title: string;
  status?: string | undefined;
  expectedStatus?: string | undefined;
  attach?(name: string, options: { path: string; contentType: string }): Promise<void>;
}

/** In milliseconds; with a limit of its own, what a worker prepares counts against no test. */
const onceForWorker = { scope: "worker", timeout: 60_000 } as const;

// Made for Playwright without importing it: it refuses to be loaded twice.
interface Fixtures {
  sandbox: [(context: object, use: Use<Connection>) => Promise<void>, { scope: "worker"; timeout: number }];
  world: (
    context: SandboxWorkerFixtures & Pick<SandboxFixtures, "worldOptions">,
    use: Use<SandboxWorld>,
    test: RunningTest,
  ) => Promise<void>;
  worldOptions: [WorldOptions, { option: true }];
}

/** One sandbox for the run, by `tiers-sandbox exec`, or else for each worker; a world for each test. */
export const sandboxFixtures = (options: WorldOptions = {}): Fixtures => ({
  worldOptions: [options, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs out of the pattern
  sandbox: [async ({}, use) => useSandbox((it) => warm(it, options).then(() => use(it))), onceForWorker],
  world: async ({ sandbox, worldOptions }, use, info) => {
    const { testId: key, title } = info;
    const failed = () => info.status !== info.expectedStatus;
    const attach = async (path: string) =>
      info.attach?.("tiers-sandbox bundle", { path, contentType: "application/zip" });
    await useWorld({ sandbox, worldOptions, test: { title, key, failed, attach } }, use);
  },
});

export type { Use };
