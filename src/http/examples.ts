import type { z } from "zod";
import { type Endpoint, isBinary } from "../../contract/endpoint.ts";
import { chance } from "../directory/chance.ts";
import { HttpRefusal } from "./problems.ts";

interface Answer {
  status: number;
  body: unknown;
}

/** The answer that a client asked for by its status: the contract's example for it, or a problem that says so. */
export function exampleOf(operationId: string, endpoint: Endpoint, status: number, name: string | undefined): Answer {
  const declared = endpoint.responses[status];
  if (declared === undefined)
    throw new HttpRefusal(400, {
      code: "VALIDATION_ERROR",
      detail: `Prefer: code=${status} cannot be done: ${operationId} answers ${Object.keys(endpoint.responses).join(", ")}.`,
    });
  if (isBinary(declared))
    return { status, body: { content: Buffer.from("%PDF-1.4\n%%EOF\n"), contentType: declared.binary[0] as string, fileName: "example.pdf" } };
  if (status >= 400) throw new HttpRefusal(status, { code: codes[status] ?? "CONFLICT", detail: `Prefer: code=${status} asked for this.` });
  const cases = Object.entries(endpoint.examples).filter(([, example]) => example.status === status);
  const chosen = cases.find(([key]) => key === name) ?? cases[0];
  return { status, body: chosen?.[1].response };
}

const codes: Record<number, "VALIDATION_ERROR" | "UNAUTHENTICATED" | "ACCOUNT_FORBIDDEN" | "NOT_FOUND" | "NOT_ACCEPTABLE" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "PROVIDER_UNAVAILABLE" | "PROVIDER_TIMEOUT" | "INSUFFICIENT_STORAGE"> = {
  400: "VALIDATION_ERROR",
  401: "UNAUTHENTICATED",
  403: "ACCOUNT_FORBIDDEN",
  404: "NOT_FOUND",
  406: "NOT_ACCEPTABLE",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  503: "PROVIDER_UNAVAILABLE",
  504: "PROVIDER_TIMEOUT",
  507: "INSUFFICIENT_STORAGE",
};

/** A body drawn from the schema, for an endpoint that is nothing but a contract yet; the same address draws the same body. */
export async function dynamicBody(operationId: string, endpoint: Endpoint, address: string): Promise<Answer> {
  const [status, declared] = Object.entries(endpoint.responses).find(([code]) => Number(code) < 300) ?? [];
  if (status === undefined || declared === undefined || isBinary(declared)) return exampleOf(operationId, endpoint, Number(status ?? 200), undefined);
  const { fake, setFaker, seed } = await drawing();
  const { faker } = await import("@faker-js/faker/locale/fr");
  setFaker(faker);
  const draw = chance(1, "dynamic", operationId, address);
  // A drawn text may miss a check digit: another draw, or the contract's own example, does not.
  for (let attempt = 0; attempt < 20; attempt++) {
    seed(draw.int(0, 2 ** 31));
    const body: unknown = fake(declared as z.ZodType);
    if (declared.safeParse(body).success) return { status: Number(status), body };
  }
  return exampleOf(operationId, endpoint, Number(status), undefined);
}
const drawing = () => import("zod-schema-faker/v4");
