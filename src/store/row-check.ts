import type { z } from "zod";
import { compiled } from "../../contract/compiled.ts";
import { type CollectionName, collections } from "../domain/collections.ts";

export interface Misfit {
  /** JSON pointer into the row. */
  pointer: string;
  reason: string;
}

/** The first mistake in a row that comes from outside. An unknown field is a mistake too. */
export function misfit(collection: CollectionName, row: unknown): Misfit | undefined {
  const schema: z.ZodType = collections[collection].schema;
  const result = compiled(schema).safeParse(row);
  if (!result.success) return describe(result.error.issues);
  const stray = dropped(row, result.data);
  return stray === undefined ? undefined : { pointer: pointer(stray), reason: "is not a field that is known here" };
}

function describe(issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): Misfit {
  const issue = issues[0] as z.core.$ZodIssue;
  const path = [...above, ...issue.path];
  if (issue.code === "invalid_union") {
    // The alternative with the fewest mistakes is the one that was meant.
    const nearest = issue.errors.toSorted((one, other) => one.length - other.length)[0];
    if (nearest !== undefined && nearest.length > 0) return describe(nearest, path);
  }
  return { pointer: pointer(path), reason: issue.message };
}

/** The path of a field that the schema dropped, because it does not know it. */
function dropped(given: unknown, kept: unknown): PropertyKey[] | undefined {
  for (const name in given as Record<string, unknown>) {
    const value = (given as Record<string, unknown>)[name];
    const found = (kept as Record<string, unknown>)[name];
    if (typeof value !== "object" || value === null) {
      if (found !== value) return [name];
    } else {
      const inside = typeof found === "object" ? dropped(value, found) : [];
      if (inside !== undefined) return [name, ...inside];
    }
  }
  return undefined;
}

const pointer = (path: readonly PropertyKey[]) =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
