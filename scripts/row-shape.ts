import { createHash } from "node:crypto";
import { z } from "zod";
import { collections } from "../src/domain/collections.ts";

/** Texts for readers, among them the list of document codes: they decide nothing about a row. */
const withoutTexts = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  for (const text of ["description", "examples", "title"]) delete jsonSchema[text];
};

/** A digest of what the schemas of all rows accept, which every checksum of a data file begins with. */
export function rowShape(schemas: Record<string, z.ZodType> = rowSchemas): string {
  const shapes = Object.entries(schemas).map(([name, schema]) => [
    name,
    z.toJSONSchema(schema, { unrepresentable: "any", override: withoutTexts }),
  ]);
  return createHash("sha256").update(JSON.stringify(shapes)).digest("hex").slice(0, 16);
}
const rowSchemas = Object.fromEntries(Object.entries(collections).map(([name, { schema }]) => [name, schema]));

export const rowShapeModule = (): string =>
  `/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "${rowShape()}";
`;
