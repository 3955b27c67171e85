import type { DocumentStatus } from "../../contract/documents.ts";
import type { EventName } from "../../contract/events.ts";
import { addComment } from "./comments.ts";
import { documentType } from "./configuration.ts";
import { welcomeContacts } from "./contacts.ts";
import type { Draft } from "./draft.ts";
import { conflict, type Refusal } from "./refusal.ts";
import type { DocumentRow, EvidenceRow, Outcome, ResponseRow } from "./rows.ts";
import { suffixOf } from "./statuses.ts";
import { day, format, hour, minute, type Moment, nextDaily, parse } from "./time.ts";

/** Which answers lead where: the specification shows no transitions, so each guess is a row. */
export const transitions = {
  submit: { from: ["MISSING", "INVALID", "BELOW_EXPECTATION", "VALID"], to: "ONGOING", event: "DOCUMENT_ANSWER_ADDED" },
  amend: { from: ["ONGOING", "ACTION_REQUIRED"], to: "ONGOING", event: "DOCUMENT_ANSWER_UPDATED" },
  pass: { from: ["ONGOING"], to: "VALID", event: "DOCUMENT_ANSWER_ACCEPTED" },
  review: { from: ["ONGOING"], to: "ACTION_REQUIRED", event: null },
  fail: { from: ["ONGOING"], to: "INVALID", event: "DOCUMENT_ANSWER_DENIED" },
  approve: { from: ["ONGOING", "ACTION_REQUIRED"], to: "VALID", event: "DOCUMENT_ANSWER_ACCEPTED" },
  rejectShared: { from: ["ONGOING", "ACTION_REQUIRED"], to: "INVALID", event: "DOCUMENT_ANSWER_DENIED" },
  rejectUnshared: { from: ["ONGOING", "ACTION_REQUIRED"], to: "BELOW_EXPECTATION", event: "DOCUMENT_ANSWER_DENIED" },
  expire: { from: ["VALID"], to: "INVALID", event: "DOCUMENT_ANSWER_EXPIRED" },
} as const satisfies Record<string, { from: DocumentStatus[]; to: DocumentStatus; event: EventName | null }>;
export type Transition = keyof typeof transitions;

export const allows = (transition: Transition, status: DocumentStatus) => (transitions[transition].from as readonly DocumentStatus[]).includes(status);

/** A status never changes without its two events. */
export function setStatus(draft: Draft, documentId: number, to: DocumentStatus, payload: Record<string, unknown> = {}): void {
  const document = draft.the("documents", documentId);
  const from = document.statusCode;
  if (from === to) return;
  draft.put("documents", { ...document, statusCode: to });
  tellStatus(draft, documentId, from, to, payload);
}

function tellStatus(draft: Draft, documentId: number, from: DocumentStatus | null, to: DocumentStatus, payload: Record<string, unknown>): void {
  draft.emit("DOCUMENT_ANSWER_STATUS_UPDATE", { documentId }, { from, to, ...payload });
  draft.emit(`DOCUMENT_ANSWER_STATUS_UPDATE_${suffixOf[to]}`, { documentId }, { from, to, ...payload });
}

function move(draft: Draft, documentId: number, transition: Transition, payload: Record<string, unknown>): void {
  const { to, event } = transitions[transition];
  if (event) draft.emit(event, { documentId }, payload);
  setStatus(draft, documentId, to, event ? { cause: event } : {});
}

