import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { scoresSection } from "../mutants/scores.ts";
import type { Result, Row } from "./row.ts";
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
    "Written by `npm run reliability`. Each line of the table is an attack, with what must hold under it; a shorter form",
    "of it runs in the suite. `--only NAME` runs one, `--seed N` draws others, and `--plant` builds a fault into the",
    "server that the attack must find. `docs/promises.md` of the repository names the test that holds each promise of the guides.",
    "",
    "| | Attack | Times | Must hold | Did not hold |",
    "|---|---|---|---|---|",
    ...Object.entries(rows).map(([name, row]) => line(name, row, results[name])),
    "",
    ...scoresSection(),
    "## The last whole runs",
    "",
    ...Object.entries(rows).flatMap(([name, row]) => details(name, row, results[name])),
  ].join("\n");
}

function line(name: string, { what, holds }: Row, result: Result | undefined): string {
  const [times, failures] = result ? [result.count.toLocaleString("en"), result.failures] : ["not run yet", ""];
  return `| \`${name}\` | ${what} | ${times} | ${holds} | ${failures} |`;
}

/** A value that is no number is a text of its own. */
const figure = (name: string, value: number | string) =>
  typeof value === "number" ? `${value.toLocaleString("en")} ${name}` : `${value} ${name}`;

function details(name: string, { planted }: Row, result: Result | undefined): string[] {
  const faults = Object.keys(planted);
  if (!result && faults.length === 0) return [];
  const lines: string[] = [];
  if (result) {
    const { figures, seed, seconds, node, commit, date } = result;
    const run = `${date}, commit ${commit}, Node ${node}, seed ${seed}, ${Math.round(seconds).toLocaleString("en")} s`;
    lines.push(`- Run: ${run}.`);
    const counts = Object.entries(figures).map(([each, value]) => figure(each, value));
    if (counts.length > 0) lines.push(`- Figures: ${counts.join("; ")}.`);
  }
  if (faults.length > 0) lines.push(`- Planted faults: ${faults.join("; ")}.`);
  return [`### ${name}`, "", ...lines, ""];
}
