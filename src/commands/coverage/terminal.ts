import type { Coverage } from "../../../contract/control-coverage.ts";
import { painted } from "../../domain/printable.ts";
import { columns, wrapped } from "../help.ts";
import { type Gap, gapsOf, grouped, noteOf, type Part, parts, percentOf, some } from "./parts.ts";

const mostOperations = 5;

function gapLines(coverage: Coverage, { missing }: Gap, width: number): string[] {
  const groups = grouped(missing).map(([head, members]): [string, string] => {
    const shown = members.map(({ name, short }) => {
      const note = noteOf(coverage, name);
      return note ? `${short} (${note})` : short;
    });
    return [head, shown.join(", ")];
  });
  const alone = groups.filter(([head]) => head === "").flatMap(([, names]) => wrapped(names, width - 2));
  const rows = groups.filter(([head]) => head !== "");
  return [...alone.map((line) => `  ${line}`), ...(rows.length > 0 ? columns(rows, width) : [])];
}

/** The report for people: what is missing first, percentages last. */
export function readable(coverage: Coverage, { width, colour }: { width: number; colour: boolean }): string[] {
  const bold = (text: string) => (colour ? painted("bold", text) : text);
  const gaps = gapsOf(coverage).flatMap((gap) => [bold(gap.heading), ...gapLines(coverage, gap, width), ""]);
  const leaned = coverage.assumptions.map(({ key, operations }): [string, string] => [
    key,
    some(operations, mostOperations),
  ]);
  const assumed = `Assumptions leaned on: ${leaned.length}; tiers-sandbox verify checks them against the real service`;
  const figures = Object.entries(coverage.figures).map(([part, figure]): [string, string] => [
    parts[part as Part].title,
    `${percentOf(figure).padStart(7)}   ${figure.covered} of ${figure.declared}`,
  ]);
  return [
    ...(gaps.length > 0 ? gaps : ["Nothing is missing.", ""]),
    ...(leaned.length > 0 ? [bold(assumed), ...columns(leaned, width), ""] : []),
    bold("Covered"),
    ...figures.map(([title, text]) => `  ${title.padEnd(12)}${text}`),
  ];
}
