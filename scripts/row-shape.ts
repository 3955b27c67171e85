import { createHash } from "node:crypto";
import { z } from "zod";
import { collections } from "../src/domain/collections.ts";

/** Without descriptions, which accept nothing and refuse nothing; one of them lists the document codes. */
const options = { unrepresentable: "any", metadata: z.registry<Record<string, unknown>>() } as const;

/** A digest of the schemas of all rows, which every checksum of a data file begins with. */
export function rowShape(all: Record<string, { schema: z.ZodType }> = collections): string {
  const schemas = Object.entries(all).map(([name, { schema }]) => [name, z.toJSONSchema(schema, options)]);
  return createHash("sha256").update(JSON.stringify(schemas)).digest("hex").slice(0, 16);
}

export const rowShapeModule = (): string =>
  `/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "${rowShape()}";
`;
