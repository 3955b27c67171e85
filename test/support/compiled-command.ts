import { beforeAll } from "vitest";
import { bundleOf } from "../../scripts/reliability/build.ts";

/** Compiles a program once for all test files: loading the sources for each run would take longer than the tests. */
export function compiledCommand(entry = "src/main.ts"): string {
  const { main, made } = bundleOf(entry);
  beforeAll(made);
  return main;
}
