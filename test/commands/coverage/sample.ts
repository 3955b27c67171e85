import type { Coverage } from "../../../contract/control-coverage.ts";
import { sumOf } from "../../../src/coverage/counted.ts";
import { coverageOf } from "../../../src/coverage/report.ts";

/** The coverage of a contract of two operations. */
export const sample: Coverage = coverageOf(
  sumOf([
    {
      operations: { "a.list": 2 },
      statuses: { "a.list 200": 2 },
      parameters: { "a.list page": 1 },
      values: { "Colour red": 1 },
      events: { THIRD_PARTY_ADDED: 3 },
      forced: { "a.list 401": 1 },
      struck: { "status a.list": 1, "truncate a.get": 1 },
      survived: { "status a.list": 1 },
    },
  ]),
  {
    contract: "c0ffee",
    operations: ["a.list", "a.get"],
    statuses: ["a.list 200", "a.list 400", "a.list 401", "a.get 200"],
    parameters: ["a.list page"],
    values: ["Colour red", "Colour dark green"],
    events: ["THIRD_PARTY_ADDED", "THIRD_PARTY_ARCHIVED"],
    faults: ["status", "delay", "truncate"],
    assumptions: new Map([["pagination", [{ kind: "parameters", name: "a.list page", operation: "a.list" }]]]),
  },
);

/** The same with nothing missing. */
export const whole: Coverage = {
  ...sample,
  missing: { operations: [], statuses: [], parameters: [], values: [], events: [], faults: [] },
  onlyForced: [],
};
