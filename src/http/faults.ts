import type { Response } from "express";
import type { Fault } from "../../contract/control.ts";
import { chance } from "../directory/chance.ts";
import { HttpRefusal } from "./problems.ts";

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
  response: Response;
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

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
    const armed = faults.map((fault, place) => ({ fault, place, left: fault.times ?? Number.POSITIVE_INFINITY, looks: new Map() }));
    this.#armed = [...others, ...armed];
  }

  #next({ operationId, accountId, randomSeed }: Struck): Fault | undefined {
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

  /** True when the fault was the answer. */
  strike(struck: Struck): boolean | Promise<boolean> {
    const fault = this.#armed.length === 0 ? undefined : this.#next(struck);
    return fault ? bring(fault, struck.response) : false;
  }
}

async function bring({ kind, status = 503, delayMs = kind === "delay" ? 1000 : 0 }: Fault, response: Response): Promise<boolean> {
  if (delayMs > 0) await wait(delayMs);
  if (kind === "status") {
    const retry: Record<string, string> = status === 429 || status === 503 ? { "Retry-After": "1" } : {};
    throw new HttpRefusal(status, { code: status === 429 ? "RATE_LIMITED" : "INJECTED_FAULT", detail: `An injected fault answers ${status}.` }, retry);
  }
  if (kind === "disconnect") response.destroy();
  else if (kind !== "delay") spoil(kind, response);
  return kind === "disconnect";
}

/** Lets the operation happen, and what it answers break off: on the way, or as it was written. */
function spoil(kind: "truncate" | "malformed", response: Response): void {
  const end = response.end.bind(response) as (chunk: Buffer) => Response;
  const write = response.write.bind(response) as (chunk: Buffer, then: () => void) => boolean;
  const cut = (whole: unknown): Response => {
    const bytes = Buffer.isBuffer(whole) ? whole : whole instanceof Uint8Array ? Buffer.from(whole) : Buffer.from(typeof whole === "string" ? whole : "");
    const half = bytes.subarray(0, Math.max(1, bytes.length >> 1));
    if (kind === "malformed") {
      response.setHeader("Content-Length", half.length);
      return end(half);
    }
    write(half, () => response.destroy());
    return response;
  };
  response.end = cut as never;
  // A body that comes in pieces breaks off in its first.
  response.write = ((chunk: unknown) => {
    response.write = (() => true) as never;
    if (kind === "truncate") cut(chunk);
    else end(Buffer.from(chunk as Uint8Array).subarray(0, 10));
    response.end = (() => response) as never;
    return true;
  }) as never;
}
