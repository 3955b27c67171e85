import type { Part } from "./merge.ts";

/** An entry of a part, or one of the terms. */
export type Place = readonly [part: Part | "practice", code: string];

/** In `because`: any entry of the part could mend the fault. */
export const anyEntry = "";

/** Something that is wrong with an entry of a merged configuration, wherever the entry comes from. */
export interface Fault {
  of: Place;
  path: readonly (string | number)[];
  /** The predicate of a sentence about the place, without a full stop. */
  detail: string | (() => string);
  /** What to do. */
  expected: string;
  received?: unknown;
  /** The other entry that is to blame where this one is of the base. */
  because?: Place;
}
