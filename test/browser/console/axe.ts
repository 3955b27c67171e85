import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

/** As text, because its types would bring those of browsers to all of the tests. */
const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
interface Found {
  violations: { id: string; nodes: { html: string }[] }[];
}

/** The faults that axe finds in a page as it is now, or in a part of it, each with the first place of it. */
export async function faultsByAxe(
  page: Page,
  { rules = "{}", part = "html" as string | { exclude: string[] } } = {},
): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const { violations } = await page.evaluate<Found>(
    `axe.run(${JSON.stringify(part)}, { iframes: false, resultTypes: ['violations'], ...${rules} })`,
  );
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 200)}`);
}
