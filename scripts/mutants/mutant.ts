import { createHash } from "node:crypto";

/** Lines and columns from 1, as in the report of Stryker. */
export interface Place {
  line: number;
  column: number;
}
/** What tells a mutant from all others. */
export interface Placed {
  file: string;
  start: Place;
  end: Place;
  /** Such as EqualityOperator. */
  mutator: string;
  replacement: string;
}
export interface Mutant extends Placed {
  /** The text that it replaces. */
  original: string;
  /** The whole line in which it begins. */
  line: string;
  /** In no function: it is evaluated when its module is loaded, so no single test can be said to reach it. */
  isStatic: boolean;
}

export const keyOf = ({ file, start, end, mutator, replacement }: Placed) =>
  [file, start.line, start.column, end.line, end.column, mutator, replacement].join(" ");

/**
 * Mutants are drawn by what they are and not by where, so that a change elsewhere leaves the sample as it is. Equal ones
 * of a file are told apart by their order.
 */
function ranked(mutants: readonly Mutant[], seed: number): Mutant[] {
  const seen = new Map<string, number>();
  const rank = ({ file, mutator, original, replacement }: Mutant): string => {
    const text = JSON.stringify([seed, file, mutator, original, replacement]);
    const nth = (seen.get(text) ?? 0) + 1;
    seen.set(text, nth);
    return createHash("sha256").update(`${text} ${nth}`).digest("hex");
  };
  const all = mutants.map((mutant) => ({ mutant, rank: rank(mutant) }));
  return all.sort((one, other) => (one.rank < other.rank ? -1 : 1)).map(({ mutant }) => mutant);
}

/** A tenth of the sample is static, where there are as many. */
export function sampleOf(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const all = ranked(mutants, seed);
  const statics = all.filter(({ isStatic }) => isStatic).slice(0, Math.round(count / 10));
  return [...all.filter(({ isStatic }) => !isStatic).slice(0, count - statics.length), ...statics];
}

/** Whether all lines of a mutant are among some lines, by file. */
export const isOn =
  (changed: ReadonlyMap<string, ReadonlySet<number>>) =>
  ({ file, start, end }: Mutant): boolean => {
    const lines = changed.get(file);
    for (let line = start.line; lines && line <= end.line; line++) if (!lines.has(line)) return false;
    return lines !== undefined;
  };
