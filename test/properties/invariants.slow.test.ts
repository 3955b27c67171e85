import { describe, it } from "vitest";
import { expectInvariantsToHold, expectSameWorldTwice } from "./sequences.ts";

describe("any sequence of operations, clock moves and triggers", () => {
  it.each([1, 2, 3, 4])("keeps every invariant in 250 random sequences (seed %i)", (seed) =>
    expectInvariantsToHold(seed, 250),
  );

  it("makes the same world when it runs twice, in 60 random sequences", () => expectSameWorldTwice(5, 60));
});
