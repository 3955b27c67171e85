import { once } from "node:events";
import { relative } from "node:path";
import { connectSandbox } from "../client/connect.ts";
import { namedSandbox, nameSandbox } from "../client/environment.ts";
import type { SandboxWorld, WorldOptions } from "../client/world.ts";
import type { StartOptions } from "../sandbox/options.ts";
import type { RunningSandbox } from "../start.ts";
import { finish, startForRun, useWorld } from "./world.ts";

/** Jest loads a set-up and its tear-down apart from each other, in one process. */
const started: unique symbol = Symbol.for("tiers-sandbox/jest");
const run = globalThis as { [started]?: RunningSandbox | undefined };

/** The part of Jest that names the test that runs, and tells of its end. */
interface Jest {
  expect?: { getState(): { testPath?: string; currentTestName?: string } };
  afterEach?: (hook: () => Promise<void>) => void;
}
const jest = globalThis as Jest;
const stateOfTest = () => jest.expect?.getState() ?? {};

/** The tests that run, by their names. */
const running = new Map<string, { limit: AbortController; over: Promise<void> }>();
// A test that has reached its limit does not learn of it: Jest leaves its function waiting, and goes on to this.
jest.afterEach?.(async () => {
  const test = running.get(stateOfTest().currentTestName ?? "");
  test?.limit.abort();
  await test?.over.catch(() => {});
});

/**
 * One sandbox for the whole run, or that of `tiers-sandbox exec`: what the file of `globalSetup` exports. It makes a
 * first world by the world options, those of the tests, so that no test waits for it.
 */
export const sandboxSetup =
  (options: StartOptions = {}, worldOptions: WorldOptions = {}) =>
  async (): Promise<void> => {
    run[started] = (await startForRun(options, worldOptions)) ?? run[started];
  };

/** Stops the sandbox of `sandboxSetup`: what the file of `globalTeardown` exports. */
export async function sandboxTeardown(): Promise<void> {
  const { [started]: sandbox } = run;
  if (!sandbox) return;
  run[started] = undefined;
  nameSandbox(undefined);
  await finish(sandbox);
}

/** A test with a world of its own, which is deleted afterwards; of a test that failed it leaves a bundle. */
export const withWorld =
  <V extends unknown[]>(test: (world: SandboxWorld, ...values: V) => unknown, options: WorldOptions = {}) =>
  // Jest waits for a callback where a function names parameters.
  async (...values: V): Promise<void> => {
    const shared = namedSandbox();
    if (!shared)
      throw new Error("There is no sandbox: name sandboxSetup() in globalSetup, or run tiers-sandbox exec -- jest.");
    const { testPath = "", currentTestName: title = "" } = stateOfTest();
    const limit = new AbortController();
    const { signal } = limit;
    const named = { title, key: relative(process.cwd(), testPath), failed: () => false, signal };
    const over = useWorld({ sandbox: connectSandbox(shared), worldOptions: options, test: named }, async (world) => {
      await Promise.race([test(world, ...values), once(signal, "abort")]);
    });
    running.set(title, { limit, over });
    await over.finally(() => running.delete(title));
  };