/** Asks for documents in a dossier: all are added before their statuses are told. */
export function requestDocuments(draft: Draft, dossierId: number, codes: readonly string[]): number[] {
  const ids = codes.map((code) => {
    const documentId = draft.nextId("documentId");
    draft.put("documents", {
      documentId,
      dossierId,
      documentCode: code,
      documentName: documentType(code).label,
      requestDate: draft.stamp,
      present: false,
      statusCode: "MISSING",
      evidences: [],
      thirdpartyId: draft.thirdparty.thirdpartyId,
      internal: {
        mandatory: true,
        dueDate: null,
        stopped: false,
        interruptedAt: null,
        deletionWarnedAt: null,
        deletedAt: null,
        auditTrailDownloads: 0,
      },
    });
    draft.emit("DOCUMENT_ADDED", { documentId }, { documentCode: code });
    return documentId;
  });
  for (const documentId of ids) tellStatus(draft, documentId, null, "MISSING", {});
  for (const documentId of ids) planCollection(draft, documentId);
  return ids;
}

/** Some pieces come by themselves: from registers, and from data providers. */
export function planCollection(draft: Draft, documentId: number, earliest: Moment = draft.now): void {
  const { documentCode } = draft.the("documents", documentId);
  const type = documentType(documentCode);
  const chance = draft.surroundings.chance("collection", documentId);
  if (type.kind === "SOURCE") draft.schedule("SOURCE", earliest + chance.int(60, 360) * minute, documentId);
  else if (type.collected && draft.thirdparty.addressCountryCode === "FR") draft.schedule("COLLECT", earliest + chance.int(10, 90) * minute, documentId);
}

/** What the register says against a piece, whoever supplies it. */
function impossible({ thirdparty }: Draft, documentCode: string): string | null {
  if (thirdparty.status === "STRUCK_OFF" && (documentCode === "KBIS" || documentCode === "RNE")) return "the company is struck off the register";
  if (thirdparty.status === "COLLECTIVE_PROCEDURE" && documentCode === "ATT_FISCALE") return "no tax certificate is issued during a collective procedure";
  return null;
}

export interface Submission {
  evidences: EvidenceRow[];
  outcome: Outcome;
  reason: string | null;
  responseId: number;
}

export function whyNotAnswerable(draft: Draft, document: DocumentRow): Refusal<409> | null {
  if (document.internal.stopped || !draft.the("dossiers", document.dossierId).monitored)
    return conflict("DOSSIER_ARCHIVED", `Document ${document.documentId} is stopped: its dossier is archived.`);
  return null;
}

/** The answer that nobody has decided yet, if there is one. */
export const undecided = (draft: Draft, documentId: number): ResponseRow | undefined =>
  draft.all("responses").find((response) => response.documentId === documentId && (response.state === "CHECKING" || response.state === "WAITING"));

/** An answer arrives: a new one, or more for the one under way. Newest evidence first. */
export function submitAnswer(draft: Draft, documentId: number, { evidences, outcome, reason, responseId }: Submission): void {
  const document = draft.the("documents", documentId);
  const amended = undecided(draft, documentId);
  if (!amended)
    for (const response of draft.all("responses"))
      if (response.documentId === documentId && response.state === "ACCEPTED") draft.put("responses", { ...response, state: "SUPERSEDED" });
  draft.cancel("EXPIRE", documentId);
  draft.put("documents", {
    ...document,
    present: true,
    evidences: [...evidences, ...document.evidences],
    internal: { ...document.internal, interruptedAt: null },
  });
  draft.put("responses", {
    responseId,
    documentId,
    dossierId: document.dossierId,
    thirdpartyId: document.thirdpartyId,
    submittedAt: amended?.submittedAt ?? draft.stamp,
    evidenceIds: [...(amended?.evidenceIds ?? []), ...evidences.map(({ id }) => id)],
    outcome,
    reason,
    state: "CHECKING",
    scope: amended?.scope ?? "COMPANY",
    decision: null,
  });
  move(draft, documentId, amended ? "amend" : "submit", { responseId, evidenceIds: evidences.map(({ id }) => id) });
  draft.cancel("VERIFY", responseId);
  draft.cancel("RECEIVE", responseId);
  if (outcome !== "pending") draft.schedule("VERIFY", draft.now + draft.surroundings.chance("verify", responseId).int(5, 60) * 1000, responseId);
  if (draft.actor.type === "THIRD_PARTY") welcomeContacts(draft);
}

