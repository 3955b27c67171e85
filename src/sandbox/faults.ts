import type { Fault } from "../../contract/control.ts";
import { chance } from "../directory/chance.ts";
import { addDuration } from "../domain/time.ts";

/** A fault, its place in the list that set it, and how often it has drawn for an account. */
export interface ArmedFault {
  fault: Fault;
  position: number;
  draws: number;
}

interface Armed {
  fault: Fault;
  position: number;
  left: number;
  /** Draws so far, by account; with the position the key of the next draw, which other accounts cannot change. */
  draws: Map<string | undefined, number>;
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
    return this.#armed
      .filter(({ fault }) => (fault.accountId ?? accountId) === accountId)
      .map((armed) => ({
        fault: leftOf(armed),
        position: armed.position,
        draws: armed.draws.get(accountId) ?? 0,
      }));
  }
  resume(faults: readonly ArmedFault[], accountId: string): void {
    this.#armed = faults.map(({ fault, position, draws }) => {
      const left = fault.times ?? Number.POSITIVE_INFINITY;
      return { fault, position, left, draws: new Map([[accountId, draws]]) };
    });
  }
  replace(faults: readonly Fault[], accountId?: string): void {
    const others = accountId === undefined ? [] : this.#armed.filter(({ fault }) => fault.accountId !== accountId);
    const arm = (fault: Fault, position: number): Armed => {
      const left = fault.times ?? Number.POSITIVE_INFINITY;
      return { fault, position, left, draws: new Map() };
    };
    this.#armed = [...others, ...faults.map(arm)];
  }

  next({ operationId, accountId, randomSeed }: Candidate): Fault | undefined {
    if (this.#armed.length === 0) return undefined;
    const armed = this.#armed.find(({ fault, position, draws }) => {
      if (fault.kind === "lag" || !isFor(fault, operationId, accountId)) return false;
      if (fault.probability === undefined) return true;
      const draw = draws.get(accountId) ?? 0;
      draws.set(accountId, draw + 1);
      return drawn(fault.probability, randomSeed, position, draw);
    });
    if (!armed) return undefined;
    armed.left -= 1;
    if (armed.left === 0) this.#armed = this.#armed.filter((other) => other !== armed);
    return armed.fault;
  }

  lag(operationId: string | null, accountId: string): number {
    if (this.#armed.length === 0) return 0;
    return lagOf(
      this.#armed.map(({ fault }) => fault),
      operationId,
      accountId,
    );
  }
}

const leftOf = ({ fault, left }: Armed): Fault => (fault.times === undefined ? fault : { ...fault, times: left });

/** Whether a fault strikes at its n-th draw for an account. */
export const drawn = (probability: number, randomSeed: number, position: number, draw: number): boolean =>
  chance(randomSeed, "fault", position, draw).bool(probability);

export function lagOf(faults: readonly Fault[], operationId: string | null, accountId: string): number {
  const found = faults.filter((fault) => fault.kind === "lag" && isFor(fault, operationId, accountId));
  return Math.max(0, ...found.map(({ lag = "PT5M" }) => addDuration(0, lag)));
}

export const isFor = (fault: Fault, operationId: string | null, accountId: string | undefined) =>
  (fault.operation ?? operationId) === operationId && (fault.accountId ?? accountId) === accountId;
