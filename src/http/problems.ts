import { STATUS_CODES } from "node:http";
import type { Refused } from "../../contract/endpoint.ts";
import type { Problem } from "../../contract/shared.ts";

/** The problem document of RFC 9457 that a refusal becomes. */
export const problem = (status: number, refused: Refused, instance: string, requestId: string): Problem => ({
  type: "about:blank",
  title: STATUS_CODES[status] ?? "Error",
  status,
  code: refused.code,
  detail: refused.detail,
  instance,
  requestId,
  ...(refused.errors ? { errors: refused.errors } : {}),
  ...(refused.thirdpartyId ? { thirdpartyId: refused.thirdpartyId } : {}),
});

/** A refusal on its way out of wherever it was noticed. */
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
