import fc from "fast-check";
import { expect, it } from "vitest";
import { chance } from "../../src/directory/chance.ts";
import { brokenBy, configurations, misfit } from "./configurations.ts";
import { expectSeparate } from "./separate.ts";

it("a random configuration keeps every invariant for a year with people, and can be changed for another", async () => {
  const [one, other] = fc.sample(configurations, { seed: 34, numRuns: 2 });
  expect(await brokenBy(one as never, other as never, 1)).toEqual([]);
});

it("a mutation of the example is refused at a place, or works", async () => {
  for (let nth = 0; nth < 6; nth++) {
    const draws = chance(nth, "mutation");
    expect(await misfit((below) => draws.int(0, below - 1))).toBeNull();
  }
});

it("nothing of one account's configuration is said to another", () => expectSeparate(34));
