import { expect, it } from "vitest";
import { completeOptions, type StartOptions } from "../../src/sandbox/options.ts";

it.each<[object, string]>([
  [{ port: "4600" }, `port is "4600", and must be a whole number from 0 to 65535.`],
  [{ randomSeed: 1.5 }, "randomSeed is 1.5, and must be a whole number from 0 to 4294967295."],
  [{ auth: "stict" }, `auth is "stict", and must be one of strict, lenient, off.`],
  [{ data: 5 }, "data is 5, and must be a text, or null."],
  [{ freeze: "yes" }, `freeze is "yes", and must be true or false.`],
  [{ allowedHosts: "a.test" }, `allowedHosts is "a.test", and must be a list of texts.`],
  [{ logStyle: "json" }, `logStyle is "json", and must be an object with json and colour, or null.`],
  [{ now: "2026-01-15" }, `now is "2026-01-15", and must be a moment like 2026-01-15T09:00:00`],
])("an option that does not fit is refused with a sentence: %j", (options, sentence) => {
  expect(() => completeOptions(options as StartOptions)).toThrow(sentence);
});

it("an option that is undefined counts as left out", () => {
  expect(completeOptions({ port: undefined, auth: undefined, seed: "empty" })).toEqual(
    completeOptions({ seed: "empty" }),
  );
});
