import type { Coverage } from "../../contract/control-coverage.ts";
import type { Counted } from "./counted.ts";
import type { Declared } from "./declared.ts";

type Figure = Coverage["figures"]["operations"];

/** Rounded down, so that only what is whole is 100 %. */
const figure = (covered: number, declared: number): Figure => ({
  covered,
  declared,
  percent: declared === 0 ? 100 : Math.floor((1000 * covered) / declared) / 10,
});

/** The kinds that never struck, and the faults after which their operation had no success. */
function missingFaults({ struck, survived }: Counted, kinds: readonly string[]) {
  const kindOf = (name: string) => name.split(" ")[0] as string;
  const seen = new Set(Object.keys(struck).map(kindOf));
  const outlived = new Set(Object.keys(survived).map(kindOf));
  const open = Object.entries(struck).filter(([name, times]) => (survived[name] ?? 0) < times);
  return {
    missing: [...kinds.filter((kind) => !seen.has(kind)), ...open.map(([name]) => name)],
    figure: figure(kinds.filter((kind) => outlived.has(kind)).length, kinds.length),
  };
}

/** Holds counts against what the contract declares. */
export function coverageOf(counted: Counted, declared: Declared): Coverage {
  const missingOf = <K extends "operations" | "statuses" | "parameters" | "values" | "events">(kind: K) =>
    (declared[kind] as Declared[K][number][]).filter((name) => !counted[kind][name]);
  const missing = {
    operations: missingOf("operations"),
    statuses: missingOf("statuses"),
    parameters: missingOf("parameters"),
    values: missingOf("values"),
    events: missingOf("events"),
  };
  const figureOf = (kind: keyof typeof missing) =>
    figure(declared[kind].length - missing[kind].length, declared[kind].length);
  const faults = missingFaults(counted, declared.faults);
  return {
    missing: { ...missing, faults: faults.missing },
    onlyForced: missing.statuses.filter((name) => counted.forced[name]),
    assumptions: [...declared.assumptions].flatMap(([key, places]) => {
      const used = places.filter(({ kind, name }) => counted[kind][name]).map(({ operation }) => operation);
      return used.length > 0 ? { key, operations: [...new Set(used)] } : [];
    }),
    counted,
    contract: declared.contract,
    figures: {
      operations: figureOf("operations"),
      statuses: figureOf("statuses"),
      parameters: figureOf("parameters"),
      values: figureOf("values"),
      events: figureOf("events"),
      faults: faults.figure,
    },
  };
}
