import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

/** As text, because its types would bring those of browsers to all of the tests. */
const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
/** The faults that axe finds in a page as it is now, or in a part of it, each with the first place of it. */
export async function faultsByAxe(
  page: Page,
  { rules = "{}", part = "html" as string | { exclude: string[] } } = {},
): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  // It loads style sheets a second time only for rules that are off, and what it passes is a lot to send.
  const options = `{ iframes: false, preload: false, resultTypes: ["violations"], ...${rules} }`;
  return page.evaluate<string[]>(
    `axe.run(${JSON.stringify(part)}, ${options}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + " " + nodes[0].html.slice(0, 200)))`,
  );
}
