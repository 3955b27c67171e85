import { expect, it } from "vitest";
import { drawnTextOf } from "../files/readers.ts";
import { live, seeds } from "./worlds.ts";

it.each(seeds)(
  "a world of the seed %s keeps every invariant for two years, and is the same when made again",
  async (seed) => {
    const { complaints } = await live({ seed, randomSeed: 51, years: 2, twice: true, read: drawnTextOf });
    expect(complaints).toEqual([]);
  },
);

it("a world of 80 companies keeps every invariant for a year", async () => {
  const life = { seed: "portfolio", randomSeed: 53, years: 1, size: 80, read: drawnTextOf };
  const { complaints, thirdparties } = await live(life);
  expect([complaints, thirdparties]).toEqual([[], 80]);
});
