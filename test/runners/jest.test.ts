import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { namedSandbox, nameSandbox } from "../../src/client/environment.ts";
import { SandboxWorld } from "../../src/client/world.ts";
import { sandboxSetup, sandboxTeardown, withWorld } from "../../src/runners/jest.ts";
import { temporaryFolder } from "../store/file/folders.ts";

const named = (currentTestName: string, testPath = join(process.cwd(), "suppliers.test.js")) =>
  vi.stubGlobal("expect", { getState: () => ({ testPath, currentTestName }) });
afterEach(async () => {
  await sandboxTeardown();
  nameSandbox(undefined);
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it("a set-up of Jest starts one sandbox for worlds named after their tests, and its tear-down stops it", async () => {
  nameSandbox(undefined);
  const made = vi.spyOn(SandboxWorld, "make");
  await sandboxSetup({ seed: "empty" })();
  expect(made.mock.calls.map(([, accountId]) => accountId)).toEqual([expect.stringMatching(/^warm-up-\d+$/)]);
  const url = namedSandbox()?.url as string;
  named("Lists a supplier");
  const worlds: unknown[] = [];
  const test = withWorld(async (world, ...values: number[]) => {
    await world.scenario("new-thirdparty");
    worlds.push([world.accountId, (await world.client.GET("/thirdparties")).data?.totalElements, ...values]);
  });
  expect(test).toHaveLength(0);
  await test(1, 2);
  await test();
  const name = expect.stringMatching(/^lists-a-supplier-[0-9a-f]{12}$/);
  expect(worlds).toEqual([
    [name, 1, 1, 2],
    [name, 1],
  ]);
  expect(await (await fetch(`${url}/_sandbox/accounts`)).json()).toMatchObject({ content: [] });
  await sandboxSetup()();
  expect(namedSandbox()?.url).toBe(url);
  await sandboxTeardown();
  expect(namedSandbox()).toBeUndefined();
  await expect(fetch(`${url}/health`)).rejects.toThrow("fetch failed");
  await expect(test()).rejects.toThrow("There is no sandbox: name sandboxSetup() in globalSetup");
});

it("a test of Jest that reaches its limit leaves a bundle, no world, and a word where it waited for it", async () => {
  nameSandbox(undefined);
  const folder = temporaryFolder();
  vi.stubEnv("TIERS_SANDBOX_BUNDLES", folder);
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const hooks: (() => Promise<void>)[] = [];
  vi.stubGlobal("afterEach", (hook: () => Promise<void>) => hooks.push(hook));
  // Jest loads a module for each file of tests. The query makes it another module, and leaves those that it imports.
  const again = "../../src/runners/jest.ts?again";
  const runner: typeof import("../../src/runners/jest.ts") = await import(again);
  await runner.sandboxSetup({ seed: "empty" })();
  const never = new Promise<void>(() => {});
  const isThere = new Promise<void>((resolve) => {
    named("Hangs");
    void runner.withWorld(() => (resolve(), never))();
  });
  await isThere;
  await hooks[0]?.();
  expect(written.mock.calls.join("")).toMatch(/^Bundle of a failure: [^\n]*hangs-[0-9a-f]{12}\.zip[^\n]*\n$/);
  named("Waits for its world");
  const waiting = runner.withWorld(() => never)();
  await hooks[0]?.();
  await waiting;
  expect(written.mock.calls.join("")).toContain('"Waits for its world" reached its limit while its world was still');
  written.mockRestore();
  const accounts = await fetch(`${namedSandbox()?.url}/_sandbox/accounts`);
  expect([readdirSync(folder).length, await accounts.json()]).toMatchObject([2, { content: [] }]);
  await runner.sandboxTeardown();
});

it("a test of Jest that fails leaves a bundle, and no world", async () => {
  nameSandbox(undefined);
  const folder = temporaryFolder();
  vi.stubEnv("TIERS_SANDBOX_BUNDLES", folder);
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await sandboxSetup({ seed: "empty" })();
  named("Fails");
  await expect(withWorld(() => Promise.reject(new Error("wrong")), { freeze: true })()).rejects.toThrow("wrong");
  written.mockRestore();
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^fails-[0-9a-f]{12}\.zip$/)]);
});
