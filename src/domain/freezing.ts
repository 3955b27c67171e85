import { planCollection } from "./documents.ts";
import type { Draft } from "./draft.ts";
import { cancelCheck, expireAnswer, hasExpired, planExpiry } from "./responses.ts";
import { minute } from "./time.ts";
import { planRecheck } from "./verification.ts";

/** Its dossier is archived: it stays as it is, and nothing more happens to it. */
export function stopDocument(draft: Draft, documentId: number, { withdrawn = false } = {}): void {
  const document = draft.the("documents", documentId);
  const collecting = draft
    .all("jobs")
    .some(({ kind, subjectId }) => (kind === "COLLECT" || kind === "SOURCE") && subjectId === documentId);
  for (const kind of ["COLLECT", "SOURCE", "EXPIRE", "RECHECK"] as const) draft.cancel(kind, documentId);
  for (const response of draft.all("responses"))
    if (response.documentId === documentId) cancelCheck(draft, response.responseId);
  draft.put("documents", { ...document, internal: { ...document.internal, stopped: true, withdrawn, collecting } });
  const reason = withdrawn ? "WITHDRAWN" : draft.the("dossiers", document.dossierId).stoppingReason;
  draft.emit("DOCUMENT_STOPPED", { documentId }, { documentCode: document.documentCode, reason });
}

/** Its dossier is open again: what was under way goes on, and what has expired meanwhile is noticed. */
export function restartDocument(draft: Draft, documentId: number): void {
  const document = draft.the("documents", documentId);
  draft.cancel("PURGE", documentId);
  const { collecting = false, ...internal } = document.internal;
  draft.put("documents", {
    ...document,
    internal: { ...internal, stopped: false, deletionWarnedAt: null, deletedAt: null },
  });
  for (const response of draft.all("responses")) {
    if (response.documentId !== documentId) continue;
    if (response.state === "ACCEPTED") planExpiry(draft, response);
    if (response.state === "CHECKING" && response.outcome !== "pending")
      draft.schedule("VERIFY", draft.now + minute, response.responseId);
  }
  planRecheck(draft, documentId);
  if (document.statusCode === "VALID") expireAnswer(draft, documentId);
  if (collecting || document.statusCode === "MISSING" || hasExpired(draft, document)) planCollection(draft, documentId);
}
