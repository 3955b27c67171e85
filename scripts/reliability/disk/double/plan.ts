/** What happens to the calls that change files, numbered from the moment at which the plan arrives. */
export interface Plan {
  /** The first call that is struck; 0 strikes none. */
  at: number;
  /** Whether all later calls are struck too. */
  lasting?: boolean;
  fault: Fault;
}
export type Fault = "kill" | "EIO" | "ENOSPC" | "short" | "slow";

/** Before the calls that a process prints when it ends by itself. */
export const exitMark = "calls to the disk: ";
