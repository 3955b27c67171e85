import { expect, it } from "vitest";
import { drawnTextOf } from "../files/readers.ts";
import { live, seeds } from "./worlds.ts";

it.each(seeds)(
  "a world of the seed %s keeps every invariant for a year, and is the same when made again",
  async (seed) => {
    const { complaints } = await live({ seed, randomSeed: 51, years: 1, twice: true, read: drawnTextOf });
    expect(complaints).toEqual([]);
  },
);
