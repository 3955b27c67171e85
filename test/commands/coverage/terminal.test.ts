import { expect, it } from "vitest";
import { readable } from "../../../src/commands/coverage/terminal.ts";
import { printableStyled } from "../../../src/verify/painted.ts";
import { sample, whole } from "./sample.ts";

it("the report for people begins with what is missing and ends with percentages", () => {
  expect(readable(sample, { width: 80, colour: false })).toEqual([
    "Operations without a success: 1 of 2",
    "  a.get",
    "",
    "Statuses that no response had by itself: 3 of 4",
    "  a.list  400, 401 (only forced)",
    "  a.get   200",
    "",
    "Values that no response had: 1 of 2",
    "  Colour  dark green",
    "",
    "Event types that no search found: 1 of 2",
    "  THIRD_PARTY_ARCHIVED",
    "",
    "Faults that never struck, or were not survived",
    "  delay",
    "  truncate  a.get (not survived)",
    "",
    "Assumptions leaned on: 1; tiers-sandbox verify checks them against the real service",
    "  pagination  a.list",
    "",
    "Covered",
    "  Operations     50 %   1 of 2",
    "  Statuses       25 %   1 of 4",
    "  Parameters    100 %   1 of 1",
    "  Values         50 %   1 of 2",
    "  Event types    50 %   1 of 2",
    "  Faults       33.3 %   1 of 3",
  ]);
});

it("the report for people says when nothing is missing, and paints its headings", () => {
  const lines = readable(whole, { width: 80, colour: true });
  expect(lines[0]).toBe("Nothing is missing.");
  expect(lines.map(printableStyled)).toContain("\u001b[1mCovered\u001b[22m");
});
