import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder in which each worker notes the responses that it receives. */
    observations: string;
  }
}

/** One response that a test of the service received. */
export interface Observation {
  operationId: string;
  status: number;
  shorthand: boolean;
}

const shared = "TEST_OBSERVATIONS";
/** Makes a folder for the run, which all projects share although each is set up by itself. */
export function setup({ provide }: TestProject): () => void {
  process.env[shared] ??= mkdtempSync(join(tmpdir(), "observations-"));
  const folder = process.env[shared];
  provide("observations", folder);
  return () => {
    rmSync(folder, { recursive: true, force: true });
    delete process.env[shared];
  };
}

const noted = new Set<string>();
/** Notes each kind of response once. */
export function note(into: string, observation: Observation): void {
  const [path, line] = [join(into, `${process.pid}.jsonl`), `${JSON.stringify(observation)}\n`];
  if (noted.has(path + line)) return;
  noted.add(path + line);
  appendFileSync(path, line);
}

export const observationsIn = (from: string): Observation[] =>
  readdirSync(from).flatMap((name) =>
    readFileSync(join(from, name), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Observation),
  );
