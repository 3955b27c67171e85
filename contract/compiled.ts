import { z } from "zod";

const fast = new WeakMap<z.ZodType, z.ZodType>();

/**
 * The same schema with a parser generated for it, made when it is first asked for: what every request goes through is worth it.
 * What does not fit goes through the schema itself after all, so complaints stay what they are.
 */
export function compiled<Schema extends z.ZodType>(schema: Schema): Schema {
  const known = fast.get(schema);
  if (known) return known as Schema;
  const made = z.compile(schema);
  fast.set(schema, made);
  return made;
}
