import { documentType } from "../configuration.ts";
import type { Draft } from "../draft.ts";
import {
  cancelCheck,
  canExpire,
  expireResponse,
  hasExpired,
  planExpiry,
  planTimeout,
  responsesTo,
} from "../response/responses.ts";
import { planRecheck } from "../response/verification.ts";
import { minute } from "../time.ts";
import { planCollection } from "./documents.ts";

export function stopDocument(draft: Draft, documentId: number, { withdrawn = false } = {}): void {
  const document = draft.existing("documents", documentId);
  const jobs = draft.jobsOf(documentId);
  const collecting = jobs.some(({ kind }) => kind === "COLLECT" || kind === "SOURCE");
  draft.cancel(documentId, "COLLECT", "SOURCE", "EXPIRE", "RECHECK");
  for (const { responseId } of responsesTo(draft, documentId)) cancelCheck(draft, responseId);
  const stopped = { ...document, stoppingDate: draft.stamp };
  draft.putInternal("documents", stopped, { stopped: true, withdrawn, collecting });
  const reason = withdrawn ? "WITHDRAWN" : draft.existing("dossiers", document.dossierId).stoppingReason;
  draft.emit("DOCUMENT_STOPPED", { documentId }, { documentCode: document.documentCode, reason });
}

/** Plans again what the stop cancelled, and expires what ran out in between. */
export function restartDocument(draft: Draft, documentId: number): void {
  const document = draft.existing("documents", documentId);
  draft.cancel(documentId, "PURGE");
  const { collecting = false, ...internal } = document.internal;
  const restarted = { ...internal, stopped: false, deletionWarnedAt: null, deletedAt: null };
  // The type may have been renamed since.
  const documentName = documentType(draft.configuration, document.documentCode).label;
  draft.put("documents", { ...document, documentName, stoppingDate: null, internal: restarted });
  for (const response of responsesTo(draft, documentId)) {
    if (canExpire(response)) planExpiry(draft, response);
    if (response.state !== "CHECKING") continue;
    if (response.outcome === "pending") planTimeout(draft, response.responseId);
    else draft.schedule("VERIFY", draft.now + minute, response.responseId);
  }
  planRecheck(draft, documentId);
  expireResponse(draft, documentId);
  const { statusCode } = draft.existing("documents", documentId);
  if (statusCode === "MISSING" || hasExpired(draft, document) || (collecting && statusCode !== "VALID"))
    planCollection(draft, documentId);
}
