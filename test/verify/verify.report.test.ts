import { expect, it } from "vitest";
import { printableStyled } from "../../src/domain/printable.ts";
import { junit, junitDocument } from "../../src/verify/junit.ts";
import { type Finding, Ledger, type Report } from "../../src/verify/ledger.ts";
import { readable } from "../../src/verify/terminal.ts";

const stated: Finding = {
  ...{ operationId: "a.list", where: "200 /id", assumption: null, times: 1 },
  deviation: { expected: "number", received: '"<7>"' },
};
const assumed: Finding = { ...stated, where: "200 order", assumption: "pagination", times: 2, entry: 3 };
const report: Report = {
  ...{ target: "https://a.example", account: "17", wrote: false, checks: 9, findings: [stated, assumed] },
  operations: [
    { operationId: "a.list", outcome: "failed", checks: 5, findings: [stated, assumed], milliseconds: 1500 },
    { operationId: "a.get", outcome: "passed", checks: 4, findings: [], milliseconds: 250 },
    ...[{ operationId: "a.create", outcome: "not reached" as const, checks: 0, findings: [], milliseconds: 0 }].map(
      (each) => ({ ...each, reason: "it writes" }),
    ),
  ],
  assumptions: [
    { key: "pagination", outcome: "contradicted", times: 2, findings: [assumed] },
    { key: "errors", outcome: "confirmed", times: 1, seen: "a.get status", findings: [] },
    { key: "limits", outcome: "confirmed", times: 3, seen: "a.get 200", findings: [] },
    { key: "roles", outcome: "not exercised", times: 0, findings: [], reason: "nothing led to it" },
  ],
};
const recording = {
  ...{ entries: 9, judged: 7, withoutBody: 2, leftOut: [{ reason: "other hosts", entries: 2 }] },
  unknown: [{ name: "a.list ?sort", entries: 1 }],
};
const next = {
  failed: "  A FAILED operation answers otherwise than the specification: report it, or correct contract/.",
  contradicted:
    "  A CONTRADICTED assumption is a guess of the sandbox that is wrong: docs/assumptions.md says what it chose.",
  entry: "  An entry is counted from the first of the file: it has the values, of which only the form is printed here.",
  record: "  What was not exercised says what to record; verify --target asks the service itself.",
  write: "  --write also checks what changes something: only on an account that is for tests.",
  more: "  What was not exercised needs an account that holds more, or no request shows it.",
  confirmed:
    "  A confirmed assumption needs nothing: the service answers as the sandbox does, first seen where the line says.",
};
const stepsOf = (each: Report) => readable(each, false).split("\nNext\n")[1]?.split("\n");

it("the report of a terminal has every operation, assumption and finding, and what to do next", () => {
  expect(readable(report, false)).toBe(
    [
      "https://a.example, account 17: 2 of 3 operations, 9 checks, 2 deviations.",
      "Assumptions: 2 confirmed, 1 contradicted, 1 not exercised.",
      "",
      "Operations",
      "  FAILED         a.list      2 of 5 checks",
      '      200 /id: expected number, got "<7>" [specification]',
      '      200 order: expected number, got "<7>" (2 times, first in entry 3) [pagination]',
      "  ok             a.get       4 checks",
      "  not reached    a.create    it writes",
      "",
      "Assumptions",
      "  CONTRADICTED   pagination",
      '      a.list 200 order: expected number, got "<7>" (2 times, first in entry 3)',
      "  confirmed      errors      once, at a.get status",
      "  confirmed      limits      3 times, first at a.get 200",
      "  not exercised  roles       nothing led to it",
      "",
      "Against the specification itself",
      '  a.list 200 /id: expected number, got "<7>"',
      "",
      "Next",
      ...[next.failed, next.contradicted, next.write, next.confirmed],
    ].join("\n"),
  );
});

