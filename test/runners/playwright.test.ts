import { expect, it } from "vitest";
import { sandboxFixtures } from "../../src/runners/playwright.ts";

it("the fixtures of Playwright give a worker its sandbox and a test its world, as Playwright calls them", async () => {
  const { sandbox: worker, world: forTest, worldOptions: options } = sandboxFixtures({ seed: "empty" });
  const [worldOptions, { option }] = options;
  const [start, { scope }] = worker;
  expect({ worldOptions, option, scope }).toEqual({ worldOptions: { seed: "empty" }, option: true, scope: "worker" });
  let url = "";
  await start({}, async (sandbox) => {
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
    expect(given).toEqual([
      expect.stringMatching(/^shows-a-supplier-[0-9a-f]{12}$/),
      expect.stringMatching(/^shows-a-supplier-[0-9a-f]{12}$/),
    ]);
    expect(new Set(given).size).toBe(2);
    expect(await (await fetch(`${url}/_sandbox/accounts`)).json()).toMatchObject({ content: [] });
  });
  await expect(fetch(`${url}/health`)).rejects.toThrow("fetch failed");
});

it("Playwright reads what a fixture needs out of a pattern, which is the first parameter of each function", () => {
  const { sandbox, world } = sandboxFixtures();
  expect([sandbox[0], world].map(String)).toEqual([
    expect.stringMatching(/^async \(\{\s*\}, use\)/),
    expect.stringMatching(/^async \(\{ sandbox, worldOptions \}, use, /),
  ]);
});
