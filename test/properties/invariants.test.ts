import { describe, it } from "vitest";
import { expectInvariantsToHold, expectSameWorldTwice } from "./sequences.ts";

describe("any sequence of operations, clock moves and triggers", () => {
  it("keeps every invariant in a few random sequences", () => expectInvariantsToHold(6, 5));

  it("makes the same world when it runs twice", () => expectSameWorldTwice(6, 2));
});
