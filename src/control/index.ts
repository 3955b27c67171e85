import { control as contract } from "../../contract/control.ts";
import { accounts } from "./accounts.ts";
import { clock } from "./clock.ts";
import { withContexts } from "./contexts.ts";
import { faults } from "./faults.ts";
import { occurrences } from "./occurrences.ts";
import { reference } from "./reference.ts";
import { requests } from "./requests.ts";
import { scenarios } from "./scenarios.ts";
import { tokens } from "./tokens.ts";

export const control = withContexts(contract, {
  accounts,
  clock,
  occurrences,
  faults,
  requests,
  scenarios,
  reference,
  tokens,
});
