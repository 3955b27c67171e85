import type { Fault } from "../../contract/control.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { nearest } from "../../contract/nearest.ts";
import { service } from "../../contract/service.ts";
import { bodyViolation, invalid } from "../domain/refusal.ts";
import type { ControlHandlers } from "./contexts.ts";

const operationIds = operationsOf(service).map(({ operationId }) => operationId);

/** A fault for an operation that nobody can call would never strike, and a test that waits for it would not say why. */
function misplaced(faults: readonly Fault[], accountId: string | undefined) {
  const violations = faults.flatMap((fault, at) => {
    const found = [];
    if (fault.operation !== undefined && !operationIds.includes(fault.operation)) {
      const near = nearest(fault.operation, operationIds);
      const detail = `${fault.operation} is no operation of the service${near ? `; did you mean ${near}?` : "."}`;
      found.push(
        bodyViolation(
          `/${at}/operation`,
          "VALIDATION_ERROR",
          detail,
          "an operation id, such as thirdparties.list",
          fault.operation,
        ),
      );
    }
    if (accountId !== undefined && fault.accountId !== undefined && fault.accountId !== accountId) {
      const detail = `The faults of ${accountId} are being replaced, and this one is for ${fault.accountId}.`;
      found.push(
        bodyViolation(`/${at}/accountId`, "VALIDATION_ERROR", detail, `${accountId}, or nothing`, fault.accountId),
      );
    }
    return found;
  });
  return violations.length === 0
    ? undefined
    : invalid("VALIDATION_ERROR", violations.map(({ detail }) => detail).join(" "), violations);
}

export const faults: ControlHandlers<"faults"> = {
  async list({ query }, { faults }) {
    return { status: 200, body: faults.list(query.accountId) };
  },
  async replace({ query: { accountId }, body }, { faults }) {
    const refusal = misplaced(body, accountId);
    if (refusal) return refusal.refused;
    faults.replace(accountId === undefined ? body : body.map((fault) => ({ ...fault, accountId })), accountId);
    return { status: 200, body: faults.list(accountId) };
  },
  async clear({ query }, { faults }) {
    faults.replace([], query.accountId);
    return { status: 204, body: undefined };
  },
};
