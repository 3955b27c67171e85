import type { Connection } from "../client/connect.ts";
import { nameSandbox } from "../client/environment.ts";
import type { SandboxWorld, WorldOptions } from "../client/world.ts";
import type { StartOptions } from "../sandbox/options.ts";
import { finish, startForRun, type Use, useSandbox, useWorld } from "./world.ts";

/** What `base.extend<SandboxFixtures>(sandboxFixtures())` adds to a test of vitest. */
export interface SandboxFixtures {
  /** The sandbox of the run, or of the worker. */
  sandbox: Connection;
  /** A world of the test's own. */
  world: SandboxWorld;
  /** How worlds are made; `test.override` changes it for a file or a suite. */
  worldOptions: WorldOptions;
}

/** The part of vitest's task that names a test and says how it ended. */
interface Task {
  id: string;
  name: string;
  file: { name: string; projectName?: string | undefined };
  /** Whether the test is expected to fail. */
  fails?: boolean | undefined;
  result?: { state: string } | undefined;
}

interface Running {
  task: Task;
  signal?: AbortSignal;
}

// Made for vitest without importing it: a second copy of vitest would not know the tests of the first.
interface Fixtures {
  sandbox: [(context: object, use: Use<Connection>) => Promise<void>, { scope: "worker" }];
  world: (context: Omit<SandboxFixtures, "world"> & Running, use: Use<SandboxWorld>) => Promise<void>;
  worldOptions: WorldOptions;
}

/** One sandbox for the run, by `sandboxSetup` or `tiers-sandbox exec`, or for each worker; a world for each test. */
export const sandboxFixtures = (options: WorldOptions = {}): Fixtures => ({
  worldOptions: options,
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs out of the pattern
  sandbox: [async ({}, use) => useSandbox(use), { scope: "worker" }],
  world: async ({ sandbox, worldOptions, task, signal }, use) => {
    const { id, name: title, file } = task;
    const failed = () => task.result?.state === "fail" && !task.fails;
    const test = { title, key: `${file.projectName ?? ""} ${file.name} ${id}`, failed, signal };
    await useWorld({ sandbox, worldOptions, test }, use);
  },
});

/**
 * One sandbox for the whole run: the default export of a file that `globalSetup` names. It makes a first world by the
 * world options, those of the fixtures, so that no test waits for it.
 */
export const sandboxSetup =
  (options: StartOptions = {}, worldOptions: WorldOptions = {}) =>
  async (): Promise<() => Promise<void>> => {
    const sandbox = await startForRun(options, worldOptions);
    return async () => {
      if (!sandbox) return;
      nameSandbox(undefined);
      await finish(sandbox);
    };
  };

export type { Use };
