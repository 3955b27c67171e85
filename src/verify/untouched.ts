import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { type Existing, workingRequests } from "../domain/working-requests.ts";
import { always, type Found } from "./reads.ts";
import type { Target } from "./target.ts";

/** Sends the reads that have no checks of their own, with values that exist. */
export async function readUntouched(target: Target, found: Found): Promise<void> {
  const { operations } = target.ledger.report("", target.account, false);
  const reached = operations.filter(({ outcome }) => outcome !== "not reached").map(({ operationId }) => operationId);
  const requestOf = workingRequests({ ...found, dossiers: [], newcomer: "", now: 0 } as Existing);
  for (const { operationId, endpoint } of operationsOf(service)) {
    if (endpoint.method !== "get" || reached.includes(operationId)) continue;
    const { params, query } = requestOf(operationId, endpoint);
    const missing = Object.keys(params).find((name) => params[name] === undefined);
    const request = { params, query: "eventNames" in query ? { ...query, ...always } : query };
    if (missing === undefined) await target.succeed(operationId, request as Parameters<typeof target.succeed>[1]);
    else target.ledger.leftOut(operationId, `the account shows no value for ${missing}`);
  }
}
