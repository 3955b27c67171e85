import { describe, expect, it } from "vitest";
import { sumOf } from "../../src/coverage/counted.ts";
import type { Declared } from "../../src/coverage/declared.ts";
import { coverageOf } from "../../src/coverage/report.ts";

const status = { kind: "statuses" } as const;
const small: Declared = {
  contract: "c",
  operations: ["a.list", "a.get"],
  statuses: ["a.list 200", "a.list 401", "a.get 200"],
  parameters: ["a.list page"],
  values: ["Colour red", "Colour dark green", "Colour blue"],
  events: ["THIRD_PARTY_ADDED", "THIRD_PARTY_ARCHIVED"],
  faults: ["status", "delay", "truncate"],
  assumptions: new Map([
    ["pagination", [{ kind: "parameters", name: "a.list page", operation: "a.list" }]],
    ["errors", [{ ...status, name: "a.list 401", operation: "a.list" }]],
    ["tokens", ["list", "list", "get"].map((name) => ({ ...status, name: `a.${name} 200`, operation: `a.${name}` }))],
  ]),
};

describe("the report of coverage", () => {
  it("lists what is missing in the contract's order, first, and figures last", () => {
    const counted = sumOf([
      {
        operations: { "a.list": 2 },
        statuses: { "a.list 200": 2, "a.list 500": 1 },
        values: { "Colour dark green": 7 },
        events: { THIRD_PARTY_ARCHIVED: 1 },
        forced: { "a.list 401": 3, "a.list 200": 1 },
        struck: { "status a.list": 2, "truncate a.get": 1, "status a.get": 1 },
        survived: { "status a.list": 2 },
      },
    ]);
    const coverage = coverageOf(counted, small);
    const half = { covered: 1, declared: 2, percent: 50 };
    const third = { covered: 1, declared: 3, percent: 33.3 };
    expect(coverage).toEqual({
      missing: {
        operations: ["a.get"],
        statuses: ["a.list 401", "a.get 200"],
        parameters: ["a.list page"],
        values: ["Colour red", "Colour blue"],
        events: ["THIRD_PARTY_ADDED"],
        faults: ["delay", "status a.get", "truncate a.get"],
      },
      onlyForced: ["a.list 401"],
      assumptions: [{ key: "tokens", operations: ["a.list"] }],
      counted,
      contract: "c",
      figures: {
        ...{ operations: half, statuses: third, parameters: { covered: 0, declared: 1, percent: 0 } },
        ...{ values: third, events: half, faults: third },
      },
    });
    expect([Object.keys(coverage)[0], Object.keys(coverage).at(-1)]).toEqual(["missing", "figures"]);
  });

  it("is 100 % only when nothing is missing", () => {
    const operations = Array.from({ length: 2000 }, (_, at) => `a.${at}`);
    const counted = sumOf([{ operations: Object.fromEntries(operations.slice(1).map((name) => [name, 1])) }]);
    const { figures } = coverageOf(counted, { ...small, operations, parameters: [] });
    expect(figures.operations).toEqual({ covered: 1999, declared: 2000, percent: 99.9 });
    expect(figures.parameters).toEqual({ covered: 0, declared: 0, percent: 100 });
  });
});
