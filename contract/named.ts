import { z } from "zod";
import type { AssumptionKey } from "./assumptions.ts";

/** Makes an enumeration or a scalar a component of the document, wherever it is used. */
export interface Name {
  name: string;
  description?: string;
  examples?: unknown[];
  assumed: readonly AssumptionKey[];
}

/**
 * Names an enumeration or a scalar, and says what its values assume. Objects and unions take `.meta({ id })` instead.
 * The generator confuses other schemas with their nullable and described copies, so `publish` makes these components.
 */
export function named<S extends z.ZodType>(name: string, schema: S, ...assumed: AssumptionKey[]): S {
  const { description, examples } = (schema.meta() ?? {}) as Partial<Name>;
  return schema.meta({ "x-name": { name, description, examples, assumed } satisfies Name }) as S;
}

export const choice = <const T extends readonly string[]>(
  name: string,
  values: T,
  description: string,
  ...assumed: AssumptionKey[]
) => named(name, z.enum(values).meta({ description }), ...assumed);

/** A text of a fixed form; `rule` completes the sentence of a violation. */
export const matching = (pattern: RegExp, rule: string, meta: { description?: string; examples: string[] }) =>
  z.string().regex(pattern, { error: rule }).meta(meta);
