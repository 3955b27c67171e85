import fc from "fast-check";
import { expect, it } from "vitest";
import { chance } from "../../src/directory/chance.ts";
import { brokenBy, configurations, misfit } from "./configurations.ts";
import { expectSeparate } from "./separate.ts";

const seeds = Array.from({ length: 8 }, (_, at) => at + 1);
const files = fc.sample(configurations, { seed: 35, numRuns: 2 * seeds.length });

it.each(seeds)("configuration %i keeps every invariant for a year with people, and can be changed", async (nth) => {
  expect(await brokenBy(files[2 * nth - 2] as never, files[2 * nth - 1] as never, nth)).toEqual([]);
});

it.each(seeds)("mutations %i of the example are refused at a place, or work", async (nth) => {
  for (let at = 0; at < 20; at++) {
    const draws = chance(1000 * nth + at, "mutation");
    expect(await misfit((below) => draws.int(0, below - 1))).toBeNull();
  }
});

it.each([1, 2, 3])("nothing of one account's configuration is said to another (%i)", expectSeparate);
