import type { Fault } from "../../contract/control.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { nearest } from "../../contract/nearest.ts";
import { service } from "../../contract/service.ts";
import { mostViolations, type Violation } from "../../contract/shared.ts";
import { bodyViolation, invalid } from "../domain/refusal.ts";
import { searchOperations } from "../sync/search.ts";
import type { ControlHandlers } from "./contexts.ts";

const code = "VALIDATION_ERROR";
const operationIds = operationsOf(service).map(({ operationId }) => operationId);

/** A lag is always the same, so that a look-back can be proved; it goes with searches alone. */
function lagViolations(fault: Fault, at: number): Violation[] {
  const isLag = fault.kind === "lag";
  const without = isLag ? (["status", "delayMs", "probability", "times"] as const) : (["lag"] as const);
  const found = without.flatMap((name) => {
    if (fault[name] === undefined) return [];
    const detail = isLag ? `A lag has no ${name}: it delays every event for every search.` : "Only a lag has a lag.";
    return [bodyViolation(`/${at}/${name}`, code, detail, "nothing", fault[name])];
  });
  const { operation } = fault;
  if (!isLag || operation === undefined || searchOperations.includes(operation)) return found;
  const detail = `${operation} takes no filter by events, so that a lag changes nothing.`;
  return [...found, bodyViolation(`/${at}/operation`, code, detail, searchOperations.join(", "), operation)];
}

/** A fault that could never strike is refused, because a test that waits for it would not say why. */
function violationsOf(fault: Fault, at: number, accountId: string | undefined): Violation[] {
  const found = lagViolations(fault, at);
  if (fault.operation !== undefined && !operationIds.includes(fault.operation)) {
    const near = nearest(fault.operation, operationIds);
    const detail = `${fault.operation} is no operation of the service${near ? `; did you mean ${near}?` : "."}`;
    const expected = "an operation id, such as thirdparties.list";
    found.push(bodyViolation(`/${at}/operation`, code, detail, expected, fault.operation));
  }
  if (accountId !== undefined && fault.accountId !== undefined && fault.accountId !== accountId) {
    const detail = `The faults of ${accountId} are being replaced, and this one is for ${fault.accountId}.`;
    found.push(bodyViolation(`/${at}/accountId`, code, detail, `${accountId}, or nothing`, fault.accountId));
  }
  return found;
}

export const faults: ControlHandlers<"faults"> = {
  async list({ query }, { faults }) {
    return { status: 200, body: await faults.list(query.accountId) };
  },
  async replace({ query: { accountId }, body }, { faults }) {
    const violations = body.flatMap((fault, at) => violationsOf(fault, at, accountId));
    if (violations.length > 0)
      return invalid(
        code,
        violations
          .map(({ detail }) => detail)
          .slice(0, mostViolations)
          .join(" "),
        violations,
      ).refused;
    await faults.replace(accountId === undefined ? body : body.map((fault) => ({ ...fault, accountId })), accountId);
    return { status: 200, body: await faults.list(accountId) };
  },
  async clear({ query }, { faults }) {
    await faults.replace([], query.accountId);
    return { status: 204, body: undefined };
  },
};
