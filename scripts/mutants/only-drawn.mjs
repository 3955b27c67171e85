/** A plugin of Stryker: of the nodes within the ranges that are mutated, those that were not drawn are left out. */
import { readFileSync } from "node:fs";

/** The places of the drawn mutants, as [line, column, line, column], lines from 1 and columns from 0. */
const drawn = JSON.parse(readFileSync(process.env.MUTANTS_DRAWN, "utf8"));
const isBefore = (line, column, otherLine, otherColumn) =>
  line < otherLine || (line === otherLine && column <= otherColumn);

export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "only-drawn",
    value: {
      shouldIgnore({ node: { loc } }) {
        if (!loc) return undefined;
        const holds = ([fromLine, fromColumn, toLine, toColumn]) =>
          isBefore(loc.start.line, loc.start.column, fromLine, fromColumn) &&
          isBefore(toLine, toColumn, loc.end.line, loc.end.column);
        return drawn.some(holds) ? undefined : "It was not drawn.";
      },
    },
  },
];
