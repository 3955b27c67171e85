import type { Connection } from "../client/connect.ts";
import type { SandboxWorld, WorldOptions } from "../client/world.ts";
import { type Use, useSandbox, useWorld } from "./world.ts";

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

// Made for Playwright without importing it: it refuses to be loaded twice.
interface Fixtures {
  sandbox: [(context: object, use: Use<Connection>) => Promise<void>, { scope: "worker" }];
  world: (
    context: SandboxWorkerFixtures & Pick<SandboxFixtures, "worldOptions">,
    use: Use<SandboxWorld>,
    test: { testId: string; title: string },
  ) => Promise<void>;
  worldOptions: [WorldOptions, { option: true }];
}

/** One sandbox for the run, by `tiers-sandbox exec`, or else for each worker; a world for each test. */
export const sandboxFixtures = (options: WorldOptions = {}): Fixtures => ({
  worldOptions: [options, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs out of the pattern
  sandbox: [async ({}, use) => useSandbox(use), { scope: "worker" }],
  world: async ({ sandbox, worldOptions }, use, { testId: key, title }) =>
    useWorld({ sandbox, worldOptions, test: { title, key } }, use),
});
