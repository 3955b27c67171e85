import { describe, it } from "vitest";
import { expectExactSearchesAfterCommands, expectExactSearchesInPortfolio } from "./searches.ts";

describe("a search by events", () => {
  it("finds exactly the ids of the audit journal in a portfolio", () => expectExactSearchesInPortfolio(13, 20));

  it("finds exactly the ids of the audit journal after any sequence of commands", () =>
    expectExactSearchesAfterCommands(13, 3));
});
