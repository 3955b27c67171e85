import type { control as contract } from "../../contract/control.ts";
import type { HandlersOf } from "../sandbox/handlers.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { accounts } from "./accounts.ts";
import { clock } from "./clock.ts";
import { faults } from "./faults.ts";
import { occurrences } from "./occurrences.ts";
import { reference } from "./reference.ts";
import { requests } from "./requests.ts";
import { tokens } from "./tokens.ts";

/** The operations of the control plane. */
export const control: HandlersOf<typeof contract, Sandbox> = {
  accounts,
  clock,
  occurrences,
  faults,
  requests,
  reference,
  tokens,
};
