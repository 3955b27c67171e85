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

/** The register or the gazette has just told of the end of the company. */
export const isJustStruckOff = ({ events, thirdparty }: Draft): boolean =>
  thirdparty.status === "STRUCK_OFF" &&
  events.some(
    ({ eventName, payload: { changed } }) =>
      eventName === "THIRD_PARTY_INFORMATION_UPDATED" && Array.isArray(changed) && changed.includes("status"),
  );

/** What cannot wait for the next look at a third party. */
export const isAlarming = (draft: Draft): boolean =>
  draft.events.some(({ eventName, documentId, payload: { from, to } }) => {
    if (eventName === "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED") return to !== from;
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
  if (!internal.tags.includes(insolvency.tag)) {
    editThirdparty(draft, { tags: [...internal.tags, insolvency.tag] });
    draft.putInternal("thirdparties", draft.thirdparty, { blocked: true });
  }
  const { comment, asking } = insolvency;
  const asked = colleagueFor(draft, draft.actor);
  addComment(draft, {}, asked ? `${comment} ${asking.replace("{mention}", asked.mention)}` : comment);
  const expirationDate = dayOf(addMonths(draft.now, insolvency.months));
  createDossier(draft, { requiredDocuments, dossierReference, description: insolvency.description, expirationDate });
  return true;
}

/** Takes back the block of a company whose procedure ended with a plan; one that a user has set stays. */
export function liftBlock(draft: Draft): boolean {
  const { blocked, ...internal } = draft.thirdparty.internal;
  if (!blocked || draft.thirdparty.status !== "ACTIVE") return false;
  draft.put("thirdparties", { ...draft.thirdparty, internal });
  if (!internal.tags.includes(insolvency.tag)) return false;
  editThirdparty(draft, { tags: internal.tags.filter((tag) => tag !== insolvency.tag) });
  addComment(draft, {}, insolvency.lifted);
  return true;
}
