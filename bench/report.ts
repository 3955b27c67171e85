import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import { rounds, seconds } from "./compare.ts";
import { driver, median, range } from "./load.ts";
import { disturbances } from "./undisturbed.ts";

interface Line {
  what: string;
  figure: string;
  spread: string;
  /** Requests per second of the server that ours is compared with. */
  base: string;
  goal: string;
  /** Null where there is no goal. */
  held: boolean | null;
}
/** The lines of each Node, by its version. */
const tables = new Map<string, Line[]>();
let lines: Line[] = [];

/** What is said from now on was measured on this Node. */
export function on(version: string): void {
  lines = tables.get(version) ?? [];
  tables.set(version, lines);
  console.log(`Node ${version}`);
}

function say(line: Line): void {
  lines.push(line);
  const mark = line.held === null ? " " : line.held ? "✓" : "✗";
  console.log(`${mark} ${line.what}: ${line.figure} (${line.spread}) goal ${line.goal}`);
}

type Unit = "x" | "s" | "ms" | "MB" | "per second";
const digits: Record<Unit, number> = { x: 2, s: 2, ms: 0, MB: 0, "per second": 0 };
const shown = (value: number, unit: Unit) => `${value.toFixed(digits[unit])} ${unit}`;
const baseOf = (rates: readonly number[]) =>
  rates.length === 0 ? "" : `${Math.round(median(rates)).toLocaleString("en")}/s`;

export function atLeast(what: string, ratios: number[], least: number, base: readonly number[]): void {
  const figure = median(ratios);
  const spread = range(ratios);
  const goal = `at least ${least} x`;
  say({ what, figure: shown(figure, "x"), spread, base: baseOf(base), goal, held: figure >= least });
}

export function atMost(what: string, values: number[], most: number, unit: Unit, spread = range(values)): void {
  const figure = median(values);
  say({ what, figure: shown(figure, unit), spread, base: "", goal: `at most ${most} ${unit}`, held: figure <= most });
}

export function measured(
  what: string,
  values: number[],
  unit: Unit,
  base: readonly number[] = [],
  spread = range(values),
): void {
  say({ what, figure: shown(median(values), unit), spread, base: baseOf(base), goal: "", held: null });
}

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

const head = `| What | Figure | Range | Compared with | Goal | Held | Measured |
|---|---|---|---|---|---|---|
`;

/** The rows of each Node as a page has them, by what they measure. */
function rowsOf(page: string): Map<string, Map<string, string>> {
  const sections = page.split("\n## Node ").slice(1);
  return new Map(
    sections.map((section) => {
      const [version = "", ...written] = section.split("\n");
      const rows = written.filter((line) => line.startsWith("| ") && !head.includes(line));
      return [version, new Map(rows.map((line) => [line.split("|")[1]?.trim() ?? "", line]))];
    }),
  );
}

/** The page of all results: what was not measured now stays as an earlier page has it. */
export function results(earlier = ""): string {
  const machine = `Linux ${release()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const processor = (cpus()[0]?.model ?? "unknown processor").replaceAll(/\(R\)| Processor/g, "");
  const today = `${new Date().toISOString().slice(0, 10)}, ${commit()}, ${processor}`;
  const sections = rowsOf(earlier);
  for (const [version, measurements] of tables) {
    const rows = sections.get(version) ?? new Map<string, string>();
    for (const { what, figure, spread, base, goal, held } of measurements) {
      const isHeld = held === null ? "" : held ? "yes" : "**no**";
      rows.set(what, `| ${what} | ${figure} | ${spread} | ${base} | ${goal} | ${isHeld} | ${today} |`);
    }
    sections.set(version, rows);
  }
  const text = [...sections].map(
    ([version, rows]) => `## Node ${version}\n\n${head}${[...rows.values()].join("\n")}\n`,
  );
  return `# Bench

Written by \`npm run bench\`. Ratios in one run: all that is compared runs on the same Node and is driven by the same load (${driver}), ${rounds} times for ${seconds} s: at the same time, so that the machine disturbs all alike, or in turn where one of them is PostgreSQL, each when the one before has sent its requests to the table that all servers read. Starts are timed in turn, ${3 * rounds} times. Three servers and one are driven for a minute first, until their code is compiled, and then in turn for 10 s. The figure is the median, the range is that of the repetitions; "compared with" is the median rate of the other server. Default options are a running clock, the request log, and a log of level info that goes to a file.

- Express ${versionOf("express")}; ${machine}; the load runs on the same machine.
- "Measured" is the day, the commit and the processor of a row: \`--only\` renews some of them. Ratios differ between processors (the same commit gave 3.77 x on one and 2.06 x on another), so compare rows of one processor alone. In the last run: ${disturbances()}.
- Why a goal is missed, and what was tried: \`bench/PROFILES.md\` of the repository.

${text.join("\n")}`;
}
