import { expect, it } from "vitest";
import { completeOptions, type StartOptions } from "../../src/sandbox/options.ts";

const moment = "a moment like 2026-01-15T09:00:00";
it.each<[object, string]>([
  [{ port: "4600" }, `port is "4600", and must be a whole number from 0 to 65535.`],
  [{ port: -1 }, "port is -1, and must be a whole number from 0 to 65535."],
  [{ port: 65_536 }, "port is 65536, and must be a whole number from 0 to 65535."],
  [{ randomSeed: 1.5 }, "randomSeed is 1.5, and must be a whole number from 0 to 4294967295."],
  [{ auth: "stict" }, `auth is "stict", and must be one of strict, lenient, off.`],
  [{ log: "loud" }, `log is "loud", and must be one of silent, error, info, debug.`],
  [{ data: 5 }, "data is 5, and must be a text, or null."],
  [{ host: null }, "host is null, and must be a text."],
  [{ freeze: "yes" }, `freeze is "yes", and must be true or false.`],
  [{ allowedHosts: "a.test" }, `allowedHosts is "a.test", and must be a list of texts.`],
  [{ trustedProxies: ["a", 1] }, `trustedProxies is ["a",1], and must be a list of texts.`],
  [{ logStyle: "json" }, `logStyle is "json", and must be an object with json and colour, or null.`],
  [{ logStyle: { json: true } }, `logStyle is {"json":true}, and must be an object with json and colour, or null.`],
  [{ now: "2026-01-15" }, `now is "2026-01-15", and must be ${moment}`],
  [{ worldTtl: "2 days" }, `worldTtl is "2 days", and must be an ISO 8601 duration such as P7D or PT2H, longer than`],
  [{ worldTtl: "P0D" }, `worldTtl is "P0D", and must be an ISO 8601 duration such as P7D or PT2H, longer than nothing`],
  [{ bundle: "x" }, `bundle is "x", and must be the bytes of a bundle, or null.`],
  [{ configuration: "x.json" }, `configuration is "x.json", and must be a configuration: an object of the format`],
  [{ prot: 4600 }, "prot"],
])("an option that does not fit is refused with a sentence: %j", (options, sentence) => {
  expect(() => completeOptions(options as StartOptions)).toThrow(sentence);
});

it("the options that are left out have their usual values, and undefined counts as left out", () => {
  const { jwtSecret, maxWorldsMemory, ...usual } = completeOptions({ port: undefined, seed: "empty" });
  expect(usual).toEqual({
    ...{ port: 0, host: "127.0.0.1", data: null, database: null, seed: "empty", randomSeed: 1, now: null },
    ...{
      freeze: false,
      auth: "strict",
      strict: false,
      cors: null,
      allowedHosts: [],
      log: "silent",
      logStyle: null,
      bodies: true,
      worldCache: true,
    },
    ...{ requestLogBytes: 32_000_000, maxWorlds: null, maxWorldSize: null, worldTtl: null, basePath: "" },
    ...{ trustedProxies: [], sandboxKey: null, demo: false, bundle: null, people: null, configuration: null },
  });
  expect([jwtSecret.length > 32, maxWorldsMemory > 1e8]).toEqual([true, true]);
});

it("options at their bounds, and of every kind, are taken", () => {
  const wish: StartOptions = {
    ...{ port: 65_535, randomSeed: 0, now: "2026-01-15T09:00:00", auth: "off", data: null, worldTtl: "PT1S" },
    ...{ allowedHosts: ["a"], logStyle: { json: true, colour: false }, bundle: new Uint8Array(1), freeze: true },
  };
  expect(completeOptions(wish)).toMatchObject(wish);
});
