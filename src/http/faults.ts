import type { Request, Response } from "express";
import type { Fault } from "../../contract/control.ts";
import { chance } from "../directory/chance.ts";
import { HttpRefusal } from "./problems.ts";

interface Armed {
  fault: Fault;
  left: number;
  /** How often it was looked at: the key of its next draw, so that a flaky run can be replayed. */
  looks: number;
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Things that go wrong on purpose, in the order in which they were asked for. */
export class Faults {
  readonly #randomSeed: number;
  #armed: Armed[] = [];

  constructor(randomSeed: number) {
    this.#randomSeed = randomSeed;
  }

  list(): Fault[] {
    return this.#armed.map(({ fault, left }) => (fault.times === undefined ? fault : { ...fault, times: left }));
  }
  replace(faults: readonly Fault[]): void {
    this.#armed = faults.map((fault) => ({ fault, left: fault.times ?? Number.POSITIVE_INFINITY, looks: 0 }));
  }

  #next(operationId: string, accountId: string | undefined): Fault | undefined {
    const index = this.#armed.findIndex((armed, at) => {
      const { fault } = armed;
      if (fault.operation !== undefined && fault.operation !== operationId) return false;
      if (fault.accountId !== undefined && fault.accountId !== accountId) return false;
      return fault.probability === undefined || chance(this.#randomSeed, "fault", at, armed.looks++).bool(fault.probability);
    });
    const armed = this.#armed[index];
    if (!armed) return undefined;
    armed.left -= 1;
    if (armed.left === 0) this.#armed.splice(index, 1);
    return armed.fault;
  }

  /** True when the fault was the answer. */
  strike(operationId: string, accountId: string | undefined, _request: Request, response: Response): boolean | Promise<boolean> {
    const fault = this.#armed.length === 0 ? undefined : this.#next(operationId, accountId);
    return fault ? this.#bring(fault, response) : false;
  }
  async #bring({ kind, status = 503, delayMs = 0 }: Fault, response: Response): Promise<boolean> {
    if (delayMs > 0) await wait(delayMs);
    if (kind === "delay") return false;
    if (kind === "status") {
      const retry: Record<string, string> = status === 429 || status === 503 ? { "Retry-After": "1" } : {};
      throw new HttpRefusal(status, { code: status === 429 ? "RATE_LIMITED" : "INJECTED_FAULT", detail: `An injected fault answers ${status}.` }, retry);
    }
    const text = '{"content":[{"thirdpartyId":924000,"name":"Nova';
    if (kind === "disconnect") response.destroy();
    else if (kind === "truncate") {
      response.writeHead(200, { "Content-Type": "application/json; charset=utf-8", "Content-Length": text.length * 2 });
      response.write(text, () => response.destroy());
    } else {
      response.writeHead(200, { "Content-Type": "application/json; charset=utf-8", "Content-Length": text.length });
      response.end(text);
    }
    return true;
  }
}
