import type { Fault } from "../../contract/control.ts";
import { chance } from "../directory/chance.ts";
import { addDuration } from "../domain/time.ts";

/** A fault, its place in the list that set it, and how often it has drawn for an account. */
export interface ArmedFault {
  fault: Fault;
  position: number;
  draws: number;
}

/** A fault as it stands. */
export interface Armed {
  fault: Fault;
  position: number;
  /** How often it can still strike; null for no limit. */
  left: number | null;
  /** Draws so far, by account; with the position the key of the next draw, which other accounts cannot change. */
  draws: Record<string, number>;
}

export interface Candidate {
  operationId: string;
  accountId: string | undefined;
  randomSeed: number;
}

/** Injected faults, tried in the order of the request that set them. */
export interface Faults {
  /** All faults, or those of one account. */
  list(accountId?: string): Fault[] | Promise<Fault[]>;
  /** Those that can strike an account, as they stand. */
  ofAccount(accountId: string): ArmedFault[] | Promise<ArmedFault[]>;
  /** Replaces all faults by those that `ofAccount` gave. */
  resume(faults: readonly ArmedFault[], accountId: string): void | Promise<void>;
  /** Replaces all faults, or those of one account. */
  replace(faults: readonly Fault[], accountId?: string): void | Promise<void>;
  /** The fault that strikes a request, if any; this uses up one of its `times`. */
  next(candidate: Candidate): Fault | undefined | Promise<Fault | undefined>;
  /** How long searches have to wait for an event, in milliseconds; it strikes beside any other fault. */
  lag(operationId: string | null, accountId: string): number;
}

/** The faults of one server, in memory. */
export class LocalFaults implements Faults {
  #armed: Armed[] = [];

  list(accountId?: string): Fault[] {
    return this.#armed.filter(({ fault }) => accountId === undefined || fault.accountId === accountId).map(leftOf);
  }
  ofAccount(accountId: string): ArmedFault[] {
    return this.#armed.filter(({ fault }) => (fault.accountId ?? accountId) === accountId).map(shownTo(accountId));
  }
  resume(faults: readonly ArmedFault[], accountId: string): void {
    this.#armed = faults.map(resumed(accountId));
  }
  replace(faults: readonly Fault[], accountId?: string): void {
    const others = accountId === undefined ? [] : this.#armed.filter(({ fault }) => fault.accountId !== accountId);
    this.#armed = [...others, ...faults.map(arm)];
  }

  next(candidate: Candidate): Fault | undefined {
    const struck = this.#armed.find((armed) => canStrike(armed, candidate) && strike(armed, candidate));
    if (struck?.left === 0) this.#armed = this.#armed.filter((other) => other !== struck);
    return struck?.fault;
  }

  lag(operationId: string | null, accountId: string): number {
    return lagOf(this.#armed, operationId, accountId);
  }
}

export const arm = (fault: Fault, position: number): Armed => ({
  fault,
  position,
  left: fault.times ?? null,
  draws: {},
});
export const resumed =
  (accountId: string) =>
  ({ fault, position, draws }: ArmedFault): Armed => ({ ...arm(fault, position), draws: { [accountId]: draws } });
export const shownTo =
  (accountId: string) =>
  (armed: Armed): ArmedFault => ({
    fault: leftOf(armed),
    position: armed.position,
    draws: armed.draws[accountId] ?? 0,
  });
export const leftOf = ({ fault, left }: Armed): Fault => (left === null ? fault : { ...fault, times: left });

export const canStrike = ({ fault }: Armed, { operationId, accountId }: Candidate): boolean =>
  fault.kind !== "lag" && isFor(fault, operationId, accountId);

/** Whether a fault that can strike does so; this counts the draw, and one of its `times`. */
export function strike(armed: Armed, { accountId = "", randomSeed }: Candidate): boolean {
  const { fault, position, draws } = armed;
  if (fault.probability !== undefined) {
    const draw = draws[accountId] ?? 0;
    draws[accountId] = draw + 1;
    if (!chance(randomSeed, "fault", position, draw).bool(fault.probability)) return false;
  }
  if (armed.left !== null) armed.left -= 1;
  return true;
}

export function lagOf(armed: readonly Armed[], operationId: string | null, accountId: string): number {
  const found = armed.filter(({ fault }) => fault.kind === "lag" && isFor(fault, operationId, accountId));
  return Math.max(0, ...found.map(({ fault: { lag = "PT5M" } }) => addDuration(0, lag)));
}

const isFor = (fault: Fault, operationId: string | null, accountId: string | undefined) =>
  (fault.operation ?? operationId) === operationId && (fault.accountId ?? accountId) === accountId;
