import { afterEach, expect, it, vi } from "vitest";
import { connectSandbox } from "../../src/client/connect.ts";
import { bundleFolder, coverageFolder, namedSandbox, nameSandbox } from "../../src/client/environment.ts";

afterEach(() => void vi.unstubAllEnvs());

it.each(["k-17", null])("a sandbox of the key %j is named to other processes, found, and taken back", (key) => {
  const place = { url: "http://127.0.0.1:9", key };
  nameSandbox(place);
  expect(process.env).toMatchObject({ TIERS_SANDBOX_URL: place.url, TIERS_SANDBOX_KEY: key ?? "" });
  expect(namedSandbox()).toEqual(place);
  expect(connectSandbox().url).toBe(place.url);
  nameSandbox(undefined);
  expect(namedSandbox()).toBeUndefined();
  expect(process.env).not.toHaveProperty("TIERS_SANDBOX_KEY");
  expect(() => connectSandbox()).toThrow(
    "connectSandbox needs { url }, or TIERS_SANDBOX_URL, which tiers-sandbox exec sets for its command; " +
      "SANDBOX_URL is for the commands of tiers-sandbox.",
  );
});

it.each([
  ["TIERS_SANDBOX_BUNDLES", "off", bundleFolder, undefined],
  ["TIERS_SANDBOX_BUNDLES", "", bundleFolder, "tiers-sandbox-bundles"],
  ["TIERS_SANDBOX_BUNDLES", "there", bundleFolder, "there"],
  ["TIERS_SANDBOX_COVERAGE", "", coverageFolder, undefined],
  ["TIERS_SANDBOX_COVERAGE", "there", coverageFolder, "there"],
])("%s=%s names a folder", (name, wish, folderOf, folder) => {
  vi.stubEnv(name, wish);
  expect(folderOf()).toBe(folder);
});
