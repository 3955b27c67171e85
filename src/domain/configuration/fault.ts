import type { Part } from "./merge.ts";

/** Something that is wrong with an entry of a merged configuration, wherever the entry comes from. */
export interface Fault {
  of: readonly [part: Part, code: string];
  path: readonly (string | number)[];
  /** The predicate of a sentence about the place, without a full stop. */
  detail: string;
  /** What to do. */
  expected: string;
  received?: unknown;
  /** The other entry that is to blame where this one is of the base. */
  because?: readonly [part: Part, code: string];
}
