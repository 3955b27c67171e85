import type { z } from "zod";

/** Listings of fields come from the schemas, so that a field is named once. */
export const keysOf = <S extends z.ZodObject>(schema: S) => Object.keys(schema.shape) as (keyof z.output<S> & string)[];

/** The named fields of a row, in the order of the list. */
export function pick<T extends object, K extends keyof T>(row: T, fields: readonly K[]): Pick<T, K> {
  const picked = {} as Pick<T, K>;
  for (const field of fields) picked[field] = row[field];
  return picked;
}
