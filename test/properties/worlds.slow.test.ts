import { expect, it } from "vitest";
import { drawnTextOf } from "../files/readers.ts";
import { live, seeds } from "./worlds.ts";

it.each(seeds)(
  "a world of the seed %s keeps every invariant for four years, and is the same when made again",
  async (seed) => {
    const { complaints } = await live({ seed, randomSeed: 51, years: 4, twice: true, read: drawnTextOf });
    expect(complaints).toEqual([]);
  },
);

it("a world of 150 companies keeps every invariant for a year", async () => {
  const life = { seed: "portfolio", randomSeed: 53, years: 1, size: 150, read: drawnTextOf };
  const { complaints, thirdparties } = await live(life);
  expect([complaints, thirdparties]).toEqual([[], 150]);
});
