import { z } from "zod";
import { operationsOf } from "../../../contract/endpoint.ts";
import { service } from "../../../contract/service.ts";

/** The names of properties and parameters that the contract has, and the values that it lists. */
export const known = { names: new Set<string>(), values: new Set<unknown>() };

const seen = new Set<unknown>();
function collect(schema: unknown): void {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return;
  seen.add(schema);
  if (schema instanceof z.ZodEnum) for (const value of schema.options) known.values.add(value);
  if (schema instanceof z.ZodLiteral) for (const value of schema.values) known.values.add(value);
  if (schema instanceof z.ZodArray) collect(schema.element);
  if (schema instanceof z.ZodUnion) for (const option of schema.options) collect(option);
  if (schema instanceof z.ZodObject)
    for (const [name, field] of Object.entries(schema.shape)) {
      known.names.add(name);
      collect(field);
    }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    collect(schema.unwrap());
  if (schema instanceof z.ZodPipe) for (const side of [schema.in, schema.out]) collect(side);
}
for (const { endpoint } of operationsOf(service)) {
  const { query, body, responses } = endpoint as { query?: unknown; body?: unknown; responses: object };
  for (const schema of [query, body, ...Object.values(responses)]) collect(schema);
}
