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
  expect(made.mock.calls.map(([, accountId]) => accountId)).toEqual(["warm-up"]);
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
