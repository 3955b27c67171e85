import { existsSync } from "node:fs";
import { join } from "node:path";
import { installInto } from "../nodes.ts";

/** StrykerJS runs on Node 22 and later, so it is no dependency of the project: it is installed at its first use. */
const version = "10.1.1";
/** Below node_modules, where it finds the vitest of the project. */
export const home = join(import.meta.dirname, "../../node_modules/.cache/mutants", version);
const packages = join(home, "node_modules/@stryker-mutator");
export const stryker = join(packages, "core/bin/stryker.js");
export const vitestRunner = join(packages, "vitest-runner/dist/src/index.js");
export const instrumenter = join(packages, "instrumenter/dist/src/index.js");

export function install(): void {
  const wanted = ["core", "vitest-runner"].map((name) => `@stryker-mutator/${name}@${version}`);
  if (!existsSync(stryker)) installInto(home, wanted, {}, "--legacy-peer-deps");
}
