import { execFileSync, spawnSync } from "node:child_process";

const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" });

const isThere = (commit: string) =>
  spawnSync("git", ["rev-parse", "--quiet", "--verify", `${commit}^{commit}`], { stdio: "ignore" }).status === 0;

/** Where this branch left the main branch, and on the main branch itself the last commit. */
function base(): string | undefined {
  const head = git("rev-parse", "HEAD").trim();
  const left = ["main", "origin/main"].filter(isThere).map((main) => git("merge-base", "HEAD", main).trim());
  return [...left, "HEAD~1"].find((commit) => commit !== head && isThere(commit));
}

/** By file, the lines that differ from the base. */
export function changedLines(): Map<string, Set<number>> {
  const from = base();
  if (from === undefined) return new Map();
  const changed = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const line of git("diff", "--unified=0", from, "--", "src", "contract").split("\n")) {
    const [, file] = /^\+\+\+ b\/(.+\.ts)$/.exec(line) ?? [];
    if (file !== undefined) {
      lines = new Set();
      changed.set(file, lines);
    }
    const [, first, count = "1"] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    for (let nth = 0; first !== undefined && nth < Number(count); nth++) lines.add(Number(first) + nth);
  }
  return changed;
}
