import { liveDocumentsFor } from "../document/live-documents.ts";
import type { Draft } from "../draft.ts";
import type { DocumentRow, ResponseRow } from "../rows.ts";
import { day, parse } from "../time.ts";
import { v5 } from "../uuid.ts";
import type { EvidenceRow } from "./evidence.ts";
import { noReason } from "./reasons.ts";
import { evidencesOf, isUndecided, responsesTo, submitResponse } from "./responses.ts";

/** Only a response that is accepted, or may be, can be shared. */
const canShare = (response: ResponseRow) => isUndecided(response) || response.state === "ACCEPTED";

function nextScope(draft: Draft, { documentId, documentCode }: DocumentRow, response: ResponseRow) {
  if (response.scope !== "COMPANY") return "COMPANY";
  const hasTwin = liveDocumentsFor(draft, documentCode).some((row) => row.documentId !== documentId);
  return hasTwin && canShare(response) ? "SHARED" : "ESTABLISHMENT";
}

/** A response counts for one establishment, for the company, or for every dossier that asks for the same document. */
export function shareOrRestrict(draft: Draft, document: DocumentRow): void {
  const { documentId } = document;
  const kept = responsesTo(draft, documentId).filter(({ state }) => state !== "PURGED" && state !== "WITHDRAWN");
  const response = kept.at(-1);
  if (!response) return;
  const { responseId, scope: from } = response;
  const scope = nextScope(draft, document, response);
  draft.put("responses", { ...response, scope });
  draft.emit("DOCUMENT_ANSWER_SCOPE_UPDATED", { documentId }, { responseId, from, to: scope });
  if (scope === "SHARED") shareResponse(draft, response);
}

const endOf = ({ evidences: [newest] }: DocumentRow) => newest?.expirationDate ?? null;
/** Whether a document lacks a piece, or has one that ends soon, and before another one does. */
function isBehind(draft: Draft, row: DocumentRow, source: DocumentRow): boolean {
  if (row.statusCode === "MISSING") return true;
  const [end, next] = [endOf(row), endOf(source)];
  if (end === null || next === null || !["VALID", "INVALID"].includes(row.statusCode)) return false;
  return end < next && parse(end) < draft.now + draft.configuration.practice.renewalDays * day;
}

/** A piece that a supplier or a register gives for one dossier counts for all that ask for it and lack it. */
export function shareWithTwins(draft: Draft, documentId: number): void {
  const response = responsesTo(draft, documentId).at(-1);
  const source = draft.existing("documents", documentId);
  const twins = liveDocumentsFor(draft, source.documentCode).filter(
    (row) => row.documentId !== documentId && isBehind(draft, row, source),
  );
  if (!response || !canShare(response) || twins.length === 0) return;
  const { responseId, scope: from } = response;
  const shared = draft.put("responses", { ...response, scope: "SHARED" });
  if (from !== "SHARED" && !source.internal.stopped)
    draft.emit("DOCUMENT_ANSWER_SCOPE_UPDATED", { documentId }, { responseId, from, to: "SHARED" });
  shareResponse(draft, shared, twins);
}

const missing = (draft: Draft, { documentCode }: DocumentRow) =>
  liveDocumentsFor(draft, documentCode).filter(({ statusCode }) => statusCode === "MISSING");

/** Submits a copy to live documents of the same type; each copy has a check of its own. */
function shareResponse(
  draft: Draft,
  response: ResponseRow,
  twins = missing(draft, draft.existing("documents", response.documentId)),
): void {
  const source = draft.existing("documents", response.documentId);
  const originals = evidencesOf(source, response);
  // The approval of the client counts for the copies too.
  const outcome = response.state === "ACCEPTED" ? "valid" : response.outcome;
  const { reason, reasonCode = null } = outcome === "valid" ? noReason : response;
  for (const { documentId, statusCode } of twins) {
    const responseId = draft.nextId("responseId");
    const evidences = originals.map((original) => copyOf(draft, original, responseId));
    submitResponse(draft, documentId, {
      evidences,
      outcome,
      chosen: response.chosen,
      why: { reason, reasonCode },
      responseId,
      renews: statusCode === "VALID" && draft.actor.type === "PLATFORM",
    });
  }
}

/** Uploaded bytes are stored once, so a copy keeps their UUID; a produced file gets one of its own. */
function copyOf(draft: Draft, original: EvidenceRow, responseId: number): EvidenceRow {
  const copy = { ...original, id: draft.nextId("evidenceId"), responseId, uploadDate: draft.stamp };
  if ("formdata" in copy || copy.internal.upload) return copy;
  return { ...copy, fileUUID: v5(String(copy.id)) };
}
