/** Something in a row that fits its schema, and that no rule could have written. */
export interface Flaw {
  /** JSON pointer into the row. */
  pointer: string;
  /** Follows the place in a sentence. */
  reason: string;
  /** Left out where the reason says it. */
  expected?: string;
}
export const flaw = (pointer: string, reason: string): Flaw => ({ pointer, reason });
