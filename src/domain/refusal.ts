import type { Refused } from "../../contract/endpoint.ts";
import { mostViolations, type ProblemCode, type Violation } from "../../contract/shared.ts";
import { shown } from "../../contract/wording.ts";

type Status = 400 | 404 | 409 | 503 | 504;

/** Why a rule changes nothing, in the shape of the HTTP response. */
export interface Refusal<S extends Status = 400 | 404 | 409> {
  refused: { status: S; body: Refused };
}

const refuse =
  <S extends Status>(status: S) =>
  (code: ProblemCode, detail: string, extra: Partial<Refused> = {}): Refusal<S> => ({
    refused: { status, body: { code, detail, ...extra } },
  });

export const notFound = refuse(404);
export const conflict = refuse(409);
export const unavailable = refuse(503);
export const timedOut = refuse(504);
export function invalid(code: ProblemCode, detail: string, violations: Violation[], more = 0): Refusal<400> {
  const errors = violations.slice(0, mostViolations);
  const further = violations.length - errors.length + more;
  return refuse(400)(code, detail, { errors, ...(further > 0 && { furtherErrors: further }) });
}

export const isRefusal = (outcome: unknown): outcome is Refusal<Status> =>
  typeof outcome === "object" && outcome !== null && "refused" in outcome;

/** A violation that only a rule can find; the schema of the body has passed. */
export function bodyViolation(pointer: string, code: string, detail: string, expected: string, value: unknown) {
  return { in: "body", pointer, name: null, code, detail, expected, received: shown(value) } as const;
}

export const wrongValue = (pointer: string, expected: string, received: unknown, detail?: string) =>
  bodyViolation(pointer, "VALIDATION_ERROR", detail ?? `${pointer} must be ${expected}.`, expected, received);

export const invalidValues = (detail: string, errors: Violation[]): Refusal<400> =>
  invalid("VALIDATION_ERROR", detail, errors);

/** A parameter of the query that only a rule can refuse. */
export function wrongParameter(
  name: string,
  detail: string,
  expected: string,
  value: unknown,
  code: ProblemCode = "VALIDATION_ERROR",
): Refusal<400> {
  const violation = bodyViolation("", code, detail, expected, value);
  return invalid(code, detail, [{ ...violation, in: "query", pointer: null, name }]);
}
