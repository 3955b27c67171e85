import { workingMoment } from "../../directory/calendar.ts";
import { allows, applyTransition, planCollection, planRenewal, setStatus } from "../document/documents.ts";
import type { Draft } from "../draft.ts";
import type { DocumentRow, Outcome, ResponseRow } from "../rows.ts";
import { terms } from "../terms.ts";
import { welcomeContact } from "../thirdparty/contacts.ts";
import { day, dayOf, endOfDay, format, hour, type Moment, parse, second } from "../time.ts";
import type { Defect, EvidenceRow } from "./evidence.ts";
import { keysOfUpload } from "./upload.ts";

export interface Submission {
  evidences: EvidenceRow[];
  outcome: Outcome;
  /** Whether the outcome is forced; a recheck then gives it again. */
  chosen: boolean | undefined;
  defect?: Defect | undefined;
  left?: true | undefined;
  why: Pick<ResponseRow, "reason" | "reasonCode">;
  responseId: number;
  /** Whether a piece that is in force stays so until this one is judged. */
  renews?: boolean;
}

const byDocument = (response: ResponseRow) => response.documentId;
export const responsesTo = (draft: Draft, documentId: number): readonly ResponseRow[] =>
  draft.of("responses", byDocument, documentId);

export const isUndecided = ({ state }: ResponseRow): boolean => state === "CHECKING" || state === "WAITING";

export const undecided = (draft: Draft, documentId: number): ResponseRow | undefined =>
  responsesTo(draft, documentId).find(isUndecided);

const accepted = (draft: Draft, documentId: number): ResponseRow | undefined =>
  responsesTo(draft, documentId).find(({ state }) => state === "ACCEPTED");

/** Adds a response, or more evidence to the undecided one; the newest evidence comes first. */
export function submitResponse(draft: Draft, documentId: number, submission: Submission): void {
  const { evidences, responseId, outcome, chosen = false, defect, left, why, renews = false } = submission;
  const document = draft.existing("documents", documentId);
  const amended = undecided(draft, documentId);
  const superseded = accepted(draft, documentId);
  const evidenceIds = evidences.map(({ id }) => id);
  if (!amended && superseded) draft.put("responses", { ...superseded, state: "SUPERSEDED" });
  draft.cancel(documentId, "EXPIRE", "COLLECT", "SOURCE", "PURGE");
  const present = { ...document, present: true, evidences: [...evidences, ...document.evidences] };
  draft.putInternal("documents", present, { interruptedAt: null, deletionWarnedAt: null, deletedAt: null });
  draft.put("responses", {
    responseId,
    documentId,
    dossierId: document.dossierId,
    thirdpartyId: document.thirdpartyId,
    submittedAt: amended?.submittedAt ?? draft.stamp,
    evidenceIds: [...(amended?.evidenceIds ?? []), ...evidenceIds],
    outcome,
    chosen,
    ...(defect && { defect }),
    ...(left && { left }),
    ...why,
    state: "CHECKING",
    scope: amended?.scope ?? "COMPANY",
    decision: null,
  });
  applyTransition(draft, documentId, amended ? "amend" : renews ? "renew" : "submit", { responseId, evidenceIds });
  cancelCheck(draft, responseId);
  if (outcome === "pending") planTimeout(draft, responseId);
  else startCheck(draft, responseId);
  if (draft.actor.type === "THIRD_PARTY") welcomeContact(draft);
}

export function startCheck(draft: Draft, responseId: number): void {
  cancelCheck(draft, responseId);
  const delay = draft.context.chance("verify", responseId).int(...terms.checkSeconds) * second;
  draft.schedule("VERIFY", draft.now + delay, responseId);
}

/** A check that gives no result is left to the client in the end. */
export const planTimeout = (draft: Draft, responseId: number): void =>
  draft.schedule(
    "TIMEOUT",
    workingMoment("FR", draft.now + draft.configuration.practice.checkTimeoutDays * day),
    responseId,
  );

export const cancelCheck = (draft: Draft, responseId: number): void =>
  draft.cancel(responseId, "VERIFY", "RECEIVE", "TIMEOUT");

