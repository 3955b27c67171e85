/** What Stryker loads: it leaves out what was not drawn, and tells each result at once, so that a run can be cut short. */
import { appendFileSync, readFileSync } from "node:fs";
import { relative } from "node:path";

/** The places of the drawn mutants, as [line, column, line, column], lines from 1 and columns from 0. */
const drawn = JSON.parse(readFileSync(process.env.MUTANTS_DRAWN, "utf8"));
const isBefore = (line, column, otherLine, otherColumn) =>
  line < otherLine || (line === otherLine && column <= otherColumn);

const onlyDrawn = {
  shouldIgnore({ node: { loc } }) {
    if (!loc) return undefined;
    const holds = ([fromLine, fromColumn, toLine, toColumn]) =>
      isBefore(loc.start.line, loc.start.column, fromLine, fromColumn) &&
      isBefore(toLine, toColumn, loc.end.line, loc.end.column);
    return drawn.some(holds) ? undefined : "It was not drawn.";
  },
};

class Lines {
  onMutantTested({ fileName, location, mutatorName, replacement, status }) {
    const file = relative(process.cwd(), fileName);
    const line = JSON.stringify({ file, ...location, mutator: mutatorName, replacement, status });
    appendFileSync(process.env.MUTANTS_RESULTS, `${line}\n`);
  }
}

export const strykerPlugins = [
  { kind: "Ignore", name: "only-drawn", value: onlyDrawn },
  { kind: "Reporter", name: "lines", injectableClass: Lines },
];
