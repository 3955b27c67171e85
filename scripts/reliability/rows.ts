import { cuts } from "./cuts.ts";
import { faults } from "./faults.ts";
import { flips } from "./flips.ts";
import { interruptions } from "./interruptions.ts";
import { kills } from "./kills.ts";
import type { Row } from "./row.ts";
import { syscalls } from "./syscalls.ts";

/** By the name that `--only` takes, in the order of the table. */
export const rows: Record<string, Row> = {
  kills,
  syscalls,
  cuts,
  flips,
  faults,
  interruptions,
};
