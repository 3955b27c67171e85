import type { EventName } from "../../contract/events.ts";
import type { CollectionName, Row } from "../domain/collections.ts";
import { isRefusal } from "../domain/refusal.ts";
import { type Paging, pageOf } from "../sandbox/reply.ts";
import { type Filter, matcher } from "../store/filter.ts";
import type { Store } from "../store/store.ts";
import { inBatches, sliced } from "../store/time-slice.ts";
import { find } from "../world/find.ts";

interface Query extends Paging {
  eventNames?: EventName[] | undefined;
  eventOccurrenceStartDate?: string | undefined;
  eventOccurrenceEndDate?: string | undefined;
}

/** All rows of a collection that belong to a third party, unpaged. */
export async function listOfThirdparty<C extends "attributes" | "indicators" | "dossiers">(
  store: Store,
  collection: C,
  id: number,
) {
  const thirdparty = await find(store, "thirdparties", id);
  if (isRefusal(thirdparty)) return thirdparty.refused;
  return { status: 200 as const, body: { content: await store.range(collection, "thirdparty", id) } };
}

/** The ids of the resources with at least one of the named events in the range, ascending. It costs the hits. */
async function idsByEvent(store: Store, names: readonly EventName[], from: string, to: string) {
  // All at once, so that every name is of the same moment.
  const found = await Promise.all(names.map((name) => store.range("events", "name", name, { from, to })));
  const ids = new Set<number>();
  for (const ofName of found)
    for await (const events of inBatches(ofName)) for (const { resourceId } of events) ids.add(resourceId);
  const happened = names.filter((_, at) => found[at]?.length);
  return { ids: Array.from(Float64Array.from(ids).sort()), found: happened };
}

async function rowsOf<C extends CollectionName>(
  store: Store,
  collection: C,
  ids: readonly number[],
): Promise<Row<C>[]> {
  const rows: Row<C>[] = [];
  for await (const id of sliced(ids)) {
    const row = await store.get(collection, id);
    if (row) rows.push(row);
  }
  return rows;
}

/**
 * One page of the resources that match the filters and, where the query has an event filter, had such an event;
 * `found` names the events of a page that is not empty.
 */
export async function select<C extends CollectionName>(
  store: Store,
  collection: C,
  query: Query,
  where: readonly Filter<Row<C>>[],
) {
  const { page, size, eventNames, eventOccurrenceStartDate: from, eventOccurrenceEndDate: to } = query;
  const offset = page * size;
  if (!eventNames || from === undefined || to === undefined) {
    const { rows, total } = await store.page(collection, { where, offset, limit: size });
    return { body: pageOf(rows, query, total) };
  }
  const { ids, found } = await idsByEvent(store, eventNames, from, to);
  const matches = matcher(where);
  const wanted = matches ? ids : ids.slice(offset, offset + size);
  const rows = await rowsOf(store, collection, wanted);
  const matching = matches ? rows.filter(matches) : rows;
  const content = matches ? matching.slice(offset, offset + size) : rows;
  const body = pageOf(content, query, matches ? matching.length : ids.length);
  return { body, ...(content.length > 0 && { found }) };
}
