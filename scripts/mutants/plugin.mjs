/** What Stryker loads: it leaves out what was not drawn, and tells each result at once, so that a run can be cut short. */
import { appendFileSync, readFileSync } from "node:fs";
import { relative } from "node:path";

const placeOf = ({ fileName, location: { start, end }, mutatorName, replacement }) => {
  const file = relative(process.env.MUTANTS_ROOT, fileName);
  return JSON.stringify([file, start.line, start.column, end.line, end.column, mutatorName, replacement]);
};

/** Of the mutants at a place, only some were drawn: the others count as not compiling. */
class OnlyDrawn {
  drawn = new Set(JSON.parse(readFileSync(process.env.MUTANTS_DRAWN, "utf8")));
  async init() {}
  async check(mutants) {
    const verdict = (mutant) => (this.drawn.has(placeOf(mutant)) ? "passed" : "compileError");
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, { status: verdict(mutant), reason: "not drawn" }]));
  }
}

class Lines {
  onMutantTested({ fileName, location, mutatorName, replacement, status }) {
    const file = relative(process.env.MUTANTS_ROOT, fileName);
    const line = JSON.stringify({ file, ...location, mutator: mutatorName, replacement, status });
    appendFileSync(process.env.MUTANTS_RESULTS, `${line}\n`);
  }
}

export const strykerPlugins = [
  { kind: "Checker", name: "only-drawn", injectableClass: OnlyDrawn },
  { kind: "Reporter", name: "lines", injectableClass: Lines },
];
