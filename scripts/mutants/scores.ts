import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folders } from "./folders.ts";

/** How many mutants of a sample the tests found. */
export interface Score {
  seed: number;
  mutants: number;
  /** Found by the tests of the folder itself. */
  own: number;
  /** Found by these or by the fast suite. */
  found: number;
}
interface Kept extends Score {
  commit: string;
  date: string;
}
/** By folder, and by what the run is called. */
type Scores = Record<string, Record<string, Kept>>;

const file = join(import.meta.dirname, "../../docs/mutants.json");
const kept = (): Scores => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

export const percent = (found: number, { mutants }: Pick<Score, "mutants">): number =>
  mutants === 0 ? 100 : (100 * found) / mutants;

export function keep(folder: string, run: string, score: Score): void {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const all = kept();
  all[folder] = { ...all[folder], [run]: { ...score, commit, date: new Date().toISOString().slice(0, 10) } };
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}

/** A part of docs/reliability.md. */
export function scoresSection(): string[] {
  const scores = kept();
  const runs = [...new Set(Object.values(scores).flatMap((each) => Object.keys(each)))];
  const cell = (score: Kept | undefined) =>
    score ? `${percent(score.found, score).toFixed(1)} % of ${score.mutants}` : "";
  return [
    "## Mutants",
    "",
    "Small faults that `npm run mutants` builds into the source one at a time, drawn by a seed, and how many of them the",
    "tests find: those of the folder itself, or else the fast suite (`team`: its tests on PostgreSQL; `console`: the parts",
    "that need no browser).",
    "",
    `| Folder | At least | ${runs.join(" | ")} |`,
    `|---|---|${runs.map(() => "---|").join("")}`,
    ...folders().map(
      ({ name, goal }) => `| ${name} | ${goal} % | ${runs.map((run) => cell(scores[name]?.[run])).join(" | ")} |`,
    ),
    "",
  ];
}
