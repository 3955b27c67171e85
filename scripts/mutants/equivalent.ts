import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "./mutant.ts";

/** A mutant that no test can find, because the program does the same with it. */
export type Equivalent = Pick<Mutant, "file" | "mutator" | "original" | "replacement"> & { reason: string };

export const equivalents = JSON.parse(
  readFileSync(join(import.meta.dirname, "equivalent.json"), "utf8"),
) as Equivalent[];

export const isEquivalent = (mutant: Mutant): boolean =>
  equivalents.some(
    ({ file, mutator, original, replacement }) =>
      file === mutant.file &&
      mutator === mutant.mutator &&
      original === mutant.original &&
      replacement === mutant.replacement,
  );
