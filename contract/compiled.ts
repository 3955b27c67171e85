import { z } from "zod";

/** Compiling a parser pays off after about as many uses. */
const often = 64;

interface Use {
  count: number;
  fast?: z.ZodType;
}
const uses = new WeakMap<z.ZodType, Use>();

/**
 * The schema with a parser generated for it, once it has been used often. zod runs the schema itself for a value that
 * does not fit, so the violations are the same.
 */
export function compiled<Schema extends z.ZodType>(schema: Schema): Schema {
  const use = uses.get(schema);
  if (use?.fast) return use.fast as Schema;
  if (use === undefined) uses.set(schema, { count: 1 });
  else if (++use.count === often) use.fast = z.compile(schema);
  return schema;
}
