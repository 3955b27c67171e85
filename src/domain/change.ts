import type { CollectionName, Key, Row } from "./collections.ts";
import type { EventRow } from "./rows.ts";

type Put = { [C in CollectionName]: { collection: C; row: Row<C> } }[CollectionName];

/** What a rule brings about: rows as they are from now on, rows that are gone, and the events they leave. Written whole or not at all. */
export interface Change {
  put: Put[];
  remove: { collection: CollectionName; key: Key }[];
  events: EventRow[];
}

/** A whole world, as plain data: every collection's rows, in key order. */
export type State = { [C in CollectionName]: Row<C>[] };
