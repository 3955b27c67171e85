import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import { driver, median, range } from "./load.ts";

export interface Line {
  what: string;
  figure: string;
  spread: string;
  goal: string;
  /** Null where there is no goal. */
  held: boolean | null;
}
const lines: Line[] = [];

export function say(line: Line): void {
  lines.push(line);
  console.log(
    `${line.held === false ? "✗" : line.held ? "✓" : " "} ${line.what}: ${line.figure} (${line.spread}) goal ${line.goal}`,
  );
}

type Unit = "x" | "s" | "ms" | "MB";
const shown = (value: number, unit: Unit) =>
  `${value.toFixed(unit === "ms" || unit === "MB" ? 0 : 2)}${unit === "x" ? " x" : ""}`;
const named = (what: string, unit: Unit) => (unit === "x" ? what : `${what}, ${unit}`);

export const atLeast = (what: string, ratios: number[], least: number) =>
  say({
    what,
    figure: shown(median(ratios), "x"),
    spread: range(ratios),
    goal: `at least ${least} x`,
    held: median(ratios) >= least,
  });

export const atMost = (what: string, values: number[], most: number, unit: Unit, spread = range(values)) =>
  say({
    what: named(what, unit),
    figure: shown(median(values), unit),
    spread,
    goal: unit === "x" ? `at most ${most} x` : `under ${most}`,
    held: unit === "x" ? median(values) <= most : median(values) < most,
  });

export const measured = (what: string, values: number[], unit: Unit, spread = range(values)) =>
  say({ what: named(what, unit), figure: shown(median(values), unit), spread, goal: "none", held: null });

const here = import.meta.dirname;
/** The version of a package that the bench has installed. */
export const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(here, "node_modules", name, "package.json"), "utf8")).version;

function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: here, encoding: "utf8" }).trim();
  } catch {
    return "no checkout";
  }
}

export function results(rounds: number, seconds: number): string {
  const cpu = cpus()[0]?.model ?? "unknown processor";
  const table = lines.map(
    ({ what, figure, spread, goal, held }) =>
      `| ${what} | ${figure} | ${spread} | ${goal} | ${held === null ? "" : held ? "yes" : "**no**"} |`,
  );
  return `# Bench

Written by \`npm run bench\`. Ratios in one run: each pair is driven in turn by the same load (${driver}), ${rounds} times for ${seconds} s; the figure is the median, the range is that of the repetitions.

- ${new Date().toISOString().slice(0, 10)}, at ${commit()}, Node ${process.version}, Express ${versionOf("express")}; Linux ${release()}, ${cpus().length} cores (${cpu}), ${Math.round(totalmem() / 2 ** 30)} GiB; the load runs on the same machine.

| What | Figure | Range | Goal | Held |
|---|---|---|---|---|
${table.join("\n")}
`;
}
