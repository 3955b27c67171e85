import { connections } from "./connections.ts";
import { cuts } from "./cuts.ts";
import { faults } from "./faults.ts";
import { flips } from "./flips.ts";
import { fuzz } from "./fuzz.ts";
import { interruptions } from "./interruptions.ts";
import { kills } from "./kills.ts";
import { limits } from "./limits.ts";
import { matrixOf } from "./matrix.ts";
import { moves } from "./moves.ts";
import { neighbours } from "./neighbours.ts";
import { odd } from "./odd.ts";
import { raw } from "./raw.ts";
import { replicas } from "./replicas.ts";
import type { Row } from "./row.ts";
import { soak } from "./soak.ts";
import { stops } from "./stops.ts";
import { syscalls } from "./syscalls.ts";
import { tokens } from "./tokens.ts";

/** By the name that `--only` takes, in the order of the table. */
export const rows: Record<string, Row> = {
  kills,
  syscalls,
  cuts,
  flips,
  faults,
  interruptions,
  fuzz,
  neighbours,
  odd,
  moves,
  limits,
  raw,
  tokens,
  soak,
  connections,
  stops,
  replicas,
  matrix: matrixOf(() => Object.keys(rows).filter((name) => name !== "matrix")),
};
