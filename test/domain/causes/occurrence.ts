import { type EventName, resourceTypeOf } from "../../../contract/events.ts";
import { type Cause, whole } from "../../../src/domain/causes/cause.ts";
import { causes } from "../../../src/domain/causes/table.ts";
import { createDossier } from "../../../src/domain/dossier/dossiers.ts";
import type { Draft, Subject } from "../../../src/domain/draft.ts";
import type { DossierRow } from "../../../src/domain/rows.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { type Desk, desk, type Kind } from "../../support/worlds.ts";

export type Caused = keyof typeof causes;
export const causedEvents = Object.keys(causes) as Caused[];
type Attributes = Parameters<typeof desk>[1];

/** A third party with an open free dossier beside those of the rules. */
export async function withFreeDossier(kind: Kind = "cleaner", codes = ["RIB"], attributes: Attributes = {}) {
  const one = await desk(kind, attributes);
  await one.do((draft) => (createDossier(draft, { requiredDocuments: codes }), recalculate(draft)));
  return one;
}
export const freeDossier = (draft: Draft | Desk): DossierRow =>
  ("folder" in draft ? draft.folder.dossiers : draft.all("dossiers")).findLast(({ typed }) => !typed) as DossierRow;

/** The free dossier, its first document, or the third party; an event that creates a resource names none. */
function usualSubject(draft: Draft, event: EventName): Subject {
  const type = resourceTypeOf(event);
  if (type === "THIRD_PARTY" || /^(DOSSIER|DOCUMENT)_ADDED$/.test(event)) return {};
  const { dossierId } = freeDossier(draft);
  if (type === "DOSSIER") return { dossierId };
  return { documentId: draft.all("documents").find((row) => row.dossierId === dossierId)?.documentId as number };
}

/** Brings an event about as a trigger does, and returns its occurrences and the refusal. */
export function occur(draft: Draft, event: Caused, data: object = {}, subject = usualSubject(draft, event)) {
  const { by, run, after = recalculate } = causes[event] as Cause;
  draft.actor = { type: by, name: by };
  const begin = draft.events.length;
  const outcome = whole(run(draft, subject, data));
  after(draft);
  const events = draft.events.slice(begin);
  return { outcome, events, occurred: events.filter(({ eventName }) => eventName === event) };
}
