import type { z } from "zod";
import { type CollectionName, collections } from "../domain/rows.ts";

export interface Misfit {
  /** JSON pointer into the row. */
  pointer: string;
  reason: string;
}

/** What is wrong with a row that comes from outside, if anything. A field that the schema does not know is a mistake too. */
export function misfit(collection: CollectionName, row: unknown): Misfit | undefined {
  const schema: z.ZodType = collections[collection].schema;
  const result = schema.safeParse(row);
  if (!result.success) return describe(result.error.issues);
  const stray = dropped(row, result.data, "");
  return stray === undefined ? undefined : { pointer: stray, reason: "is not a field that is known here" };
}

function describe(issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): Misfit {
  const issue = issues[0] as z.core.$ZodIssue;
  const path = [...above, ...issue.path];
  if (issue.code === "invalid_union") {
    // The alternative that came nearest is the one that was meant.
    const nearest = issue.errors.toSorted((one, other) => one.length - other.length)[0];
    if (nearest !== undefined && nearest.length > 0) return describe(nearest, path);
  }
  return { pointer: path.map((part) => `/${escape(String(part))}`).join(""), reason: issue.message };
}

/** Where a schema left something out, which is where it met a name that it does not know. */
function dropped(given: unknown, kept: unknown, pointer: string): string | undefined {
  if (typeof given !== "object" || given === null || given === kept) return undefined;
  for (const name of Object.keys(given)) {
    const inside = `${pointer}/${escape(name)}`;
    if (!Object.hasOwn(kept as object, name)) return inside;
    const value = (given as Record<string, unknown>)[name];
    if (typeof value !== "object" || value === null) continue;
    const found = dropped(value, (kept as Record<string, unknown>)[name], inside);
    if (found !== undefined) return found;
  }
  return undefined;
}

const escape = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");
