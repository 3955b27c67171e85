import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "./row.ts";
import { rows } from "./rows.ts";

export const resultsFile = join(import.meta.dirname, "../../docs/reliability.json");

export function readResults(): Record<string, Result> {
  return existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, "utf8")) : {};
}

/** docs/reliability.md, from the table of rows and the results of their last whole runs. */
export function reliabilityPage(): string {
  const results = readResults();
  return [
    "# Reliability",
    "",
    "Written by `npm run reliability`, one line for each attack; a shorter form of each runs in the suite.",
    "A planted fault is one that `npm run reliability -- --plant` builds into the server, and that the line must find.",
    "",
    "| What | Attacks | What must hold | Did not hold | Figures | Run | Planted faults |",
    "|---|---|---|---|---|---|---|",
    ...Object.entries(rows).map(([name, row]) => line(row.what, row.holds, Object.keys(row.planted), results[name])),
    "",
  ].join("\n");
}

function line(what: string, holds: string, planted: string[], result: Result | undefined): string {
  if (!result) return `| ${what} | not run yet | ${holds} | | | | ${planted.join(", ")} |`;
  const { count, failures, figures, seed, seconds, node, commit, date } = result;
  const counts = Object.entries(figures).map(([name, value]) => `${value.toLocaleString("en")} ${name}`);
  const run = `${date}, ${commit}, Node ${node}, seed ${seed}, ${Math.round(seconds)} s`;
  const cells = [what, count.toLocaleString("en"), holds, failures, counts.join(", "), run, planted.join(", ")];
  return `| ${cells.join(" | ")} |`;
}
