import type { Coverage } from "../../../contract/control-coverage.ts";
import { gapsOf, grouped, noteOf, type Part, parts, percentOf } from "./parts.ts";

/** The report as Markdown, for the page of a step of GitHub Actions. */
export function markdown(coverage: Coverage): string {
  const code = (name: string, short: string) => {
    const note = noteOf(coverage, name);
    return `\`${short}\`${note ? ` (${note})` : ""}`;
  };
  const gaps = gapsOf(coverage).flatMap(({ part, heading, missing }) => [
    `<details${part === "operations" ? " open" : ""}><summary>${heading}</summary>\n`,
    ...grouped(missing).map(([head, members]) => {
      const names = members.map(({ name, short }) => code(name, short)).join(", ");
      return head === "" ? `- ${names}` : `- **${head}** ${names}`;
    }),
    "\n</details>\n",
  ]);
  const figures = Object.entries(coverage.figures).map(
    ([part, figure]) =>
      `| ${parts[part as Part].title} | ${figure.covered} of ${figure.declared} | ${percentOf(figure)} |`,
  );
  return [
    "## Coverage of the contract\n",
    ...(gaps.length > 0 ? gaps : ["Nothing is missing.\n"]),
    `Assumptions leaned on: ${coverage.assumptions.length}.\n`,
    "| | Covered | |",
    "|---|---|--:|",
    ...figures,
    "",
  ].join("\n");
}