const expiryOf = (evidence: EvidenceRow): Moment => (evidence.expirationDate === null ? Number.POSITIVE_INFINITY : parse(evidence.expirationDate));

const evidencesOf = (document: DocumentRow, response: ResponseRow) => document.evidences.filter(({ id }) => response.evidenceIds.includes(id));

const expiryOfAnswer = (document: DocumentRow, response: ResponseRow): Moment => Math.min(...evidencesOf(document, response).map(expiryOf));

/** What the automatic check makes of an answer. */
export function concludeCheck(draft: Draft, responseId: number): void {
  const response = draft.get("responses", responseId);
  if (response?.state !== "CHECKING") return;
  const document = draft.the("documents", response.documentId);
  const against = impossible(draft, document.documentCode) ?? (expiryOfAnswer(document, response) < draft.now ? "the piece had expired" : null);
  const outcome = against ? "invalid" : response.outcome;
  const reason = against ?? response.reason;
  if (outcome === "valid") accept(draft, response, "pass", { responseId });
  else if (outcome === "review") {
    draft.put("responses", { ...response, state: "WAITING" });
    move(draft, document.documentId, "review", { responseId, reason });
  } else {
    draft.put("responses", { ...response, outcome: "invalid", reason, state: "DENIED" });
    move(draft, document.documentId, "fail", { responseId, reason });
  }
}

function accept(draft: Draft, response: ResponseRow, transition: "pass" | "approve", payload: Record<string, unknown>): void {
  draft.put("responses", { ...response, state: "ACCEPTED" });
  planExpiry(draft, response);
  move(draft, response.documentId, transition, payload);
}

/** Shortly after the midnight that ends its validity. */
function planExpiry(draft: Draft, response: ResponseRow): void {
  const end = expiryOfAnswer(draft.the("documents", response.documentId), response);
  if (Number.isFinite(end)) draft.schedule("EXPIRE", nextDaily(Math.max(end, draft.now), 5 * minute), response.documentId);
}

export interface Verdict {
  approved: boolean;
  comment?: string;
  shareRejectionReason?: boolean;
}

/** The client's word on an answer, once. */
export function decideAnswer(draft: Draft, responseId: number, verdict: Verdict): Refusal<409> | null {
  const response = draft.the("responses", responseId);
  const document = draft.the("documents", response.documentId);
  const frozen = whyNotAnswerable(draft, document);
  if (frozen) return frozen;
  const transition = verdict.approved ? "approve" : verdict.shareRejectionReason ? "rejectShared" : "rejectUnshared";
  const open = response.state === "CHECKING" || response.state === "WAITING";
  if (!open || !allows(transition, document.statusCode))
    return conflict("RESPONSE_ALREADY_DECIDED", `Response ${responseId} is ${stateWords[response.state]}; document ${document.documentId} is ${document.statusCode}.`);
  const against = verdict.approved ? (impossible(draft, document.documentCode) ?? (expiryOfAnswer(document, response) < draft.now ? "the piece has expired" : null)) : null;
  if (against) return conflict("CONFLICT", `Response ${responseId} cannot be approved: ${against}. Reject it, or wait for another answer.`);

  draft.cancel("VERIFY", responseId);
  draft.cancel("RECEIVE", responseId);
  const { documentId } = document;
  const payload = { responseId, shareRejectionReason: verdict.shareRejectionReason ?? null };
  const decided: ResponseRow = {
    ...response,
    decision: {
      responseId,
      documentId,
      dossierId: document.dossierId,
      decision: verdict.approved ? "APPROVED" : "REJECTED",
      statusCode: transitions[transition].to,
      comment: verdict.comment ?? null,
      shareRejectionReason: verdict.approved ? null : (verdict.shareRejectionReason ?? false),
      decisionDate: draft.stamp,
      decidedBy: draft.actor.name,
    },
  };
  const { event } = transitions[transition];
  draft.emit(event, { documentId }, payload);
  if (verdict.comment) addComment(draft, { documentId }, verdict.comment);
  if (transition === "approve") {
    draft.put("responses", { ...decided, state: "ACCEPTED" });
    planExpiry(draft, decided);
  } else {
    draft.put("responses", { ...decided, state: "DENIED" });
    if (transition === "rejectShared") askAgain(draft, documentId);
  }
  setStatus(draft, documentId, transitions[transition].to, { cause: event });
  return null;
}
const stateWords: Record<ResponseRow["state"], string> = {
  CHECKING: "being checked",
  WAITING: "waiting for a decision",
  ACCEPTED: "accepted already",
  DENIED: "rejected already",
  SUPERSEDED: "superseded by a newer answer",
  EXPIRED: "expired",
  WITHDRAWN: "withdrawn by the third party",
  PURGED: "purged",
};

