import { STATUS_CODES } from "node:http";
import type { Refused } from "../../contract/endpoint.ts";
import type { Problem, ProblemCode } from "../../contract/shared.ts";

/** The problem document of RFC 9457 for a refusal. */
export function problem(status: number, refused: Refused, instance: string, requestId: string): Problem {
  const { code, detail, errors, furtherErrors, thirdpartyId } = refused;
  const title = STATUS_CODES[status] ?? "Error";
  const more = { errors, furtherErrors, thirdpartyId };
  return { type: "about:blank", title, status, code, detail, instance, requestId, ...more };
}

/** A refusal that is thrown, and sent by the error handler. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly refused: Refused;
  readonly headers: Record<string, string>;
  constructor(status: number, refused: Refused, headers: Record<string, string> = {}) {
    super(refused.detail);
    this.status = status;
    this.refused = refused;
    this.headers = headers;
  }
}

export const refusal = (status: number, code: ProblemCode, detail: string, headers?: Record<string, string>) =>
  new HttpRefusal(status, { code, detail }, headers);
