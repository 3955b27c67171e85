/**
 * control: the operations of the control plane, a handler for each and a file for each group of the contract. They
 * make, move, break and show worlds: accounts, clock, triggers, faults, snapshots, requests, audit, coverage. Tests,
 * the command line and the console use them and have no other way in.
 */

import { control as contract } from "../../contract/control.ts";
import type { HandlersOf } from "../sandbox/handlers.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { accounts } from "./accounts.ts";
import { clock } from "./clock.ts";
import { withContexts } from "./contexts.ts";
import { coverage } from "./coverage.ts";
import { faults } from "./faults.ts";
import { occurrences } from "./occurrences.ts";
import { people } from "./people.ts";
import { portfolio } from "./portfolio.ts";
import { reference } from "./reference.ts";
import { requests } from "./requests.ts";
import { scenarios } from "./scenarios.ts";
import { server } from "./server.ts";
import { tokens } from "./tokens.ts";

const groups = {
  accounts,
  clock,
  occurrences,
  people,
  portfolio,
  faults,
  requests,
  coverage,
  scenarios,
  server,
  reference,
  tokens,
};
export const control: HandlersOf<typeof contract, Sandbox> = withContexts(contract, groups);
