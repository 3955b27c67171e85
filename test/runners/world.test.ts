import { join } from "node:path";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { accountIdPattern } from "../../contract/shared.ts";
import { nameSandbox } from "../../src/client/environment.ts";
import { coverageIn } from "../../src/commands/coverage/files.ts";
import { useSandbox, useWorld, worldName } from "../../src/runners/world.ts";
import { temporaryFolder } from "../store/file/folders.ts";

it("the world of a test has a readable name, which is the same in every run", () => {
  expect(worldName({ title: "Élit 2 fournisseurs, à l'étranger", key: "a.test.ts 1_0" })).toBe(
    "elit-2-fournisseurs-a-l-etranger-70da84e3ce64",
  );
});

it("every title gives the name of an account, and two tests of one title give two", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.string(), fc.string(), (title, key, other) => {
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

it("a test that fails leaves neither its world nor its worker's sandbox behind", async () => {
  nameSandbox(undefined);
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
  await expect(fetch(`${url}/health`)).rejects.toThrow("fetch failed");
});
