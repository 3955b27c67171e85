import fc from "fast-check";
import { expect, it } from "vitest";
import type { Counted } from "../../contract/control-coverage.ts";
import { sumOf } from "../../src/coverage/counted.ts";
import { declaredHere } from "../../src/coverage/declared.ts";
import { coverageOf } from "../../src/coverage/report.ts";

const declared = declaredHere();
const counts = (names: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...names), fc.integer({ min: 1, max: 1_000 }), { maxKeys: 20 });
const faults = declared.faults.flatMap((kind) => declared.operations.map((operation) => `${kind} ${operation}`));
const anyCounted: fc.Arbitrary<Counted> = fc
  .record({
    operations: counts(declared.operations),
    statuses: counts(declared.statuses),
    parameters: counts(declared.parameters),
    values: counts(declared.values),
    events: counts(declared.events),
    forced: counts(declared.statuses),
    survived: counts(faults),
  })
  .map((counted) => ({ ...counted, struck: counted.survived }));

it("counts add up to the same in any order and grouping, and nothing changes them", () => {
  fc.assert(
    fc.property(anyCounted, anyCounted, anyCounted, (a, b, c) => {
      expect(sumOf([a, b, c])).toEqual(sumOf([c, sumOf([b, a])]));
      expect(JSON.stringify(sumOf([a, b]))).toBe(JSON.stringify(sumOf([b, a])));
      expect(sumOf([a, sumOf([])])).toEqual(a);
    }),
    { numRuns: 50 },
  );
});

it("the same counts twice have the same gaps and figures, and a sum has no gap that a part of it covers", () => {
  const { counted: _, ...none } = coverageOf(sumOf([]), declared);
  fc.assert(
    fc.property(anyCounted, anyCounted, (a, b) => {
      const once = coverageOf(a, declared);
      expect({ ...coverageOf(sumOf([a, a]), declared), counted: a }).toEqual(once);
      const both = coverageOf(sumOf([a, b]), declared);
      for (const kind of ["operations", "statuses", "parameters", "values", "events"] as const) {
        const missing: readonly string[] = both.missing[kind];
        expect(missing).toEqual(none.missing[kind].filter((name) => !(name in a[kind]) && !(name in b[kind])));
        expect(both.figures[kind].covered + missing.length).toBe(both.figures[kind].declared);
      }
    }),
    { numRuns: 50 },
  );
});
