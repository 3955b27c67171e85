import { type AssumptionKey, assumptions } from "../../contract/assumptions.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import type { Deviation, Sight } from "./shape.ts";

/** One thing that was looked at. */
export interface Check {
  operationId: string;
  /** Status, header or place in the body. */
  where: string;
  /** Whose word it is; null is the specification's. */
  assumption: AssumptionKey | null;
  /** What was wanted and what came instead, when it did not hold. */
  deviation?: { expected: string; received: string };
}
export interface Finding extends Check {
  deviation: { expected: string; received: string };
  times: number;
}

export interface OperationResult {
  operationId: string;
  outcome: "passed" | "failed" | "not reached";
  checks: number;
  findings: Finding[];
  reason?: string;
}
export interface AssumptionResult {
  key: AssumptionKey;
  outcome: "confirmed" | "contradicted" | "not exercised";
  times: number;
  /** Where it was first seen to hold. */
  seen?: string;
  findings: Finding[];
  reason?: string;
}
export interface Report {
  target: string;
  account: string;
  wrote: boolean;
  checks: number;
  operations: OperationResult[];
  assumptions: AssumptionResult[];
  findings: Finding[];
}

/** Rows of a list are alike: what is wrong with one of them is said once. */
const alike = (where: string) => where.replace(/\/\d+(?=\/|$)/g, "/*");

/** Notes what was looked at, what held, and what could not be looked at. */
export class Ledger {
  readonly #checks: Check[] = [];
  readonly #reached = new Set<string>();
  readonly #reasons = new Map<string, string>();

  reached(operationId: string): void {
    this.#reached.add(operationId);
  }
  held(operationId: string, where: string, assumption: AssumptionKey | null): void {
    this.#checks.push({ operationId, where, assumption });
  }
  deviated(
    operationId: string,
    where: string,
    assumption: AssumptionKey | null,
    expected: string,
    received: string,
  ): void {
    this.#checks.push({ operationId, where, assumption, deviation: { expected, received } });
  }
  /** Holds or does not. */
  check(
    operationId: string,
    where: string,
    assumption: AssumptionKey | null,
    holds: boolean,
    expected: string,
    received: string,
  ): void {
    if (holds) this.held(operationId, where, assumption);
    else this.deviated(operationId, where, assumption, expected, received);
  }
  compared(
    operationId: string,
    status: number,
    { deviations, sights }: { deviations: Deviation[]; sights: Sight[] },
  ): void {
    this.held(operationId, `${status}`, null);
    for (const { pointer, assumption } of sights) this.held(operationId, `${status} ${pointer || "/"}`, assumption);
    for (const { pointer, assumption, expected, received } of deviations)
      this.deviated(operationId, `${status} ${pointer || "/"}`, assumption, expected, received);
  }
  /** Whether it was called and answered as it should. */
  succeeded(operationId: string): boolean {
    return this.#checks.some(
      (check) => check.operationId === operationId && check.where === "status" && !check.deviation,
    );
  }
  /** Why an operation or an assumption was left out. */
  leftOut(what: string, reason: string): void {
    if (!this.#reasons.has(what)) this.#reasons.set(what, reason);
  }

  #findings(): Finding[] {
    const findings = new Map<string, Finding>();
    for (const { deviation, ...check } of this.#checks) {
      if (!deviation) continue;
      const place = { ...check, where: alike(check.where) };
      const key = JSON.stringify([place, deviation.expected]);
      const known = findings.get(key);
      findings.set(key, known ? { ...known, times: known.times + 1 } : { ...place, deviation, times: 1 });
    }
    return [...findings.values()];
  }

  report(target: string, account: string, wrote: boolean): Report {
    const findings = this.#findings();
    const operations = operationsOf(service).map(({ operationId }): OperationResult => {
      const own = findings.filter((finding) => finding.operationId === operationId);
      const checks = this.#checks.filter((check) => check.operationId === operationId).length;
      if (own.length > 0) return { operationId, outcome: "failed", checks, findings: own };
      if (this.#reached.has(operationId)) return { operationId, outcome: "passed", checks, findings: [] };
      return {
        operationId,
        outcome: "not reached",
        checks,
        findings: [],
        reason: this.#reasons.get(operationId) ?? "nothing led to it",
      };
    });
    const results = (Object.keys(assumptions) as AssumptionKey[]).map((key): AssumptionResult => {
      const own = this.#checks.filter(({ assumption }) => assumption === key);
      const against = findings.filter(({ assumption }) => assumption === key);
      const [first] = own;
      if (against.length > 0) return { key, outcome: "contradicted", times: own.length, findings: against };
      if (first)
        return {
          key,
          outcome: "confirmed",
          times: own.length,
          seen: `${first.operationId} ${alike(first.where)}`,
          findings: [],
        };
      return {
        key,
        outcome: "not exercised",
        times: 0,
        findings: [],
        reason: this.#reasons.get(key) ?? "nothing in this account led to it",
      };
    });
    return { target, account, wrote, checks: this.#checks.length, operations, assumptions: results, findings };
  }
}
