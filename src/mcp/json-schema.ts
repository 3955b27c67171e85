import { z } from "zod";

/** Written in place: most agents follow no reference to a schema elsewhere. */
const unnamed = z.registry<Record<string, unknown>>();
unnamed.get = (schema) => {
  const { id: _, "x-name": __, ...rest } = z.globalRegistry.get(schema) ?? {};
  return rest as never;
};

/** The patterns of moments are long, and the description says the same. */
const longestPattern = 80;
/** Numbers without a bound have these, and they say nothing. */
const bounds = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];

/** The JSON Schema of what a schema of the contract takes, without the names in `left`. */
export function jsonSchemaOf(schema: z.ZodType, left: readonly string[] = []): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    metadata: unnamed,
    unrepresentable: "any",
    override({ jsonSchema }) {
      const { pattern, minimum, maximum } = jsonSchema;
      if (pattern !== undefined && pattern.length > longestPattern) delete jsonSchema.pattern;
      if (bounds.includes(minimum as number)) delete jsonSchema.minimum;
      if (bounds.includes(maximum as number)) delete jsonSchema.maximum;
      for (const name of left) delete jsonSchema[name as keyof typeof jsonSchema];
    },
  });
  return rest;
}
