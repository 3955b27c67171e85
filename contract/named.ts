import type { z } from "zod";
import type { AssumptionKey } from "./assumptions.ts";

/** What makes a component of an enumeration or a scalar: said wherever it is used, published once. */
export interface Name {
  name: string;
  description?: string;
  examples?: unknown[];
  assumed: readonly AssumptionKey[];
}

/**
 * Names an enumeration or a scalar, and says what its values assume. Objects and unions take `.meta({ id })` instead;
 * for the rest the generator mixes up a named schema with its nullable and described copies, so the document lifts them itself.
 */
export function named<S extends z.ZodType>(name: string, schema: S, ...assumed: AssumptionKey[]): S {
  const { description, examples } = (schema.meta() ?? {}) as Partial<Name>;
  return schema.meta({ "x-name": { name, description, examples, assumed } satisfies Name }) as S;
}
