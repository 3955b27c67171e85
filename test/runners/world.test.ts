import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { accountIdPattern } from "../../contract/shared.ts";
import { nameSandbox } from "../../src/client/environment.ts";
import { coverageIn } from "../../src/commands/coverage/files.ts";
import { useSandbox, useWorld, worldName } from "../../src/runners/world.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { filesOf } from "../support/archive.ts";
import { anyCharacter } from "../support/characters.ts";

it("the world of a test has a readable name, which is the same in every run", () => {
  expect(worldName({ title: "Élit 2 fournisseurs, à l'étranger", key: "a.test.ts 1_0" })).toBe(
    "elit-2-fournisseurs-a-l-etranger-70da84e3ce64",
  );
});

it("every title gives the name of an account, and two tests of one title give two", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), fc.string(), fc.string(), (title, key, other) => {
      const name = worldName({ title, key });
      expect(name).toMatch(accountIdPattern);
      expect(name === worldName({ title, key: other })).toBe(key === other);
    }),
  );
});

it("a worker's sandbox adds its coverage to the folder that is named, if any", async () => {
  nameSandbox(undefined);
  const folder = temporaryFolder();
  const requested = () =>
    useSandbox(async (sandbox) => {
      const { client } = await sandbox.world("one", { seed: "empty" });
      await client.GET("/thirdparties");
    });
  vi.stubEnv("TIERS_SANDBOX_COVERAGE", join(folder, "contract"));
  await requested();
  await requested();
  vi.stubEnv("TIERS_SANDBOX_COVERAGE", "");
  await requested();
  vi.unstubAllEnvs();
  const { counted } = coverageIn([join(folder, "contract")]);
  expect(counted.operations).toEqual({ "thirdparties.list": 2 });
});

/** Runs a test, with a word for the folder of its bundle. Gives what is written to standard error. */
async function ran(bundles: string, more: Partial<Parameters<typeof useWorld>[0]["test"]> = {}) {
  nameSandbox(undefined);
  vi.stubEnv("TIERS_SANDBOX_BUNDLES", bundles);
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const test = { title: "fails", key: "1", failed: () => true, ...more };
  await useSandbox(async (sandbox) => {
    await useWorld({ sandbox, worldOptions: { seed: "empty" }, test }, async ({ client }) => {
      await client.GET("/thirdparties");
    });
    expect(await (await fetch(`${sandbox.url}/_sandbox/accounts`)).json()).toMatchObject({ content: [] });
  });
  const said = written.mock.calls.join("");
  written.mockRestore();
  vi.unstubAllEnvs();
  return { said, accountId: worldName(test) };
}

it("a test that fails leaves a bundle of its world, says where, and gives it to the runner", async () => {
  const folder = join(temporaryFolder(), "bundles");
  const attached: string[] = [];
  const { said, accountId } = await ran(folder, { attach: async (file) => void attached.push(file) });
  const file = join(folder, `${accountId}.zip`);
  const sentence = `Bundle of a failure: ${file} (tiers-sandbox open ${file} serves it again)\n`;
  expect([said, attached]).toEqual([sentence, [file]]);
  const { log } = JSON.parse(filesOf(readFileSync(file))["requests.har"] as string);
  expect(log.entries).toMatchObject([{ _operation: "thirdparties.list", _accountId: accountId }]);
});

it("a test leaves no bundle where it passes or none is wanted, and says why where none can be written", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  expect((await ran("off")).said).toBe("");
  expect((await ran(join(file, ".."), { failed: () => false })).said).toBe("");
  const { said, accountId } = await ran(file);
  expect(said).toMatch(new RegExp(`^No bundle of ${accountId} could be written to ${file}: EEXIST`));
  expect(readdirSync(join(file, ".."))).toEqual(["file"]);
});

it("a test that throws leaves neither its world nor its worker's sandbox behind", async () => {
  nameSandbox(undefined);
  vi.stubEnv("TIERS_SANDBOX_BUNDLES", "off");
  let url = "";
  const failing = useSandbox(async (sandbox) => {
    url = sandbox.url;
    const test = { title: "fails", key: "1", failed: () => true };
    const failed = useWorld({ sandbox, worldOptions: { seed: "empty" }, test }, () => Promise.reject(new Error("red")));
    await expect(failed).rejects.toThrow("red");
    expect(await (await fetch(`${url}/_sandbox/accounts`)).json()).toMatchObject({ content: [] });
    throw new Error("of the worker");
  });
  await expect(failing).rejects.toThrow("of the worker");
  vi.unstubAllEnvs();
  await expect(fetch(`${url}/health`)).rejects.toThrow("fetch failed");
});
