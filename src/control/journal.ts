import type { z } from "zod";
import type { control } from "../../contract/control.ts";
import { EventName } from "../../contract/events.ts";
import { nearest } from "../../contract/nearest.ts";
import { wrongParameter } from "../domain/refusal.ts";
import type { EventRow } from "../domain/rows.ts";
import type { World } from "../world/world.ts";

type Query = z.output<typeof control.accounts.events.query>;

/** Events as the control plane shows them. */
export const journaled = (accountId: string, events: readonly EventRow[]) =>
  events.map((event) => ({ ...event, accountId }));

export const namesOf = ({ names }: Pick<Query, "names">) => names?.split(",").map((name) => name.trim());

export function unknownName(query: Pick<Query, "names">) {
  const unknown = namesOf(query)?.find((name) => !EventName.safeParse(name).success);
  if (unknown === undefined) return undefined;
  const near = nearest(unknown, EventName.options);
  const detail = `names: ${unknown} is no event type${near ? `; did you mean ${near}?` : "."}`;
  return wrongParameter("names", detail, "event types, separated by commas", unknown, "UNKNOWN_EVENT_NAME");
}

/** One page of the audit journal, the first or the last one, oldest event first. */
export async function readJournal(world: World, query: Query): Promise<readonly EventRow[]> {
  const from = query.from && (query.from.includes(".") ? query.from : `${query.from}.000`);
  const to = query.to && (query.to.includes(".") ? query.to : `${query.to}.999`);
  const events = await world.store.scan("events", {
    ...(query.after === undefined ? {} : { after: query.after }),
    where: [
      ["eventName", "in", namesOf(query) as EventName[] | undefined],
      ["thirdpartyId", "=", query.thirdpartyId],
      ["dossierId", "=", query.dossierId],
      ["documentId", "=", query.documentId],
      ["occurredAt", ">=", from],
      ["occurredAt", "<=", to],
    ],
    limit: query.latest ? Number.MAX_SAFE_INTEGER : query.limit,
  });
  return events.slice(-query.limit);
}
