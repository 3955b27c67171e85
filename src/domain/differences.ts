import type { State } from "./change.ts";
import { type CollectionName, collectionNames, collections, type Key } from "./collections.ts";

interface Field {
  path: string;
  before?: unknown;
  after?: unknown;
}
export interface Difference {
  collection: CollectionName;
  id: Key;
  name: string | null;
  difference: "added" | "removed" | "changed";
  fields: Field[];
  furtherFields: number;
}
export interface Counts extends Record<Difference["difference"], number> {
  collection: CollectionName;
}

const mostFields = 100;
const longest = 500;

/** A long value is cut, because files and texts can be of any length. */
function shown(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === undefined || text.length <= longest ? value : `${text.slice(0, longest)}…`;
}

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const escaped = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** The places in which two values differ, each as deep as it can be said. */
function* placesIn(before: unknown, after: unknown, path: string): Generator<Field> {
  if (before === after) return;
  if (isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (path !== "" || key !== "accountId") yield* placesIn(before[key], after[key], `${path}/${escaped(key)}`);
    return;
  }
  const at = { before: shown(before), after: shown(after) };
  yield { path, ...(before !== undefined && { before: at.before }), ...(after !== undefined && { after: at.after }) };
}

const nameFields = ["name", "documentName", "label", "eventName", "email", "kind", "text"];
function nameOf(row: unknown): string | null {
  const fields = row as Record<string, unknown>;
  const name = nameFields.map((field) => fields[field]).find((value) => typeof value === "string");
  return name === undefined ? null : String(shown(name));
}

function differenceOf(collection: CollectionName, id: Key, before: unknown, after: unknown): Difference {
  const about = { collection, id, name: nameOf(after ?? before) };
  if (before === undefined) return { ...about, difference: "added", fields: [], furtherFields: 0 };
  if (after === undefined) return { ...about, difference: "removed", fields: [], furtherFields: 0 };
  const fields = [...placesIn(before, after, "")];
  const furtherFields = Math.max(0, fields.length - mostFields);
  return { ...about, difference: "changed", fields: fields.slice(0, mostFields), furtherFields };
}

/** The rows of a collection that differ: the key with both rows. */
function* differingRows(name: CollectionName, before: State, after: State): Generator<[Key, unknown, unknown] | null> {
  const keyOf = collections[name].key as (row: unknown) => Key;
  const later = new Map<Key, unknown>();
  for (const row of after[name]) {
    later.set(keyOf(row), row);
    yield null;
  }
  for (const row of before[name]) {
    const key = keyOf(row);
    const other = later.get(key);
    later.delete(key);
    const differs = other === undefined || placesIn(row, other, "").next().done === false;
    yield differs ? [key, row, other] : null;
  }
  for (const [key, row] of later) yield [key, undefined, row];
}

interface Wish {
  collection: CollectionName | undefined;
  offset: number;
  limit: number;
}

/** Compares two worlds row by row, and yields after each, so that other requests can run. */
export function* differencesOf(before: State, after: State, { collection, offset, limit }: Wish) {
  const counts: Counts[] = [];
  const content: Difference[] = [];
  let total = 0;
  for (const name of collectionNames) {
    const of = { collection: name, added: 0, removed: 0, changed: 0 };
    for (const found of differingRows(name, before, after)) {
      yield;
      if (!found) continue;
      const [key, row, other] = found;
      of[row === undefined ? "added" : other === undefined ? "removed" : "changed"]++;
      if (collection !== undefined && name !== collection) continue;
      if (total >= offset && content.length < limit) content.push(differenceOf(name, key, row, other));
      total++;
    }
    if (of.added + of.removed + of.changed > 0) counts.push(of);
  }
  return { counts, content, total };
}
