import { startSandbox } from "tiers-sandbox";
import type { TestProject } from "vitest/node";

/** One sandbox for the whole run: in memory, on any free port, with stopped clocks. */
export default async function setup(project: TestProject) {
  const sandbox = await startSandbox({ seed: "empty", now: "2026-01-15T09:00:00", freeze: true });
  project.provide("sandboxUrl", sandbox.url);
  return () => sandbox.close();
}

declare module "vitest" {
  export interface ProvidedContext {
    sandboxUrl: string;
  }
}
