import type { Fault } from "../../contract/control.ts";
import { chance } from "../directory/chance.ts";

interface Armed {
  fault: Fault;
  /** Its place among those that were asked for together, which is part of the key of its draws. */
  place: number;
  left: number;
  /** How often each account came by: the rest of the key, so that a flaky run can be replayed whatever others do meanwhile. */
  looks: Map<string | undefined, number>;
}

export interface Struck {
  operationId: string;
  accountId: string | undefined;
  randomSeed: number;
}

/** Things that go wrong on purpose, in the order in which they were asked for. */
export class Faults {
  #armed: Armed[] = [];

  /** All, or those of one account. */
  list(accountId?: string): Fault[] {
    return this.#armed
      .filter(({ fault }) => accountId === undefined || fault.accountId === accountId)
      .map(({ fault, left }) => (fault.times === undefined ? fault : { ...fault, times: left }));
  }
  /** Those of one account leave the others' as they are. */
  replace(faults: readonly Fault[], accountId?: string): void {
    const others = accountId === undefined ? [] : this.#armed.filter(({ fault }) => fault.accountId !== accountId);
    const armed = faults.map((fault, place) => ({
      fault,
      place,
      left: fault.times ?? Number.POSITIVE_INFINITY,
      looks: new Map(),
    }));
    this.#armed = [...others, ...armed];
  }

  /** The fault that strikes this request, if any; a fault with `times` is used up. */
  next({ operationId, accountId, randomSeed }: Struck): Fault | undefined {
    if (this.#armed.length === 0) return undefined;
    const armed = this.#armed.find(({ fault, place, looks }) => {
      if (fault.operation !== undefined && fault.operation !== operationId) return false;
      if (fault.accountId !== undefined && fault.accountId !== accountId) return false;
      if (fault.probability === undefined) return true;
      const look = looks.get(accountId) ?? 0;
      looks.set(accountId, look + 1);
      return chance(randomSeed, "fault", place, look).bool(fault.probability);
    });
    if (!armed) return undefined;
    armed.left -= 1;
    if (armed.left === 0) this.#armed = this.#armed.filter((other) => other !== armed);
    return armed.fault;
  }
}
