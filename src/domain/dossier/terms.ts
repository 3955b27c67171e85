import { isCollected, setDueDate } from "../document/documents.ts";
import { liveDocumentsOf } from "../document/live-documents.ts";
import type { Draft } from "../draft.ts";
import { addMonths, dayOf, parse } from "../time.ts";
import { archiveDossier, editDossier, termOf } from "./dossiers.ts";

/** Asks again for the valid documents that expire before the dossier ends and that the platform does not collect. */
export function renewDossier(draft: Draft, dossierId: number): void {
  const dossier = draft.get("dossiers", dossierId);
  if (!dossier?.monitored || dossier.expirationDate === null) return;
  const end = dossier.expirationDate;
  for (const document of liveDocumentsOf(draft, dossierId)) {
    const { documentId, statusCode, evidences } = document;
    const lastDay = evidences[0]?.expirationDate?.slice(0, 10);
    if (statusCode === "VALID" && lastDay !== undefined && lastDay <= end && !isCollected(draft, document))
      setDueDate(draft, documentId, end);
  }
}

/** Extends a valid dossier by another term, and archives any other. */
export function closeDossier(draft: Draft, dossierId: number): void {
  const dossier = draft.get("dossiers", dossierId);
  if (!dossier?.monitored || dossier.expirationDate === null || dossier.expirationDate >= dayOf(draft.now)) return;
  const months = termOf(draft, dossier.dossierTypeCode);
  if (dossier.statusCode === "VALID" && months !== null)
    editDossier(draft, dossierId, { expirationDate: dayOf(addMonths(parse(dossier.expirationDate), months)) });
  else archiveDossier(draft, dossierId, "EXPIRED");
}
