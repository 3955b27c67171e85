import type { EventName } from "../../contract/events.ts";
import type { CollectionName, Row } from "../domain/collections.ts";
import { type Filter, matcher } from "../store/filter.ts";
import type { Store } from "../store/store.ts";

interface Query {
  page: number;
  size: number;
  eventNames?: EventName[] | undefined;
  eventOccurrenceStartDate?: string | undefined;
  eventOccurrenceEndDate?: string | undefined;
}

export const pageOf = <T>(content: T[], { page, size }: Pick<Query, "page" | "size">, totalElements: number) => ({
  content,
  page,
  size,
  totalElements,
  totalPages: Math.ceil(totalElements / size),
});

/** The ids of the resources with at least one of the named events in the range, ascending. It costs the hits. */
async function idsByEvent(store: Store, names: readonly EventName[], from: string, to: string): Promise<number[]> {
  const hits = await Promise.all(names.map((name) => store.range("events", "name", name, { from, to })));
  return [...new Set(hits.flat().map(({ resourceId }) => resourceId))].sort((a, b) => a - b);
}

/** A page of a list, filtered by its own criteria and by events: one way for the lists and the searches. */
export async function select<C extends CollectionName>(
  store: Store,
  collection: C,
  query: Query,
  where: readonly Filter<Row<C>>[],
): Promise<{ content: Row<C>[]; page: number; size: number; totalElements: number; totalPages: number }> {
  const { page, size, eventNames, eventOccurrenceStartDate: from, eventOccurrenceEndDate: to } = query;
  const offset = page * size;
  if (!eventNames || from === undefined || to === undefined) {
    const { rows, total } = await store.page(collection, { where, offset, limit: size });
    return pageOf(rows, query, total);
  }
  const ids = await idsByEvent(store, eventNames, from, to);
  const matches = matcher(where);
  const wanted = matches ? ids : ids.slice(offset, offset + size);
  const rows = (await Promise.all(wanted.map((id) => store.get(collection, id)))).filter((row) => row !== undefined);
  if (!matches) return pageOf(rows, query, ids.length);
  const found = rows.filter(matches);
  return pageOf(found.slice(offset, offset + size), query, found.length);
}
