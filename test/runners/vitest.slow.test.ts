import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { filesOf } from "../support/archive.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Inside the project, where vitest is found. */
const folder = join(root, "reports", "vitest-fixtures");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tests = `
  import { test as base, expect } from "vitest";
  import { sandboxFixtures } from ${JSON.stringify(join(root, "src", "runners", "vitest.ts"))};
  const test = base.extend(sandboxFixtures({ seed: "empty" }));
  test("passes", { timeout: 0 }, async ({ world }) => { await world.client.GET("/dossiers"); });
  test("fails", { timeout: 0 }, async ({ world }) => { await world.client.GET("/thirdparties"); expect(1).toBe(2); });
  const limit = 1000; // A bundle is left whether or not the world is made by then.
  test("hangs", { timeout: limit }, async ({ world }) => {
    await world.client.GET("/events");
    await new Promise(() => {});
  });
  test.fails("is expected to fail", { timeout: 0 }, async ({ world }) => {
    await world.client.GET("/dossiers");
    expect(1).toBe(2);
  });
`;

it("vitest writes a bundle of each test that failed or reached its limit, of no other, and says where", () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "suppliers.test.mjs"), tests);
  writeFileSync(join(folder, "vitest.config.mjs"), "export default {};");
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const env = { PATH: process.env.PATH, TIERS_SANDBOX_BUNDLES: "bundles" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, "run", "--root", folder], {
    ...{ cwd: folder, env, encoding: "utf8" },
  });
  const names = readdirSync(join(folder, "bundles"));
  const files = ["fails", "hangs"].map((title) => expect.stringMatching(new RegExp(`^${title}-[0-9a-f]{12}\\.zip$`)));
  expect([status, names.sort()]).toEqual([1, files]);
  expect(stdout + stderr).toContain(`Bundle of a failure: ${join("bundles", names[0] as string)} (tiers-sandbox open`);
  const { log } = JSON.parse(
    filesOf(readFileSync(join(folder, "bundles", names[0] as string)))["requests.har"] as string,
  );
  expect(log.entries).toMatchObject([{ _operation: "thirdparties.list" }]);
});
