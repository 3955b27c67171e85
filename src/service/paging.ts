import type { EventName } from "../../contract/events.ts";
import type { CollectionName, Row } from "../domain/collections.ts";
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

/** The ids of the resources with at least one of the named events in the range, ascending; what it costs is the hits. */
async function idsByEvent(store: Store, names: readonly EventName[], from: string, to: string): Promise<number[]> {
  const hits = await Promise.all(names.map((name) => store.range("events", "name", name, { from, to })));
  return [...new Set(hits.flat().map(({ resourceId }) => resourceId))].sort((a, b) => a - b);
}

/** A page of a list, filtered by its own criteria and by events: one way for the lists and the searches. */
export async function select<C extends CollectionName>(
  store: Store,
  collection: C,
  query: Query,
  where: ((row: Row<C>) => boolean) | undefined,
): Promise<{ content: Row<C>[]; page: number; size: number; totalElements: number; totalPages: number }> {
  const { page, size, eventNames, eventOccurrenceStartDate: from, eventOccurrenceEndDate: to } = query;
  const offset = page * size;
  if (!eventNames || from === undefined || to === undefined) {
    const { rows, total } = await store.page(collection, { ...(where ? { where } : {}), offset, limit: size });
    return pageOf(rows, query, total);
  }
  const ids = await idsByEvent(store, eventNames, from, to);
  if (!where) {
    const rows = await Promise.all(ids.slice(offset, offset + size).map((id) => store.get(collection, id)));
    return pageOf(
      rows.filter((row) => row !== undefined),
      query,
      ids.length,
    );
  }
  const rows = (await Promise.all(ids.map((id) => store.get(collection, id))))
    .filter((row) => row !== undefined)
    .filter(where);
  return pageOf(rows.slice(offset, offset + size), query, rows.length);
}

/** All of the criteria that were given, or undefined when none was: an unfiltered page visits only its own rows. */
export const every = <R>(...criteria: (((row: R) => boolean) | false)[]): ((row: R) => boolean) | undefined => {
  const given = criteria.filter((criterion) => criterion !== false);
  return given.length === 0 ? undefined : (row) => given.every((criterion) => criterion(row));
};
