import { type Asked, call } from "../api.ts";
import { changed } from "../state.ts";

export interface Target {
  thirdpartyId?: number;
  dossierId?: number;
  documentId?: number;
}
export interface Trigger extends Target {
  event: string;
  data?: object;
}

/** Says what came of an action: the first event, and how many followed. */
export function sayEvents(content: readonly { eventName: string }[]): void {
  const [first] = content;
  const more = content.length - 1;
  changed(first ? `${first.eventName}${more > 0 ? ` and ${more} more` : ""}` : "Nothing changed.");
}

/** Brings an event about, with all that follows from it. */
export async function bringAbout(trigger: Trigger): Promise<void> {
  const body = trigger as NonNullable<Asked<"occurrences.create">["body"]>;
  sayEvents((await call("occurrences.create", { body })).content);
}
