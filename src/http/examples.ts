import { type Endpoint, examplesWith, type FileBody, isBinary } from "../../contract/endpoint.ts";
import type { ProblemCode } from "../../contract/shared.ts";
import { refusal } from "./problems.ts";
import type { Reply } from "./respond.ts";

const codes: Record<number, ProblemCode> = {
  400: "VALIDATION_ERROR",
  401: "UNAUTHENTICATED",
  403: "ACCOUNT_FORBIDDEN",
  404: "NOT_FOUND",
  406: "NOT_ACCEPTABLE",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "INVALID_WORLD",
  503: "PROVIDER_UNAVAILABLE",
  504: "PROVIDER_TIMEOUT",
  507: "INSUFFICIENT_STORAGE",
};

/** The smallest valid file of each type. */
const files: Record<string, Buffer> = {
  "application/pdf": Buffer.from(
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
  ),
  "application/zip": Buffer.from(`PK\x05\x06${"\0".repeat(18)}`, "latin1"),
};
function fileOf(contentType: string): FileBody {
  const content = files[contentType];
  if (!content) return { content: Buffer.alloc(0), contentType, fileName: "example" };
  return { content, contentType, fileName: contentType.replace("application/", "example.") };
}

/** The reply to Prefer: code: the contract's example of that status, or a problem that names the preference. */
export function exampleOf(operationId: string, endpoint: Endpoint, status: number, name: string | undefined): Reply {
  const declared = endpoint.responses[status];
  if (declared === undefined) {
    const statuses = Object.keys(endpoint.responses).join(", ");
    const detail = `Prefer: code=${status} cannot be done: ${operationId} answers ${statuses}.`;
    throw refusal(400, "VALIDATION_ERROR", detail);
  }
  if (isBinary(declared)) return { status, body: fileOf(declared.binary[0] as string) };
  if (status >= 400)
    return { status, body: { code: codes[status] ?? "CONFLICT", detail: `Prefer: code=${status} asked for this.` } };
  const cases = examplesWith(status, endpoint);
  const chosen = cases.find(([key]) => key === name) ?? cases[0];
  return { status, body: chosen?.[1].response };
}
