import type { State } from "../domain/change.ts";
import type { Moment } from "../domain/time.ts";
import type { ArmedFault } from "./faults.ts";
import type { Served } from "./requests/request-log.ts";

/** A world with its faults and requests, from a bundle. */
export interface BundleContents {
  accountId: string;
  state: State;
  clock: { now: Moment; frozen: boolean };
  faults: readonly ArmedFault[];
  /** Oldest first: those to an earlier world of the account, and those to this one. */
  requests: { earlier: readonly Served[]; present: readonly Served[]; isComplete: boolean };
}
