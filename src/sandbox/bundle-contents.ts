import type { State } from "../domain/change.ts";
import type { Moment } from "../domain/time.ts";
import type { ArmedFault } from "./faults.ts";
import type { Served } from "./requests/request-log.ts";

/** A world with all that was seen of it, from a bundle. */
export interface OpenedWorld {
  accountId: string;
  state: State;
  clock: { now: Moment; frozen: boolean };
  faults: readonly ArmedFault[];
  /** Oldest first: those that met an earlier world of the account, and this one, of which some are forgotten. */
  requests: { earlier: readonly Served[]; present: readonly Served[]; forgotten: number };
}
