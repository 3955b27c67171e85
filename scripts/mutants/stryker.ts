import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { nodeBinary, nodeVersions } from "../nodes.ts";
import { home, install, instrumenter, stryker, vitestRunner } from "./installation.ts";
import { keyOf, type Mutant, type Placed } from "./mutant.ts";

const root = join(import.meta.dirname, "../..");
const node = nodeBinary(nodeVersions.at(-1) as string);

interface Listed {
  fileName: string;
  /** Lines and columns from 0. */
  location: Record<"start" | "end", { line: number; column: number }>;
  mutatorName: string;
  replacement: string;
  isStatic: boolean;
}

/** The end of a program that hangs; it is far above what a busy machine needs. */
const listingMilliseconds = 180_000;

/** All mutants of some files. */
export function mutantsOf(files: readonly string[]): Mutant[] {
  install();
  const output = execFileSync(node, [join(import.meta.dirname, "list.mjs"), instrumenter], {
    cwd: root,
    input: JSON.stringify(files),
    encoding: "utf8",
    maxBuffer: 1 << 30,
    timeout: listingMilliseconds,
  });
  const lines = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8").split("\n")]));
  return (JSON.parse(output) as Listed[]).map(({ fileName: file, location, mutatorName, replacement, isStatic }) => {
    const place = ({ line, column }: Listed["location"]["start"]) => ({ line: line + 1, column: column + 1 });
    const [start, end] = [place(location.start), place(location.end)];
    const taken = (lines.get(file) ?? []).slice(start.line - 1, end.line);
    const line = taken[0] ?? "";
    const last = (taken.pop() ?? "").slice(0, end.column - 1);
    const original = [...taken, last].join("\n").slice(start.column - 1);
    return { file, start, end, mutator: mutatorName, replacement, original, line, isStatic };
  });
}

export type Status = "Killed" | "Timeout" | "Survived" | "NoCoverage" | "RuntimeError" | "CompileError" | "Ignored";
interface Tests {
  patterns: readonly string[];
  withSlow?: boolean;
}

export interface Judgment {
  /** By the key of the mutant. */
  statuses: ReadonlyMap<string, Status>;
  /** Why mutants are missing: Stryker did not start, mostly because a test fails without a mutant, or time was short. */
  end: "whole" | "failed" | "out of time";
}

/** What the tests make of each mutant. */
export function judge(mutants: readonly Mutant[], { patterns, withSlow = false }: Tests, seconds?: number): Judgment {
  install();
  const work = join(home, "work");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const file = (name: string, content: unknown) => {
    writeFileSync(join(work, name), JSON.stringify(content));
    return join(work, name);
  };
  const results = join(work, "results.jsonl");
  // As Stryker knows them, with lines and columns from 0.
  const places = mutants.map(({ file: path, start, end, mutator, replacement }) =>
    JSON.stringify([path, start.line - 1, start.column - 1, end.line - 1, end.column - 1, mutator, replacement]),
  );
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
    MUTANTS_TESTS: patterns.join(","),
    MUTANTS_SLOW: withSlow ? "1" : "0",
    MUTANTS_ROOT: root,
    MUTANTS_DRAWN: file("drawn.json", places),
    MUTANTS_RESULTS: results,
  };
  const { status, error } = spawnSync(node, [stryker, "run", file("config.json", configOf(mutants))], {
    cwd: root,
    env,
    stdio: ["ignore", "inherit", "inherit"],
    ...(seconds === undefined ? {} : { timeout: Math.round(seconds * 1_000) }),
  });
  const isLate = (error as NodeJS.ErrnoException | undefined)?.code === "ETIMEDOUT";
  return { statuses: statusesIn(results), end: isLate ? "out of time" : status === 0 ? "whole" : "failed" };
}

function configOf(mutants: readonly Mutant[]) {
  const range = ({ file, start, end }: Mutant) =>
    `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
  return {
    testRunner: "vitest",
    plugins: [vitestRunner, join(import.meta.dirname, "plugin.mjs")],
    checkers: ["only-drawn"],
    vitest: { configFile: "scripts/mutants/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    mutate: mutants.map(range),
    reporters: ["lines", "progress-append-only"],
    // TypeScript 7 lacks the function by which Stryker would rewrite the file.
    tsconfigFile: "none.json",
    ignorePatterns: ["/dist", "/reports"],
    tempDirName: relative(root, join(home, "copies")),
    disableTypeChecks: true,
    timeoutMS: 20_000,
    // The whole fast suite, on a busy machine.
    dryRunTimeoutMinutes: 30,
    logLevel: "warn",
    concurrency: 2,
  };
}

function statusesIn(results: string): Map<string, Status> {
  const lines = existsSync(results) ? readFileSync(results, "utf8").split("\n").filter(Boolean) : [];
  const all = lines.map((line) => JSON.parse(line) as Placed & { status: Status });
  return new Map(all.map((result) => [keyOf(result), result.status]));
}
