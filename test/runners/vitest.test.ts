import { afterEach, test as base, describe, expect, it, vi } from "vitest";
import { connectSandbox } from "../../src/client/connect.ts";
import { nameSandbox } from "../../src/client/environment.ts";
import { SandboxWorld } from "../../src/client/world.ts";
import { type SandboxFixtures, sandboxFixtures, sandboxSetup } from "../../src/runners/vitest.ts";
import { startSandbox } from "../../src/start.ts";

const test = base.extend<SandboxFixtures>(sandboxFixtures({ seed: "empty", now: "2026-01-15T09:00:00", freeze: true }));

describe("the fixtures of vitest", () => {
  const seen: { url: string; accountId: string }[] = [];

  test("a test has a world of its own, made as the fixtures say", async ({ sandbox, world }) => {
    seen.push({ url: sandbox.url, accountId: world.accountId });
    expect(world.accountId).toMatch(/^a-test-has-a-world-of-its-own-made-as-the-fixtures-.*[0-9a-f]{12}$/);
    expect(await world.clock.now()).toBe("2026-01-15T09:00:00.000");
    const { data } = await world.client.GET("/thirdparties");
    expect(data?.totalElements).toBe(0);
    await world.scenario("new-thirdparty");
  });

  test("the next test has the same sandbox and another world, and the one before is gone", async ({
    sandbox,
    world,
  }) => {
    const [before] = seen;
    const { data } = await world.client.GET("/thirdparties");
    expect([sandbox.url, data?.totalElements]).toEqual([before?.url, 0]);
    expect(world.accountId).not.toBe(before?.accountId);
    const accounts = await (await fetch(`${sandbox.url}/_sandbox/accounts`)).json();
    expect(accounts).toMatchObject({ content: [{ accountId: world.accountId }] });
  });

  describe("of a suite", () => {
    test.override({ worldOptions: { seed: "onboarding" } });

    test("a suite may have worlds of another kind", async ({ world }) => {
      const { data } = await world.client.GET("/thirdparties");
      expect(data?.totalElements).toBeGreaterThan(0);
    });
  });
});

describe("the sandbox of a run", () => {
  afterEach(() => nameSandbox(undefined));

  it("sandboxSetup starts a sandbox that the fixtures and connectSandbox find, and closes it at the end", async () => {
    const made = vi.spyOn(SandboxWorld, "make");
    const stop = await sandboxSetup({ seed: "empty", sandboxKey: "k-17" }, { randomSeed: 17 })();
    const warmUp = [expect.stringMatching(/^warm-up-\d+$/), { randomSeed: 17 }];
    expect(made.mock.calls.map(([, accountId, options]) => [accountId, options])).toEqual([warmUp]);
    const { url } = connectSandbox();
    const [worker] = sandboxFixtures().sandbox;
    await worker({}, async (sandbox) => expect(sandbox.url).toBe(url));
    expect((await fetch(`${url}/health`)).status).toBe(200);
    await stop();
    await expect(fetch(`${url}/health`)).rejects.toThrow("fetch failed");
    expect(() => connectSandbox()).toThrow("connectSandbox needs { url }, or TIERS_SANDBOX_URL");
  });

  it("sandboxSetup warms the sandbox that tiers-sandbox exec has started, and leaves it at its end", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    nameSandbox({ url: sandbox.url, key: null });
    const made = vi.spyOn(SandboxWorld, "make");
    const stop = await sandboxSetup({}, { randomSeed: 17 })();
    expect(made.mock.calls.map(([, , options]) => options)).toEqual([{ randomSeed: 17 }]);
    expect(connectSandbox().url).toBe(sandbox.url);
    await stop();
    expect((await fetch(`${sandbox.url}/health`)).status).toBe(200);
    await sandbox.close();
  });
});
