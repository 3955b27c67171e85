import { searchKey } from "../directory/search-key.ts";

/** One condition on a row, as data, so that any engine can apply it. Without a value it admits every row. */
export type Filter<R> = {
  [F in keyof R & string]:
    | readonly [field: F, operator: "=" | ">=" | "<=", value: R[F] | undefined]
    | readonly [field: F, operator: "in", values: readonly R[F][] | undefined]
    | readonly [field: F, operator: "contains", text: string | undefined];
}[keyof R & string];

/** `contains` ignores case and accents. */
const tests = {
  "=": (value: unknown) => (field: unknown) => field === value,
  ">=": (value: string) => (field: string) => field >= value,
  "<=": (value: string) => (field: string) => field <= value,
  in: (values: readonly unknown[]) => (field: unknown) => values.includes(field),
  contains(text: string) {
    const wanted = searchKey(text);
    return (field: string | null) => field !== null && searchKey(field).includes(wanted);
  },
};
type AnyFilter = readonly [field: string, operator: keyof typeof tests, value: unknown];

/** Whether a row passes all filters; undefined when every row does. */
export function matcher(filters: readonly AnyFilter[] = []): ((row: unknown) => boolean) | undefined {
  const checks = filters
    .filter(([, , value]) => value !== undefined)
    .map(([field, operator, value]) => ({
      field,
      test: tests[operator](value as never) as (field: unknown) => boolean,
    }));
  if (checks.length === 0) return undefined;
  return (row) => checks.every(({ field, test }) => test((row as Record<string, unknown>)[field]));
}