/** A refusal that the third party hears of is a new request. */
function askAgain(draft: Draft, documentId: number): void {
  const document = draft.the("documents", documentId);
  const dueDate = new Date(draft.now + 15 * day).toISOString().slice(0, 10);
  draft.put("documents", { ...document, internal: { ...document.internal, dueDate } });
}

/** Its date has passed: the piece counts no more, and what comes by itself is fetched anew. */
export function expireAnswer(draft: Draft, documentId: number): void {
  const document = draft.get("documents", documentId);
  if (document?.statusCode !== "VALID" || document.internal.stopped) return;
  const accepted = draft.all("responses").find((response) => response.documentId === documentId && response.state === "ACCEPTED");
  if (!accepted || expiryOfAnswer(document, accepted) >= draft.now) return;
  draft.put("responses", { ...accepted, state: "EXPIRED" });
  move(draft, documentId, "expire", { responseId: accepted.responseId });
  planCollection(draft, documentId, draft.now + hour);
}

/** The third party takes its answers back: nothing is supplied any more. */
export function withdrawAnswer(draft: Draft, documentId: number): void {
  forget(draft, documentId, "WITHDRAWN");
  setStatus(draft, documentId, "MISSING", { cause: "WITHDRAWN" });
}

/** No evidence is left, and with it go its bytes and everything that was planned for it. */
function forget(draft: Draft, documentId: number, state: "WITHDRAWN" | "PURGED"): void {
  const document = draft.the("documents", documentId);
  draft.cancel("EXPIRE", documentId);
  draft.cancel("RECHECK", documentId);
  for (const response of draft.all("responses"))
    if (response.documentId === documentId) {
      draft.cancel("VERIFY", response.responseId);
      draft.cancel("RECEIVE", response.responseId);
      draft.put("responses", { ...response, state });
    }
  for (const evidence of document.evidences) if (evidence.internal.upload && "fileUUID" in evidence) draft.remove("files", evidence.fileUUID);
  draft.put("documents", { ...document, present: false, evidences: [] });
}

/** Kept long enough: a warning first, the end thirty days later. */
export function warnOfDeletion(draft: Draft, documentId: number): void {
  const document = draft.the("documents", documentId);
  draft.put("documents", { ...document, internal: { ...document.internal, deletionWarnedAt: draft.stamp } });
  draft.schedule("PURGE", draft.now + 30 * day, documentId);
  draft.emit("DOCUMENT_DELETION_WARNING", { documentId }, { evidences: document.evidences.length });
}
export function purge(draft: Draft, documentId: number): void {
  const document = draft.get("documents", documentId);
  if (!document || document.internal.deletionWarnedAt === null || document.internal.deletedAt !== null) return;
  draft.cancel("PURGE", documentId);
  draft.put("documents", { ...document, internal: { ...document.internal, deletedAt: draft.stamp } });
  draft.emit("DOCUMENT_DELETION", { documentId }, { evidenceIds: document.evidences.map(({ id }) => id) });
  forget(draft, documentId, "PURGED");
  setStatus(draft, documentId, "MISSING", { cause: "DOCUMENT_DELETION" });
}

