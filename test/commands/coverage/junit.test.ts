import { expect, it } from "vitest";
import { junit } from "../../../src/commands/coverage/junit.ts";
import { sample } from "./sample.ts";

const suitesIn = (xml: string) =>
  [...xml.matchAll(/<testsuite name="(\w+)" tests="(\d+)" failures="(\d+)" skipped="(\d+)"/g)].map(
    ([, name, tests, failures, skipped]) => [name, Number(tests), Number(failures), Number(skipped)],
  );

it("the JUnit report skips what is missing, and fails for a percentage that is not reached", () => {
  const xml = junit(sample, { operations: 90, statuses: 25 });
  expect(suitesIn(xml)).toEqual([
    ["operations", 2, 0, 1],
    ["statuses", 4, 0, 3],
    ["parameters", 1, 0, 0],
    ["values", 2, 0, 1],
    ["events", 2, 0, 1],
    ["faults", 3, 0, 2],
    ["thresholds", 2, 1, 0],
  ]);
  expect(xml).toContain(`    <testcase classname="operations" name="a.get" time="0.000">
      <skipped message="Operations without a success"/>
    </testcase>
    <testcase classname="operations" name="a.list" time="0.000"/>`);
  expect(xml).toContain(
    'name="--min-operations 90" time="0.000">\n      <failure type="coverage" message="Operations: 1 of 2',
  );
  expect(xml).toContain('name="--min-statuses 25" time="0.000"/>');
});

it("the JUnit report has no thresholds when none is asked for", () => {
  expect(suitesIn(junit(sample, {})).map(([name]) => name)).not.toContain("thresholds");
});
