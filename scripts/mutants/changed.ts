import { execFileSync } from "node:child_process";
import type { Mutant } from "./mutant.ts";

const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" });

/** The main branch where this is another one, and else the last commit. */
function base(): string {
  const branch = git("rev-parse", "--abbrev-ref", "HEAD").trim();
  const isThere = git("branch", "--list", "main").trim() !== "";
  return branch !== "main" && isThere ? git("merge-base", "HEAD", "main").trim() : "HEAD~1";
}

/** By file, the lines that differ from the base. */
export function changedLines(): Map<string, Set<number>> {
  const changed = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const line of git("diff", "--unified=0", base(), "--", "src", "contract").split("\n")) {
    const [, file] = /^\+\+\+ b\/(.+\.ts)$/.exec(line) ?? [];
    if (file !== undefined) {
      lines = new Set();
      changed.set(file, lines);
    }
    const [, from, count = "1"] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    for (let nth = 0; from !== undefined && nth < Number(count); nth++) lines.add(Number(from) + nth);
  }
  return changed;
}

export const isOn =
  (changed: ReadonlyMap<string, ReadonlySet<number>>) =>
  ({ file, start, end }: Mutant): boolean => {
    const lines = changed.get(file);
    for (let line = start.line; lines && line <= end.line; line++) if (!lines.has(line)) return false;
    return lines !== undefined;
  };
