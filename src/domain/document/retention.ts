import type { Configuration } from "../configuration.ts";
import type { Draft } from "../draft.ts";
import { hasExpired, removeEvidences } from "../response/responses.ts";
import type { DocumentRow, DossierRow } from "../rows.ts";
import { addMonths, day, format, type Moment } from "../time.ts";
import { setStatus } from "./documents.ts";

const limitAt = ({ practice }: Configuration, now: Moment) => format(addMonths(now, -practice.evidenceRetentionMonths));
const isUnwarned = ({ evidences, internal }: DocumentRow) => evidences.length > 0 && internal.deletionWarnedAt === null;

/** Only evidence that has expired, or whose dossier is archived, may be deleted. */
export function isDeletable(draft: Draft, document: DocumentRow): boolean {
  const { dossierId, evidences, internal } = document;
  if (evidences.length === 0) return false;
  return internal.stopped || !draft.existing("dossiers", dossierId).monitored || hasExpired(draft, document);
}

export function expiredLongAgo(configuration: Configuration, now: Moment): (document: DocumentRow) => boolean {
  const limit = limitAt(configuration, now);
  return (document) =>
    isUnwarned(document) &&
    document.evidences.every(({ expirationDate }) => expirationDate !== null && expirationDate < limit);
}

export function archivedLongAgo(configuration: Configuration, now: Moment): (dossier: DossierRow) => boolean {
  const limit = limitAt(configuration, now);
  return ({ stoppingDate }) => stoppingDate !== null && stoppingDate < limit;
}

/** Whether evidence, of which no deletion was announced, has been kept as long as it must be. */
export const isPastRetention = (draft: Draft, document: DocumentRow): boolean =>
  isUnwarned(document) &&
  (expiredLongAgo(draft.configuration, draft.now)(document) ||
    archivedLongAgo(draft.configuration, draft.now)(draft.existing("dossiers", document.dossierId)));

/** Warns of the deletion of all evidence past its retention; runs on the first of the month. */
export function warnOfDeletions(draft: Draft): void {
  for (const document of draft.all("documents"))
    if (isPastRetention(draft, document)) warnOfDeletion(draft, document.documentId);
}

export function warnOfDeletion(draft: Draft, documentId: number): void {
  const document = draft.existing("documents", documentId);
  draft.putInternal("documents", document, { deletionWarnedAt: draft.stamp });
  draft.schedule("PURGE", draft.now + draft.configuration.practice.deletionGraceDays * day, documentId);
  draft.emit("DOCUMENT_DELETION_WARNING", { documentId }, { evidences: document.evidences.length });
}

export function purge(draft: Draft, documentId: number): void {
  const document = draft.get("documents", documentId);
  if (!document || document.internal.deletionWarnedAt === null || document.internal.deletedAt !== null) return;
  draft.putInternal("documents", document, { deletedAt: draft.stamp });
  draft.emit("DOCUMENT_DELETION", { documentId }, { evidenceIds: document.evidences.map(({ id }) => id) });
  removeEvidences(draft, documentId, "PURGED");
  setStatus(draft, documentId, "MISSING", { cause: "DOCUMENT_DELETION" });
}
