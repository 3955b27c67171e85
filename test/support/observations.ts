import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Where each worker notes what it saw. */
    observations: string;
  }
}

/** One answer that a test of the service saw. */
export interface Observation {
  operationId: string;
  status: number;
  shorthand: boolean;
}

const shared = "TEST_OBSERVATIONS";
/** A folder for the run. Each project is set up by itself, and they share it. */
export function setup({ provide }: TestProject): () => void {
  process.env[shared] ??= mkdtempSync(join(tmpdir(), "observations-"));
  const folder = process.env[shared];
  provide("observations", folder);
  return () => {
    rmSync(folder, { recursive: true, force: true });
    delete process.env[shared];
  };
}

export const note = (into: string, observation: Observation): void =>
  appendFileSync(join(into, `${process.pid}.jsonl`), `${JSON.stringify(observation)}\n`);

export const observationsIn = (from: string): Observation[] =>
  readdirSync(from).flatMap((name) =>
    readFileSync(join(from, name), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Observation),
  );
