import { z } from "zod";
import { mostViolations } from "./shared.ts";
import type { Issue } from "./wording.ts";

export type Path = readonly PropertyKey[];

/** An object with more properties is trimmed before its violations are looked for. */
const tooMany = 1000;

export const below = (path: Path, issue: Issue): Issue => ({ ...issue, path: [...path, ...issue.path] }) as Issue;

/** A copy in which the value at a path is another. */
export function changed(value: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<PropertyKey, unknown>;
  copy[key] = changed(copy[key], rest, change);
  return copy;
}

/** The objects in which zod has found unknown properties, or has not yet looked for them. */
const objectsWithUnknown = (issue: Issue): Path[] =>
  issue.code === "unrecognized_keys"
    ? [issue.path]
    : issue.code !== "invalid_union"
      ? []
      : issue.errors.length === 0
        ? [issue.path.slice(0, -1)]
        : issue.errors.flat().flatMap((inner) => objectsWithUnknown(below(issue.path, inner)));

const knownNames = new WeakMap<z.ZodType, ReadonlySet<string>>();
/** The names of all properties that a schema has at any depth. */
function namesIn(schema: z.ZodType): ReadonlySet<string> {
  const known = knownNames.get(schema);
  if (known) return known;
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (value instanceof z.ZodObject) for (const name of Object.keys(value.shape)) names.add(name);
    for (const inner of Object.values(value instanceof z.ZodType ? value.def : value)) visit(inner);
  };
  visit(schema);
  knownNames.set(schema, names);
  return names;
}

/** Whether every property that is not in the schema is a violation. */
function isStrict(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).every(isStrict);
  return schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever;
}

const isLarge = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > tooMany;

interface Trimmed {
  input: unknown;
  dropped: number;
}

/** The input without most of its unknown properties where there are very many: they are only counted. */
function trimmedAt(schema: z.ZodType, input: unknown, paths: Iterable<Path>): Trimmed {
  let dropped = 0;
  const names = namesIn(schema);
  const trim = (value: unknown) => {
    if (!isLarge(value)) return value;
    const given = Object.keys(value as object);
    let unknown = 0;
    const kept = given.filter((name) => names.has(name) || ++unknown <= mostViolations);
    dropped += given.length - kept.length;
    return Object.fromEntries(kept.map((name) => [name, (value as Record<string, unknown>)[name]]));
  };
  const looked = [...paths].slice(0, mostViolations).reduce((copy, path) => changed(copy, path, trim), input);
  return { input: looked, dropped };
}

/** Before zod, which takes long for such an input. */
export const trimmedFirst = (schema: z.ZodType, input: unknown): Trimmed =>
  isLarge(input) && isStrict(schema) ? trimmedAt(schema, input, [[]]) : { input, dropped: 0 };

/** An object without most unknown properties of the objects in it, for trying every branch of a union on it. */
export function trimmedInside(schema: z.ZodType, value: object): object {
  const large = Object.entries(value).filter(([, inner]) => isLarge(inner));
  const paths = large.map(([name]) => [name]);
  return trimmedAt(schema, value, paths).input as object;
}

export function trimmed(schema: z.ZodType, input: unknown, issues: readonly Issue[]): Trimmed {
  const paths = new Map(issues.flatMap(objectsWithUnknown).map((path) => [path.map(String).join("\0"), path]));
  return trimmedAt(schema, input, paths.values());
}
