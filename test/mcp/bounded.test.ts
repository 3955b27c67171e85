import fc from "fast-check";
import { expect, it } from "vitest";
import { bounded, mostCharacters } from "../../src/mcp/bounded.ts";

it("a result that is short enough is told whole", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      fc.pre(json.length < 2_000);
      expect(bounded(value)).toBe(json);
    }),
  );
});

it.for([
  ["a long text", "x".repeat(100_000), /^"x{400,}… and \d+ characters more"$/],
  ["a long list", Array.from({ length: 9_000 }, (_, id) => ({ id })), /^\[\{"id":0\},.*"… and 8950 more"\]$/],
  ["long texts in a list", Array(30).fill("y".repeat(5_000)), /characters more","… and \d+ more"\]$/],
  ["lists in lists", Array(60).fill(Array(60).fill(Array(60).fill(1))), /more"\]$/],
  ["too many fields", Object.fromEntries(Array.from({ length: 9_000 }, (_, id) => [id, id])), /ask for less/],
  ["a list of the longest length", Array(50).fill(1), /^\[(?:1,){49}1\]$/],
  ["nothing", undefined, /^null$/],
] as const)("%s is at most what a model can read, is JSON, and says where it is cut", ([, value, said]) => {
  const text = bounded(value);
  expect(text).toMatch(said);
  expect(text.length).toBeLessThanOrEqual(mostCharacters);
  expect(() => JSON.parse(text)).not.toThrow();
});
