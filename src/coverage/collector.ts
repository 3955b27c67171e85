/**
 * coverage: what requests have used of the contract. The collector counts operations, statuses, parameters, values,
 * event types and faults of all accounts; a report holds the counts against what the contract declares. It keeps
 * numbers and no requests, so that its memory is bounded by the contract.
 */

import { type Endpoint, operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { type Counted, sumOf } from "./counted.ts";
import { receiverOf, type Values } from "./received.ts";

/** The faults that replace a response or spoil it; after the others it is the service's own. */
const spoiling: readonly (string | null)[] = ["status", "disconnect", "truncate", "malformed"];
/** Of accounts and operations that a fault struck and that have had no success since. */
const mostStruck = 10_000;

interface Served {
  operation: string | null;
  accountId: string | null;
  status: number;
  fault: string | null;
  /** Whether `Prefer: code=` chose the response. */
  forced: boolean;
}

interface Answer {
  status: number;
  body: unknown;
  /** The event types that a search found. */
  found?: readonly string[];
}

const increment = <K>(counts: Map<K, number>, key: K, by = 1) => counts.set(key, (counts.get(key) ?? 0) + by);
const named = <K>(counts: ReadonlyMap<K, number>, nameOf: (key: K) => string) =>
  Object.fromEntries([...counts].map(([key, count]) => [nameOf(key), count]));
export const isSuccess = (status: number) => status >= 200 && status < 400;

/** Whether the response is not the service's own. */
export const isSpoilt = ({ forced, fault }: Pick<Served, "forced" | "fault">) => forced || spoiling.includes(fault);

/** How often a fault has struck an account without a success since. */
export interface Pending {
  operation: string;
  accountId: string;
  fault: string;
  times: number;
}

class OperationCounts {
  readonly #operationId: string;
  readonly #endpoint: Endpoint;
  readonly statuses = new Map<number, number>();
  readonly forced = new Map<number, number>();
  readonly struck = new Map<string, number>();
  readonly survived = new Map<string, number>();
  readonly parameters: Map<string, number>;
  readonly #receivers = new Map<number, ((body: unknown) => void) | undefined>();

  constructor(operationId: string, endpoint: Endpoint) {
    this.#operationId = operationId;
    this.#endpoint = endpoint;
    this.parameters = new Map(Object.keys(endpoint.query?.shape ?? {}).map((name) => [name, 0]));
  }
  receive({ status, body }: Answer, values: Values): void {
    if (!this.#receivers.has(status)) this.#receivers.set(status, receiverOf(this.#endpoint.responses[status], values));
    this.#receivers.get(status)?.(body);
  }
  counted(): Partial<Counted> {
    const id = this.#operationId;
    const ofOperation = (key: string | number) => `${id} ${key}`;
    const ofFault = (kind: string) => `${kind} ${id}`;
    const successes = [...this.statuses].filter(([status]) => isSuccess(status));
    return {
      operations: { [id]: successes.reduce((sum, [, count]) => sum + count, 0) },
      statuses: named(this.statuses, ofOperation),
      parameters: named(this.parameters, ofOperation),
      forced: named(this.forced, ofOperation),
      struck: named(this.struck, ofFault),
      survived: named(this.survived, ofFault),
    };
  }
}

const noValues = (): Values => ({ awaited: new Map(), received: [] });
const noCounts = () =>
  new Map<string | null, OperationCounts>(
    operationsOf(service).map(({ operationId, endpoint }) => [operationId, new OperationCounts(operationId, endpoint)]),
  );

/** Counts what the requests of all accounts use. */
export class Collector {
  #operations = noCounts();
  #values = noValues();
  #events = new Map<string, number>();
  /** The kinds of faults to survive, by account and operation. */
  #pending = new Map<string, Map<string, number>>();

  clear(): void {
    this.#operations = noCounts();
    this.#values = noValues();
    this.#events = new Map();
    this.#pending = new Map();
  }

  /** Counts what a handler answers; refusals and responses that a fault spoils have nothing to count here. */
  answered({ operation, fault }: Pick<Served, "operation" | "fault">, query: object, answer: Answer): void {
    const counts = this.#operations.get(operation);
    if (!counts || answer.status >= 400 || spoiling.includes(fault)) return;
    for (const name in query) if (counts.parameters.has(name)) increment(counts.parameters, name);
    if (answer.found) for (const name of answer.found) increment(this.#events, name);
    counts.receive(answer, this.#values);
  }

  /** Counts a request that has ended. */
  served({ operation, accountId, status, fault, forced }: Served): void {
    const counts = this.#operations.get(operation);
    if (!counts) return;
    const isForced = isSpoilt({ forced, fault });
    // A connection that ended before its response has no status.
    if (status > 0) increment(isForced ? counts.forced : counts.statuses, status);
    if (fault !== null) {
      increment(counts.struck, fault);
      this.#await(`${operation} ${accountId}`, fault);
    }
    if (!isForced && isSuccess(status)) this.#survive(counts, `${operation} ${accountId}`);
  }
  #await(key: string, fault: string): void {
    const pending = this.#pending.get(key) ?? new Map<string, number>();
    increment(pending, fault);
    this.#pending.set(key, pending);
    if (this.#pending.size > mostStruck) this.#pending.delete(this.#pending.keys().next().value as string);
  }
  #survive(counts: OperationCounts, key: string): void {
    const pending = this.#pending.get(key);
    if (!pending) return;
    for (const [fault, times] of pending) increment(counts.survived, fault, times);
    this.#pending.delete(key);
  }

  /** The faults that no success has followed here. */
  pending(): Pending[] {
    return [...this.#pending].flatMap(([key, faults]) => {
      const [operation, accountId] = key.split(" ") as [string, string];
      return [...faults].map(([fault, times]) => ({ operation, accountId, fault, times }));
    });
  }

  counted(): Counted {
    const values = Object.fromEntries(this.#values.received.map((name) => [name, 1]));
    const events = named(this.#events, String);
    return sumOf([...[...this.#operations.values()].map((counts) => counts.counted()), { values, events }]);
  }
}
