import type { z } from "zod";
import { type Endpoint, type FileBody, isBinary } from "../../contract/endpoint.ts";
import type { ProblemCode } from "../../contract/shared.ts";
import { chance } from "../directory/chance.ts";
import { HttpRefusal } from "./problems.ts";

interface Answer {
  status: number;
  body: unknown;
}

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

/** The smallest files that a reader of their type opens. */
const files: Record<string, FileBody> = {
  "application/pdf": {
    content: Buffer.from(
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
        "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
    ),
    contentType: "application/pdf",
    fileName: "example.pdf",
  },
  "application/zip": {
    content: Buffer.from(`PK\x05\x06${"\0".repeat(18)}`, "latin1"),
    contentType: "application/zip",
    fileName: "example.zip",
  },
};
const fileOf = (type: string): FileBody =>
  files[type] ?? { content: Buffer.alloc(0), contentType: type, fileName: "example" };

/** The answer that a client asked for by its status: the contract's example for it, or a problem that says so. */
export function exampleOf(operationId: string, endpoint: Endpoint, status: number, name: string | undefined): Answer {
  const declared = endpoint.responses[status];
  if (declared === undefined)
    throw new HttpRefusal(400, {
      code: "VALIDATION_ERROR",
      detail: `Prefer: code=${status} cannot be done: ${operationId} answers ${Object.keys(endpoint.responses).join(", ")}.`,
    });
  if (isBinary(declared)) return { status, body: fileOf(declared.binary[0] as string) };
  if (status >= 400)
    return { status, body: { code: codes[status] ?? "CONFLICT", detail: `Prefer: code=${status} asked for this.` } };
  const cases = Object.entries(endpoint.examples).filter(([, example]) => example.status === status);
  const chosen = cases.find(([key]) => key === name) ?? cases[0];
  return { status, body: chosen?.[1].response };
}

/** A body drawn from the schema, for an endpoint that is nothing but a contract yet; the same address draws the same body. */
export async function dynamicBody(operationId: string, endpoint: Endpoint, address: string): Promise<Answer> {
  const [code = "", declared] = Object.entries(endpoint.responses).find(([status]) => Number(status) < 300) ?? [];
  const status = Number(code);
  if (declared && !isBinary(declared) && status !== 204) {
    const body = await drawn(declared, operationId, address);
    if (body !== undefined) return { status, body };
  }
  const example = declared ? exampleOf(operationId, endpoint, status, undefined) : undefined;
  if (!example || (example.body === undefined && status !== 204))
    throw new HttpRefusal(501, {
      code: "NOT_IMPLEMENTED",
      detail: `${operationId} has no handler yet, and nothing could be drawn from its schema; its contract has no example either.`,
    });
  return example;
}

const attempts = 20;

/** undefined: some schemas cannot be drawn from, and a drawn text may miss a check digit each time. */
async function drawn(schema: z.ZodType, operationId: string, address: string): Promise<unknown> {
  const [{ fake, setFaker, seed }, { faker }] = await Promise.all([
    import("zod-schema-faker/v4"),
    import("@faker-js/faker/locale/fr"),
  ]);
  setFaker(faker);
  const draw = chance(1, "dynamic", operationId, address);
  for (let attempt = 0; attempt < attempts; attempt++) {
    seed(draw.int(0, 2 ** 31));
    try {
      const body: unknown = fake(schema);
      if (schema.safeParse(body).success) return body;
    } catch {
      return undefined;
    }
  }
  return undefined;
}
