import { control as contract } from "../../contract/control.ts";
import { accounts } from "./accounts.ts";
import { clock } from "./clock.ts";
import { withContexts } from "./contexts.ts";
import { coverage } from "./coverage.ts";
import { faults } from "./faults.ts";
import { occurrences } from "./occurrences.ts";
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
  portfolio,
  faults,
  requests,
  coverage,
  scenarios,
  server,
  reference,
  tokens,
};
export const control = withContexts(contract, groups);
