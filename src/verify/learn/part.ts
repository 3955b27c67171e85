/** What a recording tells of a part of a configuration. */
export interface Part<T> {
  part: string;
  entries: Record<string, T>;
  /** How many records it comes from, and which. */
  records: number;
  of: string;
  /** What it could not tell, or has guessed. */
  unsure: string[];
  /** What to record for it. */
  record: string[];
}
