import { expect, it } from "vitest";
import { page } from "../../../src/commands/coverage/page.ts";
import { sample, whole } from "./sample.ts";

const headingsIn = (html: string) =>
  [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, text = ""]) => text.replace(/<.*/, ""));

it("the page begins with what is missing and ends with figures", () => {
  expect(headingsIn(page(sample))).toEqual([
    "Operations without a success",
    "Statuses that no response had by itself",
    "Parameters: nothing is missing",
    "Values that no response had",
    "Event types that no search found",
    "Faults that never struck, or were not survived",
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
