import { expect, it } from "vitest";
import type { Coverage } from "../../contract/control-coverage.ts";
import { junit } from "../../src/commands/coverage/junit.ts";
import { page } from "../../src/commands/coverage/page.ts";
import { markdown } from "../../src/commands/coverage/summary.ts";
import { readable } from "../../src/commands/coverage/terminal.ts";
import { sumOf } from "../../src/coverage/counted.ts";
import { coverageOf } from "../../src/coverage/report.ts";
import { printableStyled } from "../../src/domain/printable.ts";

/** The coverage of a contract of two operations. */
const sample: Coverage = coverageOf(
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
const whole: Coverage = {
  ...sample,
  missing: { operations: [], statuses: [], parameters: [], values: [], events: [], faults: [] },
  onlyForced: [],
};

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
    "Faults that never hit, or were not survived",
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

it("the summary folds what is missing, with the operations open, and ends with a table", () => {
  expect(markdown(sample)).toBe(`## Coverage of the contract

<details open><summary>Operations without a success: 1 of 2</summary>

- \`a.get\`

</details>

<details><summary>Statuses that no response had by itself: 3 of 4</summary>

- **a.list** \`400\`, \`401\` (only forced)
- **a.get** \`200\`

</details>

<details><summary>Values that no response had: 1 of 2</summary>

- **Colour** \`dark green\`

</details>

<details><summary>Event types that no search found: 1 of 2</summary>

- \`THIRD_PARTY_ARCHIVED\`

</details>

<details><summary>Faults that never hit, or were not survived</summary>

- \`delay\`
- **truncate** \`a.get\` (not survived)

</details>

Assumptions leaned on: 1.

| | Covered | |
|---|---|--:|
| Operations | 1 of 2 | 50 % |
| Statuses | 1 of 4 | 25 % |
| Parameters | 1 of 1 | 100 % |
| Values | 1 of 2 | 50 % |
| Event types | 1 of 2 | 50 % |
| Faults | 1 of 3 | 33.3 % |
`);
  expect(markdown(whole)).toContain("Nothing is missing.");
});

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
  expect(suitesIn(junit(sample, {})).map(([name]) => name)).not.toContain("thresholds");
});

const headingsIn = (html: string) =>
  [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, text = ""]) => text.replace(/<.*/, ""));

it("the page begins with what is missing and ends with figures", () => {
  expect(headingsIn(page(sample))).toEqual([
    "Operations without a success",
    "Statuses that no response had by itself",
    "Parameters: nothing is missing",
    "Values that no response had",
    "Event types that no search found",
    "Faults that never hit, or were not survived",
    "Assumptions leaned on",
    "In figures",
  ]);
  expect(page(whole)).not.toContain("chip bad");
});

it("a section shows what is missing and what is covered, by its first word, with counts and remarks", () => {
  const sections = page(sample).split("<section>");
  const covered = "<details><summary>What is covered</summary>";
  const alone = (kind: string, name: string) => `<div class="chips"><span class="chip ${kind}">${name}</span></div>`;
  const used = '<dl><dt>a.list</dt><dd><span class="chip good">200<i>×2</i></span></dd></dl>';
  expect(sections.slice(1, 3)).toEqual([
    `<h2>Operations without a success<small>1 of 2 covered</small></h2>
${alone("bad", "a.get")}${covered}${alone("good", "a.list<i>×2</i>")}</details></section>
`,
    `<h2>Statuses that no response had by itself<small>1 of 4 covered</small></h2>
<dl><dt>a.list</dt><dd><span class="chip bad">400</span><span class="chip odd">401<i>only forced</i></span></dd>
<dt>a.get</dt><dd><span class="chip bad">200</span></dd></dl>${covered}${used}</details></section>
`,
  ]);
  expect(sections[4]).toContain(`${covered}<dl><dt>Colour</dt><dd><span class="chip good">red</span></dd></dl>`);
  expect(sections[7]).toMatch(/^<h2>Assumptions leaned on<small>1<\/small>/);
  expect(sections[7]).toContain('<dl><dt>pagination</dt><dd><span class="chip ">a.list</span></dd></dl>');
  const bar = '<progress value="1" max="3" aria-label="Faults"></progress>';
  expect(sections[8]).toContain(`<span>Faults</span>${bar}<b>33.3 %</b><span class="quiet">1 of 3</span></div>`);
});

it("the page needs no other file, no script and no network", () => {
  const html = page(sample);
  expect(html.match(/\b(?:src|href)="(?!data:)[^"]*"/g)).toBeNull();
  expect(html).not.toMatch(/<script|url\(|@import|https?:/);
});

it("the page shows names as text, whatever they are", () => {
  const counted = { ...sample.counted, survived: { 'status <img src="x">': 1 } };
  expect(page({ ...sample, counted })).toContain("&lt;img src=&quot;x&quot;&gt;");
});
