import { connections } from "./connections.ts";
import { fuzz } from "./fuzz.ts";
import { matrixOf } from "./matrix.ts";
import { raw } from "./raw.ts";
import type { Row } from "./row.ts";
import { soak } from "./soak.ts";
import { tokens } from "./tokens.ts";

/** By the name that `--only` takes, in the order of the table. */
export const rows: Record<string, Row> = {
  fuzz,
  raw,
  tokens,
  soak,
  connections,
  matrix: matrixOf(() => Object.keys(rows).filter((name) => name !== "matrix")),
};
