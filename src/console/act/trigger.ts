import { type Asked, call } from "../api.ts";
import { href } from "../route.ts";
import { happened } from "../state.ts";
import { toast } from "../toasts.ts";

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
  toast(first ? `${first.eventName}${more > 0 ? ` and ${more} more` : ""}` : "Nothing changed.");
  happened();
}

/** Brings an event about, with all that follows from it. */
export async function bringAbout(trigger: Trigger): Promise<void> {
  const body = trigger as NonNullable<Asked<"occurrences.create">["body"]>;
  sayEvents((await call("occurrences.create", { body })).content);
}

/** The address of a document's page. */
export const documentAddress = (dossierId: number, documentId: number, query = {}): string =>
  href({ view: "inbox", rest: [dossierId, documentId], query });
