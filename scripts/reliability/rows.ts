import { fuzz } from "./fuzz.ts";
import { raw } from "./raw.ts";
import type { Row } from "./row.ts";
import { tokens } from "./tokens.ts";

/** By the name that `--only` takes, in the order of the table. */
export const rows: Record<string, Row> = {
  fuzz,
  raw,
  tokens,
};
