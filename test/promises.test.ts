import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../src/directory/fixtures.ts";

const head = ["| Promise | Says | Test |", "|---|---|---|"];
const form = /^\| ([^|]+) \| ([^|]+) \| `(test\/[^`|]+\.test\.ts)`: ([^|]+) \|$/;
const exists = (path: string) => existsSync(join(packageRoot, path));
const read = (path: string) => readFileSync(join(packageRoot, path), "utf8");

/** What is wrong with a page of promises, a sentence for each place. */
function wrongIn(page: string): string[] {
  const promises = new Set<string>();
  const wrongOf = (document: string, row: string): string[] => {
    const [, promise, says = "", path = "", title = ""] = form.exec(row) ?? [];
    if (!promise) return [`${document}: expected | Promise | Says | \`test/….test.ts\`: title |, got ${row}`];
    const wrong: string[] = [];
    if (promises.has(promise)) wrong.push("Another row has the same promise.");
    promises.add(promise);
    if (says.length > 60) wrong.push(`The quotation has ${says.length} characters; 60 are the most.`);
    if (!read(document).includes(says)) wrong.push(`${document} does not say: ${says}`);
    const quoted = ['"', "'", "`"].map((mark) => mark + title + mark);
    if (!exists(path)) wrong.push(`There is no ${path}.`);
    else if (!quoted.some((text) => read(path).includes(text))) wrong.push(`${path} has no test: ${title}`);
    return wrong.map((sentence) => `${document}, "${promise}" ${sentence}`);
  };
  return page
    .split("\n## ")
    .slice(1)
    .flatMap((section) => {
      const [document = "", ...lines] = section.split("\n").filter((line) => line !== "");
      if (!exists(document)) return [`There is no ${document}.`];
      if (lines.length <= head.length || lines.slice(0, 2).join() !== head.join()) return [`${document} has no table.`];
      return lines.slice(head.length).flatMap((row) => wrongOf(document, row));
    });
}

it("every promise stands in its document, and the test that holds it exists", () => {
  const page = read("docs/promises.md");
  expect(page).toContain("\n## README.md\n");
  expect(wrongIn(page)).toEqual([]);
});

it("each fault of a row is named", () => {
  const section = (...rows: string[]) => ["", "## SECURITY.md", "", ...head, ...rows].join("\n");
  const row = (says: string, file: string, title: string) => `| P. | ${says} | \`test/${file}.test.ts\`: ${title} |`;
  const good = row("# Security", "readme", "the README has at most 150 lines");
  const bad = row("no such words", "readme", "the README has at most");
  const wrong = ["SECURITY.md does not say: no such words", "test/readme.test.ts has no test: the README has at most"];
  expect(wrongIn(section(good))).toEqual([]);
  expect(wrongIn(section(bad))).toEqual(wrong.map((sentence) => `SECURITY.md, "P." ${sentence}`));
  expect(wrongIn(section(good, good))).toEqual(['SECURITY.md, "P." Another row has the same promise.']);
  expect(wrongIn(section(row("# Security", "x", "y")))).toEqual(['SECURITY.md, "P." There is no test/x.test.ts.']);
  expect([wrongIn(section()), wrongIn("\n## x.md\n")]).toEqual([["SECURITY.md has no table."], ["There is no x.md."]]);
});