export const evidencesOf = (document: DocumentRow, { evidenceIds }: ResponseRow): EvidenceRow[] =>
  document.evidences.filter(({ id }) => evidenceIds.includes(id));

const expiryOf = ({ expirationDate }: EvidenceRow): Moment =>
  expirationDate === null ? Number.POSITIVE_INFINITY : parse(expirationDate);

export const canExpire = ({ state }: ResponseRow): boolean => state === "ACCEPTED" || state === "WAITING";

/** A response expires with the first of its evidences. */
export const expiryOfResponse = (document: DocumentRow, response: ResponseRow): Moment =>
  Math.min(...evidencesOf(document, response).map(expiryOf));

/** An answer ends by its date, whether it was accepted or waits for a decision. */
export function planExpiry(draft: Draft, response: ResponseRow): void {
  const { documentId, state } = response;
  draft.cancel(documentId, "EXPIRE");
  const end = expiryOfResponse(draft.existing("documents", documentId), response);
  if (!Number.isFinite(end)) return;
  draft.schedule("EXPIRE", Math.max(end, draft.now) + 1, documentId);
  if (end > draft.now && state === "ACCEPTED") planRenewal(draft, documentId, end);
}

export function expireResponse(draft: Draft, documentId: number): void {
  const document = draft.get("documents", documentId);
  if (!document || !allows("expire", document.statusCode) || document.internal.stopped) return;
  const response = responsesTo(draft, documentId).find(canExpire);
  if (!response || expiryOfResponse(document, response) >= draft.now) return;
  draft.cancel(documentId, "EXPIRE");
  draft.put("responses", { ...response, state: "EXPIRED" });
  applyTransition(draft, documentId, "expire", { responseId: response.responseId });
  planCollection(draft, documentId, draft.now + hour);
}

export const hasExpired = (draft: Draft, { documentId, statusCode }: DocumentRow): boolean =>
  statusCode === "INVALID" && responsesTo(draft, documentId).at(-1)?.state === "EXPIRED";

/** Moves the end of the validity of the accepted response to yesterday. */
export function shortenValidity(draft: Draft, documentId: number): void {
  const document = draft.existing("documents", documentId);
  const shortened = accepted(draft, documentId)?.evidenceIds ?? [];
  const yesterday = format(endOfDay(dayOf(draft.now - day)));
  const evidences = document.evidences.map((evidence) => {
    if (!shortened.includes(evidence.id)) return evidence;
    return { ...evidence, expirationDate: evidence.uploadDate < yesterday ? yesterday : format(draft.now - 1) };
  });
  draft.put("documents", { ...document, evidences });
}

export function withdrawResponses(draft: Draft, documentId: number): void {
  removeEvidences(draft, documentId, "WITHDRAWN");
  setStatus(draft, documentId, "MISSING", { cause: "WITHDRAWN" });
}

const fileOf = (evidence: EvidenceRow): string[] => ("fileUUID" in evidence ? [evidence.fileUUID] : []);

/** Removes the evidences, the uploaded files that no other document shares, and the planned jobs. */
export function removeEvidences(draft: Draft, documentId: number, state: "WITHDRAWN" | "PURGED"): void {
  const document = draft.existing("documents", documentId);
  draft.cancel(documentId, "EXPIRE", "RECHECK", "PURGE");
  for (const response of responsesTo(draft, documentId)) {
    cancelCheck(draft, response.responseId);
    draft.put("responses", { ...response, state });
  }
  const others = draft.all("documents").filter((row) => row.documentId !== documentId);
  const shared = new Set(others.flatMap(({ evidences }) => evidences.flatMap(fileOf)));
  for (const evidence of document.evidences)
    if ("fileUUID" in evidence && evidence.internal.upload && !shared.has(evidence.fileUUID))
      for (const key of keysOfUpload(evidence.fileUUID, evidence.fileSize)) draft.remove("files", key);
  draft.put("documents", { ...document, present: false, evidences: [] });
}
