import { afterEach, expect, it, vi } from "vitest";
import { connectSandbox } from "../../src/client/connect.ts";
import { bundleFolder, coverageFolder, namedSandbox, nameSandbox } from "../../src/client/environment.ts";

afterEach(() => void vi.unstubAllEnvs());

it.each([
  [
    { url: "http://127.0.0.1:9", key: "k-17" },
    { TIERS_SANDBOX_URL: "http://127.0.0.1:9", TIERS_SANDBOX_KEY: "k-17" },
  ],
  [
    { url: "http://127.0.0.1:9", key: null },
    { TIERS_SANDBOX_URL: "http://127.0.0.1:9", TIERS_SANDBOX_KEY: "" },
  ],
])("a sandbox %j is named to other processes, found by its name, and taken back", (place, variables) => {
  nameSandbox(place);
  expect(process.env).toMatchObject(variables);
  expect(namedSandbox()).toEqual(place);
  expect(connectSandbox().url).toBe(place.url);
  nameSandbox(undefined);
  expect(namedSandbox()).toBeUndefined();
  expect(process.env).not.toHaveProperty("TIERS_SANDBOX_KEY");
  expect(() => connectSandbox()).toThrow(
    "connectSandbox needs { url }, or TIERS_SANDBOX_URL, which tiers-sandbox exec sets for its command.",
  );
});

it.each([
  ["off", undefined],
  ["", "tiers-sandbox-bundles"],
  ["there", "there"],
])("bundles of failures go to the folder that %j names", (wish, folder) => {
  vi.stubEnv("TIERS_SANDBOX_BUNDLES", wish);
  expect(bundleFolder()).toBe(folder);
});

it.each([
  ["", undefined],
  ["there", "there"],
])("coverage goes to the folder that %j names", (wish, folder) => {
  vi.stubEnv("TIERS_SANDBOX_COVERAGE", wish);
  expect(coverageFolder()).toBe(folder);
});