/** Somebody shortened the validity of the piece: its last day is past. */
export function shortenValidity(draft: Draft, documentId: number): void {
  const document = draft.the("documents", documentId);
  const accepted = draft.all("responses").find((response) => response.documentId === documentId && response.state === "ACCEPTED");
  const evidences = document.evidences.map((evidence) =>
    accepted?.evidenceIds.includes(evidence.id) ? { ...evidence, expirationDate: format(draft.now - 1) } : evidence,
  );
  draft.put("documents", { ...document, evidences });
}

/** Label, due date or mandatory flag: what has no event of its own. */
export function editDocument(draft: Draft, documentId: number, edit: { documentName?: string; dueDate?: string; mandatory?: boolean }): void {
  const document = draft.the("documents", documentId);
  const { documentName = document.documentName, dueDate = document.internal.dueDate, mandatory = document.internal.mandatory } = edit;
  draft.put("documents", { ...document, documentName, internal: { ...document.internal, dueDate, mandatory } });
  draft.emit("DOCUMENT_MODIFICATION", { documentId }, { ...edit });
}

/** The answer counts for more, or for less: for one establishment, the company, or other dossiers that ask for the same. */
export function changeScope(draft: Draft, response: ResponseRow, scope: ResponseRow["scope"]): void {
  if (scope === response.scope) return;
  draft.put("responses", { ...response, scope });
  draft.emit("DOCUMENT_ANSWER_SCOPE_UPDATED", { documentId: response.documentId }, { responseId: response.responseId, from: response.scope, to: scope });
}

export function downloadAuditTrail(draft: Draft, documentId: number): void {
  const document = draft.the("documents", documentId);
  draft.put("documents", { ...document, internal: { ...document.internal, auditTrailDownloads: document.internal.auditTrailDownloads + 1 } });
  draft.emit("DOCUMENT_AUDIT_TRAIL_DOWNLOAD", { documentId }, {});
}

export function interruptAnswer(draft: Draft, documentId: number): void {
  const document = draft.the("documents", documentId);
  draft.put("documents", { ...document, internal: { ...document.internal, interruptedAt: draft.stamp } });
  draft.emit("DOCUMENT_ANSWER_INTERRUPTED", { documentId }, {});
}

/** Its dossier is archived, or it was withdrawn: it stays as it is, and nothing more happens to it. */
export function stopDocument(draft: Draft, documentId: number): void {
  const document = draft.the("documents", documentId);
  for (const kind of ["COLLECT", "SOURCE", "EXPIRE", "RECHECK"] as const) draft.cancel(kind, documentId);
  for (const response of draft.all("responses"))
    if (response.documentId === documentId) {
      draft.cancel("VERIFY", response.responseId);
      draft.cancel("RECEIVE", response.responseId);
    }
  draft.put("documents", { ...document, internal: { ...document.internal, stopped: true } });
  draft.emit("DOCUMENT_STOPPED", { documentId }, {});
}

/** Its dossier is open again: what was under way goes on, and what has expired meanwhile is noticed. */
export function restartDocument(draft: Draft, documentId: number): void {
  const document = draft.the("documents", documentId);
  draft.put("documents", { ...document, internal: { ...document.internal, stopped: false } });
  for (const response of draft.all("responses")) {
    if (response.documentId !== documentId) continue;
    if (response.state === "ACCEPTED") planExpiry(draft, response);
    if (response.state === "CHECKING" && response.outcome !== "pending") draft.schedule("VERIFY", draft.now + minute, response.responseId);
  }
  if (document.statusCode === "VALID") expireAnswer(draft, documentId);
  if (document.statusCode === "MISSING") planCollection(draft, documentId);
}
