import { z } from "zod";

/** From here on a schema is worth a parser of its own. */
const often = 64;

interface Use {
  count: number;
  fast?: z.ZodType;
}
const uses = new WeakMap<z.ZodType, Use>();

/**
 * The same schema with a parser generated for it, once it has been used often: what every request goes through is worth it.
 * What does not fit goes through the schema itself after all, so complaints stay what they are.
 */
export function compiled<Schema extends z.ZodType>(schema: Schema): Schema {
  const use = uses.get(schema);
  if (use?.fast) return use.fast as Schema;
  if (use === undefined) uses.set(schema, { count: 1 });
  else if (++use.count === often) use.fast = z.compile(schema);
  return schema;
}
