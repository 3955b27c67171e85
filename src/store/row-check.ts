import type { z } from "zod";
import { compiled } from "../../contract/compiled.ts";
import type { Change, State } from "../domain/change.ts";
import { type CollectionName, collectionNames, collections } from "../domain/collections.ts";
import { sliced } from "./time-slice.ts";

export interface Mismatch {
  /** JSON pointer into the row. */
  pointer: string;
  reason: string;
}

/** The mistakes in a row of a file or an import. An unknown field is a mistake too. */
export function* mismatches(collection: CollectionName, row: unknown): Generator<Mismatch> {
  const schema: z.ZodType = collections[collection].schema;
  const result = compiled(schema).safeParse(row);
  for (const issue of result.error?.issues ?? []) yield describe(issue);
  const stray = result.success ? dropped(row, result.data) : undefined;
  if (stray !== undefined) yield { pointer: pointer(stray), reason: "is not a field that is known here" };
}
export const firstMismatch = (collection: CollectionName, row: unknown): Mismatch | undefined =>
  mismatches(collection, row).next().value ?? undefined;

function describe(issue: z.core.$ZodIssue, above: readonly PropertyKey[] = []): Mismatch {
  const path = [...above, ...issue.path];
  if (issue.code === "invalid_union") {
    // The alternative with the fewest mistakes is the one that was meant.
    const [nearest] = issue.errors.toSorted((one, other) => one.length - other.length)[0] ?? [];
    if (nearest) return describe(nearest, path);
  }
  return { pointer: pointer(path), reason: issue.message };
}

/** The path of a field that the schema dropped, because it does not know it. */
function dropped(given: unknown, kept: unknown): PropertyKey[] | undefined {
  for (const name in given as Record<string, unknown>) {
    const value = (given as Record<string, unknown>)[name];
    const found = Object.hasOwn(kept as object, name) ? (kept as Record<string, unknown>)[name] : undefined;
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

/** The same for the rows of a state, with the place of the row. Yields to other requests. */
export async function firstMismatchIn(
  state: Partial<State>,
): Promise<(Mismatch & { name: CollectionName; nth: number }) | undefined> {
  for (const name of Object.keys(state) as CollectionName[])
    for await (const [nth, row] of sliced<[number, unknown]>((state[name] ?? []).entries())) {
      const wrong = firstMismatch(name, row);
      if (wrong) return { ...wrong, name, nth };
    }
  return undefined;
}

/** The first mistake in a change that another version may have written. */
export function changeMismatch({ put, remove, events }: Change): Mismatch | undefined {
  for (const [nth, { collection, row }] of put.entries()) {
    const wrong = isKnown(collection)
      ? firstMismatch(collection, row)
      : { pointer: "", reason: `there is no collection ${collection}` };
    if (wrong) return { ...wrong, pointer: `/put/${nth}/row${wrong.pointer}` };
  }
  for (const [nth, { collection }] of remove.entries())
    if (!isKnown(collection)) return { pointer: `/remove/${nth}`, reason: `there is no collection ${collection}` };
  for (const [nth, event] of events.entries()) {
    const wrong = firstMismatch("events", event);
    if (wrong) return { ...wrong, pointer: `/events/${nth}${wrong.pointer}` };
  }
  return undefined;
}

const isKnown = (collection: CollectionName) => collectionNames.includes(collection);
