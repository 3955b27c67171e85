/**
 * Attacks the sandbox row by row and writes docs/reliability.md:
 *
 *     npm run reliability [-- --only kills,fuzz] [--short] [--count N] [--seed N] [--node PATH] [--plant]
 *
 * A result is kept when the run was a whole one.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { optionsOf } from "../options.ts";
import { readResults, reliabilityPage, resultsFile } from "./page.ts";
import { type Edit, type Outcome, type Row, runRow } from "./row.ts";
import { rows } from "./rows.ts";

const chosen = { only: undefined, short: false, count: undefined, seed: 1, node: process.execPath, plant: false };
const { values } = optionsOf(chosen);
const { seed } = values;

const names = values.only?.split(",") ?? Object.keys(rows);
const unknown = names.filter((name) => !rows[name]);
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(", ")}; the rows are ${Object.keys(rows).join(", ")}.`);
  process.exit(2);
}
const node = execFileSync(values.node, ["--version"], { encoding: "utf8" }).trim().slice(1);

for (const name of names) {
  const row = rows[name] as Row;
  if (values.plant) await plant(name, row);
  else await attack(name, row);
}

async function attack(name: string, row: Row): Promise<void> {
  const started = performance.now();
  const count = Number(values.count ?? (values.short ? row.short : row.full));
  const outcome = await attacked(name, row, [], count, seed);
  const seconds = (performance.now() - started) / 1_000;
  const figures = Object.entries(outcome.figures).map(([figure, value]) => `${value} ${figure}`);
  const held = outcome.failures.length === 0 ? "all held" : `${outcome.failures.length} did not hold`;
  console.log(`${name}: ${outcome.count} with seed ${seed}, ${held}; ${figures.join(", ")}; ${seconds.toFixed(0)} s`);
  for (const failure of outcome.failures.slice(0, 20)) console.log(`  ${failure}`);
  if (outcome.failures.length > 0) process.exitCode = 1;
  if (values.short || values.count !== undefined) return;
  const kept = {
    ...outcome,
    failures: outcome.failures.length,
    seed,
    seconds: Math.round(seconds),
    node,
    commit: execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim(),
    date: new Date().toISOString().slice(0, 10),
  };
  writeFileSync(resultsFile, `${JSON.stringify({ ...readResults(), [name]: kept }, null, 2)}\n`);
  writeFileSync(join(import.meta.dirname, "../../docs/reliability.md"), reliabilityPage());
}

/** A row that does not find a planted fault cannot find a real one. A run that misses it is repeated. */
async function plant(name: string, row: Row): Promise<void> {
  for (const [fault, edits] of Object.entries(row.planted)) {
    let found: string | undefined;
    for (let again = 0; again < 5 && found === undefined; again++)
      [found] = (await attacked(name, row, [edits].flat(), 4 * row.short, seed + again)).failures;
    console.log(`${name}: planted "${fault}": ${found ? `found, ${found}` : "NOT FOUND"}`);
    if (found === undefined) process.exitCode = 1;
  }
}

function attacked(name: string, row: Row, edits: readonly Edit[], count: number, by: number): Promise<Outcome> {
  const say = (line: string) => process.stderr.isTTY && console.error(`${name}: ${line}`);
  return runRow(row, { count, seed: by, node: values.node, edits, say });
}
