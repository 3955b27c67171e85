import { call, type Reply } from "../api.ts";
import { useLoad } from "../load.ts";
import { href } from "../route.ts";
import type { Event } from "../state.ts";

export type EventType = Reply<"reference.events">["content"][number];
let list: Promise<readonly EventType[]> | undefined;

/** The event types, read once. */
function eventTypes(): Promise<readonly EventType[]> {
  list ??= call("reference.events").then(({ content }) => content);
  list.catch(() => (list = undefined));
  return list;
}
export const useEventTypes = (): readonly EventType[] => useLoad(eventTypes, [], { still: true }).data ?? [];

/** The address of what an event happened to. */
export function resourceOf({ thirdpartyId, dossierId, documentId }: Event): string {
  if (documentId !== null && dossierId !== null)
    return href({ view: "inbox", rest: [dossierId, documentId], query: {} });
  return href({ view: "portfolio", rest: [thirdpartyId], query: {} });
}

/** The address of an event in the journal. */
export const eventAddress = (eventId: number): string => href({ view: "journal", rest: [eventId], query: {} });
