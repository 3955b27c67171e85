import { type AssumptionKey, assumptions } from "../../contract/assumptions.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { type Comparison, excerpt, type Shown } from "./shape.ts";

/** Where something is checked. */
interface Place {
  operationId: string;
  /** Status, header or place in the body. */
  where: string;
  /** The assumption that is checked; null for the specification itself. */
  assumption: AssumptionKey | null;
}
interface Counted extends Place {
  key: string;
  checks: number;
  held: number;
}
interface Deviation {
  expected: string;
  received: string;
}
export interface Finding extends Place {
  deviation: Deviation;
  times: number;
  /** The first entry of a recording that has it, from 1. */
  entry?: number;
}
/** What became of the entries of a recording. */
export interface Tally {
  entries: number;
  judged: number;
  /** Of those, without the body of the answer. */
  withoutBody: number;
  leftOut: { reason: string; entries: number }[];
  /** How the recording shows that a sandbox answered, and not the service. */
  sandbox?: string;
  /** Paths and parameters of requests to the service that the contract does not name. */
  unknown: { name: string; entries: number }[];
}
/** A sign of a sandbox: the header of its answers. */
export const saysSo = "its answers say so";

/** `sandbox` says how the service has shown that it is one. */
export type Report = ReturnType<Ledger["report"]> & { recording?: Tally; sandbox?: string };

/** A sandbox agrees with itself, and confirms nothing. */
export function confirmingNothing<R extends Pick<Report, "assumptions">>(report: R): R {
  const reason = "a sandbox answered, which agrees with itself";
  const assumptions = report.assumptions.map(({ key, outcome, times, findings, ...rest }) =>
    outcome === "confirmed"
      ? { key, outcome: "not exercised" as const, times, findings, reason }
      : ({ key, outcome, times, findings, ...rest } as Report["assumptions"][number]),
  );
  return { ...report, assumptions };
}

/** The same place in every row of a list, so that a deviation of several rows is one finding. */
const inAnyRow = (where: string) => where.replace(/\/\d+(?=\/|$)/g, "/*");

const sum = (places: readonly { checks: number }[]) => places.reduce((total, { checks }) => total + checks, 0);

/** Records the checks of a run, and the reasons for what could not be checked. */
export class Ledger {
  /** A recording may hold millions of checks, so the checks of one place are counted. */
  readonly #places = new Map<string, Counted>();
  /** The same, by the place in each row: most are met many times. */
  readonly #named = new Map<string, Counted>();
  readonly #findings = new Map<string, Finding>();
  readonly #reached = new Set<string>();
  readonly #reasons = new Map<string, string>();
  readonly #spent = new Map<string, number>();
  /** A received value in words, for a deviation. */
  readonly shown: Shown;
  /** The entry of a recording that is being checked. */
  entry: number | undefined;

  constructor(shown = excerpt) {
    this.shown = shown;
  }

  /** A place to check; without an assumption, the specification is checked. */
  at(operationId: string, where: string, assumption: AssumptionKey | null = null) {
    const place = this.#place(operationId, where, assumption);
    const held = () => this.#add(place);
    const deviated = (expected: string, received: string) => this.#add(place, { expected, received });
    const holds = (fits: boolean, expected: string, received: unknown) =>
      fits ? held() : deviated(expected, String(received));
    // The comparison with the schema reports an absent value.
    const equals = (received: unknown, expected: unknown, text = String(expected)) =>
      received === undefined ? undefined : holds(received === expected, text, received);
    return { held, deviated, holds, equals };
  }
  #place(operationId: string, where: string, assumption: AssumptionKey | null): Counted {
    const name = `${operationId} ${where} ${assumption}`;
    const known = this.#named.get(name);
    if (known) return known;
    const key = inAnyRow(name);
    const place = this.#places.get(key) ?? { operationId, where: inAnyRow(where), assumption, key, checks: 0, held: 0 };
    this.#places.set(key, place);
    this.#named.set(name, place);
    return place;
  }
  #add(place: Counted, deviation?: Deviation): void {
    place.checks += 1;
    if (!deviation) place.held += 1;
    else this.#addFinding(`${place.key} ${deviation.expected}`, place, deviation);
  }
  #addFinding(key: string, { operationId, where, assumption }: Place, deviation: Deviation): void {
    const { entry } = this;
    const known = this.#findings.get(key);
    if (known) known.times += 1;
    else
      this.#findings.set(key, {
        operationId,
        where,
        assumption,
        deviation,
        times: 1,
        ...(entry !== undefined && { entry }),
      });
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
    return (
      this.#at((place) => place.operationId === operationId && place.where === "status" && place.held > 0).length > 0
    );
  }
  /** The first reason for leaving out an operation or an assumption is the one that is reported. */
  leftOut(name: string, reason: string): void {
    if (!this.#reasons.has(name)) this.#reasons.set(name, reason);
  }

  report(target: string, account: string, wrote: boolean) {
    const findings = [...this.#findings.values()];
    return {
      ...{ target, account, wrote },
      checks: sum(this.#at(() => true)),
      operations: operationsOf(service).map(({ operationId }) => this.#operation(operationId, findings)),
      assumptions: (Object.keys(assumptions) as AssumptionKey[]).map((key) => this.#assumption(key, findings)),
      findings,
    };
  }

  #at(isWanted: (place: Place & { held: number }) => boolean) {
    // A place whose value was absent has no check.
    return [...this.#places.values()].filter((place) => place.checks > 0 && isWanted(place));
  }

  #operation(operationId: string, all: readonly Finding[]) {
    const findings = all.filter((finding) => finding.operationId === operationId);
    const checks = sum(this.#at((place) => place.operationId === operationId));
    const milliseconds = this.#spent.get(operationId) ?? 0;
    if (findings.length > 0) return { operationId, outcome: "failed" as const, checks, findings, milliseconds };
    if (this.#reached.has(operationId))
      return { operationId, outcome: "passed" as const, checks, findings, milliseconds };
    const reason = this.#reasons.get(operationId) ?? "nothing led to it";
    return { operationId, outcome: "not reached" as const, checks, findings, milliseconds, reason };
  }

  #assumption(key: AssumptionKey, all: readonly Finding[]) {
    const findings = all.filter(({ assumption }) => assumption === key);
    const places = this.#at(({ assumption }) => assumption === key);
    const [first] = places;
    const times = sum(places);
    if (findings.length > 0) return { key, outcome: "contradicted" as const, times, findings };
    if (first) {
      const seen = `${first.operationId} ${first.where}`;
      return { key, outcome: "confirmed" as const, times, seen, findings };
    }
    const reason = this.#reasons.get(key) ?? "nothing in this account led to it";
    return { key, outcome: "not exercised" as const, times, findings, reason };
  }
}