it("the report of a recording says what became of its entries", () => {
  const text = readable({ ...report, recording, findings: [{ ...assumed, times: 1 }] }, false);
  expect(text).toContain(`9 checks, 1 deviation.
Assumptions: 2 confirmed, 1 contradicted, 1 not exercised.

Recording
  9 entries, 7 held against the contract, 2 of them without the body of the answer.
  2 left out: other hosts.
  The contract does not have a.list ?sort (1).

Operations
`);
  expect(text).not.toContain("Against the specification itself");
  const whole = readable({ ...report, recording: { ...recording, withoutBody: 0 } }, false);
  expect(whole).toContain("  9 entries, 7 held against the contract.\n");
});

it("what to do next follows from what was found", () => {
  const well = report.assumptions.filter(({ outcome }) => outcome === "confirmed");
  expect(stepsOf({ ...report, findings: [], assumptions: well })).toEqual([next.confirmed]);
  expect(stepsOf({ ...report, findings: [], wrote: true })).toEqual([next.contradicted, next.more, next.confirmed]);
  expect(stepsOf({ ...report, recording })).toEqual([
    ...[next.failed, next.contradicted, next.entry, next.record, next.confirmed],
  ]);
  expect(stepsOf({ ...report, recording, findings: [], assumptions: well })).toEqual([next.confirmed]);
});

it("the report of a terminal is painted only where that is wanted", () => {
  const painted = printableStyled(readable(report, true));
  for (const text of ["\u001b[32mok", "\u001b[31mFAILED", "\u001b[2mnot reached", "\u001b[1mOperations\u001b[22m"])
    expect(painted).toContain(text);
  expect(readable(report, false)).not.toContain("\u001b");
});

it("the JUnit report has a case for each operation and assumption, with its time and its findings", () => {
  const failure = (type: string, where: string) =>
    `      <failure type="${type}" message="a.list ${where}: expected number, got &#34;&#60;7&#62;&#34;"/>`;
  expect(junit(report).split("\n")).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="tiers-sandbox verify" time="1.750">',
    '  <testsuite name="operations" tests="3" failures="1" skipped="1" errors="0" time="1.750">',
    '    <testcase classname="operations" name="a.list" time="1.500">',
    failure("specification", "200 /id"),
    failure("pagination", "200 order"),
    "    </testcase>",
    '    <testcase classname="operations" name="a.get" time="0.250"/>',
    '    <testcase classname="operations" name="a.create" time="0.000">',
    '      <skipped message="it writes"/>',
    "    </testcase>",
    "  </testsuite>",
    '  <testsuite name="assumptions" tests="4" failures="1" skipped="1" errors="0" time="0.000">',
    '    <testcase classname="assumptions" name="pagination" time="0.000">',
    failure("pagination", "200 order"),
    "    </testcase>",
    '    <testcase classname="assumptions" name="errors" time="0.000"/>',
    '    <testcase classname="assumptions" name="limits" time="0.000"/>',
    '    <testcase classname="assumptions" name="roles" time="0.000">',
    '      <skipped message="nothing led to it"/>',
    "    </testcase>",
    "  </testsuite>",
    "</testsuites>",
    "",
  ]);
  const odd = junitDocument("x", [{ name: "s", cases: [{ name: "a\u0007&'\ud800" }] }]);
  expect(odd).toContain('name="a?&#38;&#39;?"');
});

it("an assumption is confirmed by a check, and not by a value that no answer had", () => {
  const ledger = new Ledger();
  const { equals } = ledger.at("dossiers.list", "200 /content/0/size", "pagination");
  const outcome = () => ledger.report("", "", false).assumptions.find(({ key }) => key === "pagination");
  equals(undefined, 20);
  expect(outcome()).toMatchObject({ outcome: "not exercised", times: 0 });
  equals(20, 20);
  ledger.at("dossiers.list", "200 /content/17/size", "pagination").equals(20, 20);
  expect(outcome()).toMatchObject({ outcome: "confirmed", times: 2, seen: "dossiers.list 200 /content/*/size" });
});
