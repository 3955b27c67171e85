import type { EventName } from "../../../contract/events.ts";
import type { Causes } from "./cause.ts";
import { documentCauses } from "./documents.ts";
import { dossierCauses } from "./dossiers.ts";
import { thirdpartyCauses } from "./thirdparties.ts";

/** The events that reach beyond the folder of one third party. */
export type Wide = "THIRD_PARTY_ADDED" | "DOSSIER_TEMPLATE_UPDATED";
const wideNeeds: Record<Wide, string> = {
  THIRD_PARTY_ADDED: "a company that is not in the portfolio",
  DOSSIER_TEMPLATE_UPDATED: "an open dossier with a type",
};
export const causes: Causes<Exclude<EventName, Wide>> = { ...thirdpartyCauses, ...dossierCauses, ...documentCauses };

/** The resources on which an event can be brought about, in words. */
export const needsOf = (name: EventName): string =>
  Object.hasOwn(wideNeeds, name) ? wideNeeds[name as Wide] : causes[name as keyof typeof causes].needs;

/** The party that brings an event about. */
export const actorOf = (name: EventName) =>
  Object.hasOwn(wideNeeds, name) ? "CLIENT" : causes[name as keyof typeof causes].by;
