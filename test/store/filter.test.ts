import { describe, expect, it } from "vitest";
import type { Row } from "../../src/domain/collections.ts";
import { type Filter, matcher } from "../../src/store/filter.ts";
import { company } from "./samples.ts";

const rows = [
  company(1, { name: "Éclat d'Été", lastUpdateDate: "2026-01-15T09:00:00.000", acronym: null }),
  company(2, { name: "S.A.S. Novalune", lastUpdateDate: "2026-01-16T09:00:00.000", acronym: "NOV" }),
  company(3, { name: "eclat", lastUpdateDate: "2026-01-17T09:00:00.000", acronym: "ECL" }),
];
/** The ids of the rows that pass all filters. */
const passing = (...filters: Filter<Row<"thirdparties">>[]) => {
  const matches = matcher(filters as Parameters<typeof matcher>[0]) ?? (() => true);
  return rows.filter(matches).map((row) => row.thirdpartyId);
};

describe("a filter", () => {
  it("= admits the rows whose field is the value, and null is a value", () => {
    expect([
      passing(["acronym", "=", "NOV"]),
      passing(["acronym", "=", null]),
      passing(["thirdpartyId", "=", 9]),
    ]).toEqual([[2], [1], []]);
  });

  it(">= and <= admit their bound", () => {
    expect([
      passing(["lastUpdateDate", ">=", "2026-01-16T09:00:00.000"]),
      passing(["lastUpdateDate", "<=", "2026-01-16T09:00:00.000"]),
      passing(["thirdpartyId", ">=", 2], ["thirdpartyId", "<=", 2]),
    ]).toEqual([[2, 3], [1, 2], [2]]);
  });

  it("in admits the rows whose field is one of the values, and no row for an empty list", () => {
    expect([passing(["thirdpartyId", "in", [3, 1, 7]]), passing(["thirdpartyId", "in", []])]).toEqual([[1, 3], []]);
  });

  it("contains ignores case, accents and punctuation on both sides", () => {
    expect([
      passing(["name", "contains", "ECLAT"]),
      passing(["name", "contains", "d été"]),
      passing(["name", "contains", "sas nova"]),
      passing(["name", "contains", "S.A.S"]),
      passing(["name", "contains", "lunaire"]),
    ]).toEqual([[1, 3], [1], [2], [2], []]);
  });

  it("several filters admit the rows that pass all of them", () => {
    expect(passing(["name", "contains", "eclat"], ["acronym", "=", "ECL"])).toEqual([3]);
  });

  it("a filter without a value admits every row, whatever its operator", () => {
    expect([
      matcher([
        ["acronym", "=", undefined],
        ["lastUpdateDate", ">=", undefined],
        ["lastUpdateDate", "<=", undefined],
        ["thirdpartyId", "in", undefined],
        ["name", "contains", undefined],
      ]),
      matcher([]),
      matcher(),
    ]).toEqual([undefined, undefined, undefined]);
    expect(passing(["name", "contains", undefined], ["thirdpartyId", ">=", 3])).toEqual([3]);
  });
});
