import { expect, it, vi } from "vitest";
import { SandboxWorld } from "../../src/client/world.ts";
import { sandboxFixtures } from "../../src/runners/playwright.ts";
import { temporaryFolder } from "../store/file/folders.ts";

it("the fixtures of Playwright give a worker its sandbox and a test its world, as Playwright calls them", async () => {
  const { sandbox: worker, world: forTest, worldOptions: options } = sandboxFixtures({ seed: "empty" });
  const [worldOptions, { option }] = options;
  const [start, { scope, timeout }] = worker;
  expect({ worldOptions, option, scope }).toEqual({ worldOptions: { seed: "empty" }, option: true, scope: "worker" });
  // Without a limit of its own a worker's start counts against the limit of its first test.
  expect(timeout).toBeGreaterThan(30_000);
  let url = "";
  const made = vi.spyOn(SandboxWorld, "make");
  await start({}, async (sandbox) => {
    expect(made.mock.calls.map(([, , of]) => of)).toEqual([{ seed: "empty" }]);
    url = sandbox.url;
    const given: string[] = [];
    for (const testId of ["a-1", "a-2"])
      await forTest(
        { sandbox, worldOptions },
        async (world) => {
          given.push(world.accountId);
          await world.scenario("new-thirdparty");
          expect((await world.client.GET("/thirdparties")).data?.totalElements).toBe(1);
        },
        { testId, title: "Shows a supplier" },
      );
    expect(given).toEqual(given.map(() => expect.stringMatching(/^shows-a-supplier-[0-9a-f]{12}$/)));
    expect(new Set(given).size).toBe(2);
    expect(await (await fetch(`${url}/_sandbox/accounts`)).json()).toMatchObject({ content: [] });
  });
  await expect(fetch(`${url}/health`)).rejects.toThrow("fetch failed");
});

it.each([
  ["failed", "passed", 1],
  ["timedOut", "passed", 1],
  ["passed", "passed", 0],
  ["failed", "failed", 0],
  ["skipped", "skipped", 0],
])(
  "a test of Playwright that %s where %s is expected has %i bundle attached",
  async (status, expectedStatus, count) => {
    vi.stubEnv("TIERS_SANDBOX_BUNDLES", temporaryFolder());
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const attached: unknown[] = [];
    const { sandbox: worker, world: forTest } = sandboxFixtures({ seed: "empty" });
    await worker[0]({}, async (sandbox) => {
      const info = { testId: "a-1", title: "Shows", status: "passed", expectedStatus };
      const attach = async (...attachment: unknown[]) => void attached.push(attachment);
      const context = { sandbox, worldOptions: { seed: "empty" } };
      // Playwright changes the status of the object that it hands over.
      const test = { ...info, attach };
      await forTest(context, async () => void Object.assign(test, { status }), test);
    });
    written.mockRestore();
    vi.unstubAllEnvs();
    const attachment = { path: expect.stringMatching(/shows-[0-9a-f]{12}\.zip$/), contentType: "application/zip" };
    expect(attached).toEqual(Array.from({ length: count }, () => ["tiers-sandbox bundle", attachment]));
  },
);

it("Playwright reads what a fixture needs out of a pattern, which is the first parameter of each function", () => {
  const { sandbox, world } = sandboxFixtures();
  expect([sandbox[0], world].map(String)).toEqual([
    expect.stringMatching(/^async \(\{\s*\}, use\)/),
    expect.stringMatching(/^async \(\{ sandbox, worldOptions \}, use, /),
  ]);
});
