import { type AssumptionKey, assumptions } from "../../contract/assumptions.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { type Comparison, excerpt } from "./shape.ts";

interface Check {
  operationId: string;
  /** Status, header or place in the body. */
  where: string;
  /** The assumption that is checked; null for the specification itself. */
  assumption: AssumptionKey | null;
  deviation?: { expected: string; received: string };
  /** The entry of a recording, from 1. */
  entry?: number;
}
export type Finding = Check & Required<Pick<Check, "deviation">> & { times: number };
export type Report = ReturnType<Ledger["report"]>;

/** The same place in every row of a list, so that a deviation of several rows is one finding. */
const inAnyRow = (where: string) => where.replace(/\/\d+(?=\/|$)/g, "/*");

/** Records the checks of a run, and the reasons for what could not be checked. */
export class Ledger {
  readonly #checks: Check[] = [];
  readonly #reached = new Set<string>();
  readonly #reasons = new Map<string, string>();
  readonly #spent = new Map<string, number>();
  /** A received value in words, for a deviation. */
  readonly shown: (value: unknown) => string;
  /** The entry of a recording that is being checked. */
  entry: number | undefined;

  constructor(shown = excerpt) {
    this.shown = shown;
  }

  /** A place to check; without an assumption, the specification is checked. */
  at(operationId: string, where: string, assumption: AssumptionKey | null = null) {
    const place = { operationId, where, assumption, ...(this.entry !== undefined && { entry: this.entry }) };
    const deviated = (expected: string, received: string) =>
      void this.#checks.push({ ...place, deviation: { expected, received } });
    const holds = (fits: boolean, expected: string, received: unknown) =>
      fits ? void this.#checks.push(place) : deviated(expected, String(received));
    // The comparison with the schema reports an absent value.
    const equals = (received: unknown, expected: unknown, text = String(expected)) =>
      received === undefined ? undefined : holds(received === expected, text, received);
    return { held: () => void this.#checks.push(place), deviated, holds, equals };
  }
  /** Adds the time of a request to that of its operation. */
  spent(operationId: string, milliseconds: number): void {
    this.#spent.set(operationId, (this.#spent.get(operationId) ?? 0) + milliseconds);
  }
  reached(operationId: string): void {
    this.#reached.add(operationId);
  }
  compared(operationId: string, status: number, { deviations, confirmations }: Comparison): void {
    const at = (pointer: string, assumption: AssumptionKey | null) =>
      this.at(operationId, `${status} ${pointer || "/"}`, assumption);
    this.at(operationId, `${status}`).held();
    for (const { pointer, assumption } of confirmations) at(pointer, assumption).held();
    for (const { pointer, assumption, expected, received } of deviations)
      at(pointer, assumption).deviated(expected, received);
  }
  succeeded(operationId: string): boolean {
    return this.#checks.some(
      (check) => check.operationId === operationId && check.where === "status" && !check.deviation,
    );
  }
  /** The first reason for leaving out an operation or an assumption is the one that is reported. */
  leftOut(name: string, reason: string): void {
    if (!this.#reasons.has(name)) this.#reasons.set(name, reason);
  }

  report(target: string, account: string, wrote: boolean) {
    const findings = this.#findings();
    return {
      ...{ target, account, wrote },
      checks: this.#checks.length,
      operations: operationsOf(service).map(({ operationId }) => this.#operation(operationId, findings)),
      assumptions: (Object.keys(assumptions) as AssumptionKey[]).map((key) => this.#assumption(key, findings)),
      findings,
    };
  }

  #findings(): Finding[] {
    const findings = new Map<string, Finding>();
    for (const { deviation, ...check } of this.#checks) {
      if (!deviation) continue;
      const { entry: _, ...place } = { ...check, where: inAnyRow(check.where) };
      const key = JSON.stringify([place, deviation.expected]);
      const known = findings.get(key);
      findings.set(key, known ? { ...known, times: known.times + 1 } : { ...check, ...place, deviation, times: 1 });
    }
    return [...findings.values()];
  }

  #operation(operationId: string, all: readonly Finding[]) {
    const findings = all.filter((finding) => finding.operationId === operationId);
    const checks = this.#checks.filter((check) => check.operationId === operationId).length;
    const milliseconds = this.#spent.get(operationId) ?? 0;
    if (findings.length > 0) return { operationId, outcome: "failed" as const, checks, findings, milliseconds };
    if (this.#reached.has(operationId))
      return { operationId, outcome: "passed" as const, checks, findings, milliseconds };
    const reason = this.#reasons.get(operationId) ?? "nothing led to it";
    return { operationId, outcome: "not reached" as const, checks, findings, milliseconds, reason };
  }

  #assumption(key: AssumptionKey, all: readonly Finding[]) {
    const findings = all.filter(({ assumption }) => assumption === key);
    const [first, ...more] = this.#checks.filter(({ assumption }) => assumption === key);
    const times = first ? more.length + 1 : 0;
    if (findings.length > 0) return { key, outcome: "contradicted" as const, times, findings };
    if (first) {
      const seen = `${first.operationId} ${inAnyRow(first.where)}`;
      return { key, outcome: "confirmed" as const, times, seen, findings };
    }
    const reason = this.#reasons.get(key) ?? "nothing in this account led to it";
    return { key, outcome: "not exercised" as const, times, findings, reason };
  }
}
