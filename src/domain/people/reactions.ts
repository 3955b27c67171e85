import { createDossier } from "../dossier/dossiers.ts";
import { canHave } from "../dossier/requirements.ts";
import type { Draft } from "../draft.ts";
import type { DocumentRow } from "../rows.ts";
import { addComment } from "../thirdparty/comments.ts";
import { editThirdparty } from "../thirdparty/identity.ts";
import { addMonths, dayOf } from "../time.ts";
import { colleagueFor } from "./client.ts";
import { insolvency } from "./tempers.ts";

/** A hit of a sanctions screening that a person has confirmed. */
const isConfirmedHit = ({ configuration }: Draft, document: DocumentRow): boolean =>
  document.statusCode === "BELOW_EXPECTATION" &&
  !document.internal.stopped &&
  configuration.documentTypes.get(document.documentCode)?.screening?.finds === "sanctions";

export const isConfirmed = (draft: Draft): boolean =>
  draft.all("documents").some((document) => isConfirmedHit(draft, document));

/** What cannot wait for the next look at a third party. */
export const isAlarming = (draft: Draft): boolean =>
  draft.events.some(({ eventName, documentId, payload: { from, to } }) => {
    if (eventName === "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED") return from === "ACTIVE" && to !== from;
    if (eventName !== "DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION" || documentId === null) return false;
    return isConfirmedHit(draft, draft.existing("documents", documentId));
  });

/** Blocks a company in a procedure, and asks for new papers; once for each procedure. */
export function reactToProcedure(draft: Draft): boolean {
  const { collectiveProcedure: open, internal } = draft.thirdparty;
  const { configuration, thirdparty } = draft;
  if (!open) return false;
  const dossierReference = `${insolvency.prefix}-${open.openingDate}`;
  const isKnown = draft.all("dossiers").some((dossier) => dossier.dossierReference === dossierReference);
  const requiredDocuments = insolvency.documents.filter(
    (code) => configuration.documentTypes.has(code) && canHave(configuration, thirdparty, code),
  );
  if (isKnown || requiredDocuments.length === 0) return false;
  editThirdparty(draft, { tags: [...new Set([...internal.tags, insolvency.tag])] });
  const { comment, asking } = insolvency;
  const asked = colleagueFor(draft, draft.actor);
  addComment(draft, {}, asked ? `${comment} ${asking.replace("{mention}", asked.mention)}` : comment);
  const expirationDate = dayOf(addMonths(draft.now, insolvency.months));
  createDossier(draft, { requiredDocuments, dossierReference, description: insolvency.description, expirationDate });
  return true;
}
