import type { CollectionName, Key, Row } from "./collections.ts";
import type { EventRow } from "./rows.ts";

/** Events are appended, never replaced or removed. */
export type Replaceable = Exclude<CollectionName, "events">;
type Put = { [C in Replaceable]: { collection: C; row: Row<C> } }[Replaceable];

/** The effect of a rule, written whole or not at all. */
export interface Change {
  put: Put[];
  remove: { collection: Replaceable; key: Key }[];
  events: EventRow[];
}

/** A whole world as plain data: the rows of every collection, in key order. */
export type State = { [C in CollectionName]: Row<C>[] };
