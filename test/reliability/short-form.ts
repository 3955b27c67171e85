import type { Outcome, Row } from "../../scripts/reliability/row.ts";

/** A row as the suite runs it: few attacks, always the same. */
export const shortForm = ({ run, short }: Row): Promise<Outcome> =>
  run({ count: short, seed: 1, node: process.execPath, edits: [], say: () => {} });
