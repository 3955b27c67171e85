import { describe, it } from "vitest";
import { expectInvariantsToHold, expectSameWorldTwice } from "./sequences.ts";

describe("any sequence of operations, clock moves and triggers", () => {
  it("keeps every invariant in 40 random sequences", () => expectInvariantsToHold(1, 40));

  it("makes the same world when it runs twice, in 10 random sequences", () => expectSameWorldTwice(5, 10));
});
