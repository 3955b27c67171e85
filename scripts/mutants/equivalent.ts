import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "./mutant.ts";

/** A mutant that no test can find, because the program does the same with it. */
export interface Equivalent extends Pick<Mutant, "file" | "mutator" | "original" | "replacement" | "line"> {
  /** Where the line has the text several times, which of them, from 1. */
  nth?: number;
  reason: string;
}

export const equivalents = JSON.parse(
  readFileSync(join(import.meta.dirname, "equivalent.json"), "utf8"),
) as Equivalent[];

/** How often a text occurs in a line. */
export const timesIn = (line: string, text: string): number => line.split(text.split("\n")[0] as string).length - 1;

export const isEquivalent = (mutant: Mutant): boolean =>
  equivalents.some(
    ({ file, mutator, original, replacement, line, nth = 1 }) =>
      file === mutant.file &&
      mutator === mutant.mutator &&
      original === mutant.original &&
      replacement === mutant.replacement &&
      line === mutant.line.trim() &&
      nth === timesIn(mutant.line.slice(0, mutant.start.column - 1), original) + 1,
  );
