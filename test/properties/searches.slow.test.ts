import { describe, it } from "vitest";
import { expectExactSearchesAfterCommands, expectExactSearchesInPortfolio } from "./searches.ts";

describe("a search by events", () => {
  it("finds exactly the ids of the audit journal in a portfolio", () => expectExactSearchesInPortfolio(12, 30));

  it("finds exactly the ids of the audit journal after any sequence of commands", () =>
    expectExactSearchesAfterCommands(12, 6));
});
