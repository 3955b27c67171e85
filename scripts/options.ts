import { parseArgs } from "node:util";

type Default = string | number | boolean | undefined;
type Value<D> = D extends number
  ? number
  : D extends boolean
    ? boolean
    : D extends string
      ? string
      : string | undefined;

/** The options of a script, each with its default: `false` makes a flag, a number is read as one, undefined as a text. */
export function optionsOf<T extends Record<string, Default>>(
  defaults: T,
  { allowPositionals = false } = {},
): { values: { [K in keyof T]: Value<T[K]> }; positionals: string[] } {
  const kinds = Object.entries(defaults).map(([name, value]) => [
    name,
    { type: typeof value === "boolean" ? ("boolean" as const) : ("string" as const) },
  ]);
  const { values, positionals } = parseArgs({ options: Object.fromEntries(kinds), allowPositionals });
  const read = Object.entries({ ...defaults, ...values }).map(([name, value]) => [
    name,
    typeof defaults[name] === "number" ? Number(value) : value,
  ]);
  return { values: Object.fromEntries(read), positionals };
}
