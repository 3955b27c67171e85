import { setStatus } from "./documents.ts";
import type { Draft } from "./draft.ts";
import { forget, hasExpired } from "./responses.ts";
import type { DocumentRow, DossierRow } from "./rows.ts";
import { addMonths, day, format, type Moment } from "./time.ts";

/** How long a piece is kept after it has expired, or after its dossier was archived. */
const retentionMonths = 36;
const graceDays = 30;

const limitAt = (now: Moment) => format(addMonths(now, -retentionMonths));

const holds = ({ evidences, internal }: DocumentRow) => evidences.length > 0 && internal.deletionWarnedAt === null;

/** What may go: pieces that have expired, or whose dossier is archived. What counts for somebody stays. */
export function isPast(draft: Draft, document: DocumentRow): boolean {
  const { dossierId, evidences, internal } = document;
  if (evidences.length === 0) return false;
  return internal.stopped || !draft.the("dossiers", dossierId).monitored || hasExpired(draft, document);
}

/** Documents whose every piece expired long enough ago. */
export const expiredLongAgo =
  (now: Moment) =>
  (document: DocumentRow): boolean =>
    holds(document) &&
    document.evidences.every(({ expirationDate }) => expirationDate !== null && expirationDate < limitAt(now));

export const archivedLongAgo =
  (now: Moment) =>
  ({ stoppingDate }: DossierRow): boolean =>
    stoppingDate !== null && stoppingDate < limitAt(now);

/** The first of the month: whoever's pieces were kept long enough is warned. */
export function review(draft: Draft): void {
  const expired = expiredLongAgo(draft.now);
  const archived = archivedLongAgo(draft.now);
  for (const document of draft.all("documents"))
    if (expired(document) || (holds(document) && archived(draft.the("dossiers", document.dossierId))))
      warnOfDeletion(draft, document.documentId);
}

/** A warning first, the end thirty days later. */
export function warnOfDeletion(draft: Draft, documentId: number): void {
  const document = draft.the("documents", documentId);
  draft.put("documents", { ...document, internal: { ...document.internal, deletionWarnedAt: draft.stamp } });
  draft.schedule("PURGE", draft.now + graceDays * day, documentId);
  draft.emit("DOCUMENT_DELETION_WARNING", { documentId }, { evidences: document.evidences.length });
}

export function purge(draft: Draft, documentId: number): void {
  const document = draft.get("documents", documentId);
  if (!document || document.internal.deletionWarnedAt === null || document.internal.deletedAt !== null) return;
  draft.put("documents", { ...document, internal: { ...document.internal, deletedAt: draft.stamp } });
  draft.emit("DOCUMENT_DELETION", { documentId }, { evidenceIds: document.evidences.map(({ id }) => id) });
  forget(draft, documentId, "PURGED");
  setStatus(draft, documentId, "MISSING", { cause: "DOCUMENT_DELETION" });
}
