import { expect, it } from "vitest";
import type { Row } from "../../src/domain/collections.ts";
import { type Filter, matcher } from "../../src/store/filter.ts";
import { company } from "./samples.ts";

const day = (nth: number) => `2026-01-${nth}T09:00:00.000`;
const rows = [
  company(1, { name: "Éclat d'Été", lastUpdateDate: day(15), acronym: null }),
  company(2, { name: "S.A.S. Novalune", lastUpdateDate: day(16), acronym: "NOV" }),
  company(3, { name: "eclat", lastUpdateDate: day(17), acronym: "ECL" }),
];

type Where = Filter<Row<"thirdparties">>;
it.each<[ids: number[], ...filters: Where[]]>([
  [[2], ["acronym", "=", "NOV"]],
  [[1], ["acronym", "=", null]],
  [[], ["thirdpartyId", "=", 9]],
  [
    [2, 3],
    ["lastUpdateDate", ">=", day(16)],
  ],
  [
    [1, 2],
    ["lastUpdateDate", "<=", day(16)],
  ],
  [[2], ["thirdpartyId", ">=", 2], ["thirdpartyId", "<=", 2]],
  [
    [1, 3],
    ["thirdpartyId", "in", [3, 1, 7]],
  ],
  [[], ["thirdpartyId", "in", []]],
  [
    [1, 3],
    ["name", "contains", "ECLAT"],
  ],
  [[1], ["name", "contains", "d été"]],
  [[2], ["name", "contains", "sas nova"]],
  [[2], ["name", "contains", "S.A.S"]],
  [[], ["name", "contains", "lunaire"]],
  [[3], ["acronym", "contains", "c"]],
  [[3], ["name", "contains", "eclat"], ["acronym", "=", "ECL"]],
  [[3], ["name", "contains", undefined], ["thirdpartyId", ">=", 3]],
])("the third parties %j pass the filters %j %j", (ids, ...filters) => {
  const matches = matcher(filters as Parameters<typeof matcher>[0]) ?? (() => true);
  expect(rows.filter(matches).map((row) => row.thirdpartyId)).toEqual(ids);
});

it("a filter without a value admits every row, whatever its operator", () => {
  const without = (["=", ">=", "<=", "in", "contains"] as const).map(
    (operator) => ["name", operator, undefined] as const,
  );
  expect([matcher(without), matcher([]), matcher()]).toEqual([undefined, undefined, undefined]);
});
