import { addComment } from "./comments.ts";
import { welcomeContacts } from "./contacts.ts";
import { allows, move, planCollection, setStatus, transitions, whyNotAnswerable } from "./documents.ts";
import type { Draft } from "./draft.ts";
import type { EvidenceRow } from "./evidence.ts";
import { answersIn } from "./forms.ts";
import { conflict, type Refusal } from "./refusal.ts";
import type { DocumentRow, Outcome, ResponseRow } from "./rows.ts";
import { day, dayOf, endOfDay, format, hour, type Moment, minute, nextDaily, parse } from "./time.ts";
import { v5 } from "./uuid.ts";
import { employeesOf } from "./workforce.ts";

/** The life of an answer: it arrives, is checked, decided, expires, or is taken back. */

export interface Submission {
  evidences: EvidenceRow[];
  outcome: Outcome;
  chosen?: boolean | undefined;
  reason: string | null;
  responseId: number;
}

/** The answer that nobody has decided yet, if there is one. */
export const undecided = (draft: Draft, documentId: number): ResponseRow | undefined =>
  draft
    .all("responses")
    .find(
      (response) =>
        response.documentId === documentId && (response.state === "CHECKING" || response.state === "WAITING"),
    );

const accepted = (draft: Draft, documentId: number): ResponseRow | undefined =>
  draft.all("responses").find((response) => response.documentId === documentId && response.state === "ACCEPTED");

/** An answer arrives: a new one, or more for the one under way. Newest evidence first. */
export function submitAnswer(
  draft: Draft,
  documentId: number,
  { evidences, outcome, chosen = false, reason, responseId }: Submission,
): void {
  const document = draft.the("documents", documentId);
  const amended = undecided(draft, documentId);
  const superseded = accepted(draft, documentId);
  if (!amended && superseded) draft.put("responses", { ...superseded, state: "SUPERSEDED" });
  // What comes of itself need not come now, and what was to be deleted is in use again.
  for (const kind of ["EXPIRE", "COLLECT", "SOURCE", "PURGE"] as const) draft.cancel(kind, documentId);
  draft.put("documents", {
    ...document,
    present: true,
    evidences: [...evidences, ...document.evidences],
    internal: { ...document.internal, interruptedAt: null, deletionWarnedAt: null, deletedAt: null },
  });
  draft.put("responses", {
    responseId,
    documentId,
    dossierId: document.dossierId,
    thirdpartyId: document.thirdpartyId,
    submittedAt: amended?.submittedAt ?? draft.stamp,
    evidenceIds: [...(amended?.evidenceIds ?? []), ...evidences.map(({ id }) => id)],
    outcome,
    chosen,
    reason,
    state: "CHECKING",
    scope: amended?.scope ?? "COMPANY",
    decision: null,
  });
  move(draft, documentId, amended ? "amend" : "submit", { responseId, evidenceIds: evidences.map(({ id }) => id) });
  cancelCheck(draft, responseId);
  if (outcome !== "pending")
    draft.schedule("VERIFY", draft.now + draft.surroundings.chance("verify", responseId).int(5, 60) * 1000, responseId);
  if (draft.actor.type === "THIRD_PARTY") welcomeContacts(draft);
}

export function cancelCheck(draft: Draft, responseId: number): void {
  draft.cancel("VERIFY", responseId);
  draft.cancel("RECEIVE", responseId);
}

const evidencesOf = (document: DocumentRow, { evidenceIds }: ResponseRow) =>
  document.evidences.filter(({ id }) => evidenceIds.includes(id));

const expiryOf = ({ expirationDate }: EvidenceRow): Moment =>
  expirationDate === null ? Number.POSITIVE_INFINITY : parse(expirationDate);

const expiryOfAnswer = (document: DocumentRow, response: ResponseRow): Moment =>
  Math.min(...evidencesOf(document, response).map(expiryOf));

/** A list of foreign workers that names some. */
function namesWorkers(evidence: EvidenceRow): boolean {
  const { emploie_salaries_etrangers, nombre_salaries } = answersIn(evidence);
  return emploie_salaries_etrangers === "true" || Number(nombre_salaries ?? 0) > 0;
}

/** What the register says against a piece, whoever supplies it. */
const objections: { codes: string[]; holds: (draft: Draft, evidence: EvidenceRow) => boolean; why: string }[] = [
  {
    codes: ["KBIS", "RNE"],
    holds: ({ thirdparty }) => thirdparty.status === "STRUCK_OFF",
    why: "the company is struck off the register",
  },
  {
    codes: ["ATT_FISCALE"],
    holds: ({ thirdparty }, { internal }) =>
      thirdparty.collectiveProcedure !== null && internal.issueDate >= thirdparty.collectiveProcedure.openingDate,
    why: "no tax certificate is issued during a collective procedure",
  },
  {
    codes: ["LNTE"],
    holds: ({ thirdparty }, evidence) => employeesOf(thirdparty) === 0 && namesWorkers(evidence),
    why: "the company employs nobody, and the list names foreign workers",
  },
];

function objectionTo(draft: Draft, document: DocumentRow, response: ResponseRow): string | null {
  const pieces = evidencesOf(document, response);
  const objection = objections.find(
    ({ codes, holds }) => codes.includes(document.documentCode) && pieces.some((piece) => holds(draft, piece)),
  );
  return objection?.why ?? (expiryOfAnswer(document, response) < draft.now ? "the piece has expired" : null);
}

/** What the automatic check makes of an answer. */
export function concludeCheck(draft: Draft, responseId: number): void {
  const response = draft.get("responses", responseId);
  if (response?.state !== "CHECKING") return;
  const document = draft.the("documents", response.documentId);
  const objection = objectionTo(draft, document, response);
  const outcome = objection ? "invalid" : response.outcome;
  const reason = objection ?? response.reason;
  if (outcome === "valid") {
    draft.put("responses", { ...response, state: "ACCEPTED" });
    planExpiry(draft, response);
    move(draft, document.documentId, "pass", { responseId });
  } else if (outcome === "review") {
    draft.put("responses", { ...response, state: "WAITING" });
    move(draft, document.documentId, "review", { responseId, reason });
  } else {
    draft.put("responses", { ...response, outcome: "invalid", reason, state: "DENIED" });
    move(draft, document.documentId, "fail", { responseId, reason });
  }
}

/** What was accepted, or waits, is looked at once more. */
export function judgeAgain(draft: Draft, responseId: number): void {
  const response = draft.put("responses", { ...draft.the("responses", responseId), state: "CHECKING" });
  setStatus(draft, response.documentId, "ONGOING", { cause: "VERIFY", responseId });
  concludeCheck(draft, responseId);
}

/** Shortly after the midnight that ends its validity. */
export function planExpiry(draft: Draft, response: ResponseRow): void {
  const end = expiryOfAnswer(draft.the("documents", response.documentId), response);
  draft.cancel("EXPIRE", response.documentId);
  if (Number.isFinite(end))
    draft.schedule("EXPIRE", nextDaily(Math.max(end, draft.now), 5 * minute), response.documentId);
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
    return conflict(
      "RESPONSE_ALREADY_DECIDED",
      `Response ${responseId} is ${stateWords[response.state]}; document ${document.documentId} is ${document.statusCode}.`,
    );
  const objection = verdict.approved ? objectionTo(draft, document, response) : null;
  if (objection)
    return conflict(
      "CONFLICT",
      `Response ${responseId} cannot be approved: ${objection}. Reject it, or wait for another answer.`,
    );

  cancelCheck(draft, responseId);
  const { documentId } = document;
  const { to, event } = transitions[transition];
  const decided: ResponseRow = {
    ...response,
    state: verdict.approved ? "ACCEPTED" : "DENIED",
    decision: {
      responseId,
      documentId,
      dossierId: document.dossierId,
      decision: verdict.approved ? "APPROVED" : "REJECTED",
      statusCode: to,
      comment: verdict.comment ?? null,
      shareRejectionReason: verdict.approved ? null : (verdict.shareRejectionReason ?? false),
      decisionDate: draft.stamp,
      decidedBy: draft.actor.name,
    },
  };
  const notice = transition === "rejectShared" ? askAgain(draft, documentId, verdict.comment ?? null) : undefined;
  draft.put("responses", notice ? { ...decided, notice } : decided);
  const asked = notice && { dueDate: notice.dueDate, notified: notice.recipients };
  draft.emit(
    event,
    { documentId },
    { responseId, shareRejectionReason: decided.decision?.shareRejectionReason ?? null, ...asked },
  );
  if (verdict.comment) addComment(draft, { documentId }, verdict.comment);
  if (verdict.approved) planExpiry(draft, decided);
  setStatus(draft, documentId, to, { cause: event });
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

/** A refusal that the third party hears of is a new request: by letter to its contacts, with a day to answer by. */
function askAgain(draft: Draft, documentId: number, reason: string | null): NonNullable<ResponseRow["notice"]> {
  const document = draft.the("documents", documentId);
  const dueDate = dayOf(draft.now + 15 * day);
  draft.put("documents", { ...document, internal: { ...document.internal, dueDate } });
  const recipients = draft.all("contacts").flatMap(({ email, status }) => (status === "DELETED" ? [] : email));
  return { sentAt: draft.stamp, recipients, reason, dueDate };
}

/** Its date has passed: the piece counts no more, and what comes by itself is fetched anew. */
export function expireAnswer(draft: Draft, documentId: number): void {
  const document = draft.get("documents", documentId);
  if (document?.statusCode !== "VALID" || document.internal.stopped) return;
  const response = accepted(draft, documentId);
  if (!response || expiryOfAnswer(document, response) >= draft.now) return;
  draft.cancel("EXPIRE", documentId);
  draft.put("responses", { ...response, state: "EXPIRED" });
  move(draft, documentId, "expire", { responseId: response.responseId });
  planCollection(draft, documentId, draft.now + hour);
}

/** Nothing came after a piece that has expired. */
export function hasExpired(draft: Draft, { documentId, statusCode }: DocumentRow): boolean {
  return (
    statusCode === "INVALID" &&
    draft.all("responses").findLast((response) => response.documentId === documentId)?.state === "EXPIRED"
  );
}

/** Somebody shortened the validity of the piece: its last day is past. */
export function shortenValidity(draft: Draft, documentId: number): void {
  const document = draft.the("documents", documentId);
  const shortened = accepted(draft, documentId)?.evidenceIds ?? [];
  const yesterday = format(endOfDay(dayOf(draft.now - day)));
  const evidences = document.evidences.map((evidence) => {
    if (!shortened.includes(evidence.id)) return evidence;
    return { ...evidence, expirationDate: evidence.uploadDate < yesterday ? yesterday : format(draft.now - 1) };
  });
  draft.put("documents", { ...document, evidences });
}

const fileOf = (evidence: EvidenceRow): string[] => ("fileUUID" in evidence ? [evidence.fileUUID] : []);

/** The third party takes its answers back: nothing is supplied any more. */
export function withdrawAnswer(draft: Draft, documentId: number): void {
  forget(draft, documentId, "WITHDRAWN");
  setStatus(draft, documentId, "MISSING", { cause: "WITHDRAWN" });
}

/** No evidence is left, and with it go its bytes and everything that was planned for it. */
export function forget(draft: Draft, documentId: number, state: "WITHDRAWN" | "PURGED"): void {
  const document = draft.the("documents", documentId);
  for (const kind of ["EXPIRE", "RECHECK", "PURGE"] as const) draft.cancel(kind, documentId);
  for (const response of draft.all("responses"))
    if (response.documentId === documentId) {
      cancelCheck(draft, response.responseId);
      draft.put("responses", { ...response, state });
    }
  const elsewhere = new Set(
    draft.all("documents").flatMap((row) => (row.documentId === documentId ? [] : row.evidences.flatMap(fileOf))),
  );
  for (const evidence of document.evidences)
    if (evidence.internal.upload)
      for (const fileUUID of fileOf(evidence)) if (!elsewhere.has(fileUUID)) draft.remove("files", fileUUID);
  draft.put("documents", { ...document, present: false, evidences: [] });
}

/** The answer counts for more, or for less: for one establishment, the company, or other dossiers that ask for the same. */
export function changeScope(draft: Draft, response: ResponseRow, scope: ResponseRow["scope"]): void {
  if (scope === response.scope) return;
  draft.put("responses", { ...response, scope });
  draft.emit(
    "DOCUMENT_ANSWER_SCOPE_UPDATED",
    { documentId: response.documentId },
    { responseId: response.responseId, from: response.scope, to: scope },
  );
  if (scope === "SHARED") shareAnswer(draft, response);
}

/** Who asks for the same piece and has none is given this one, and checks it for himself. */
function shareAnswer(draft: Draft, response: ResponseRow): void {
  const source = draft.the("documents", response.documentId);
  const pieces = evidencesOf(source, response);
  // What the client approved needs no second word.
  const outcome = response.state === "ACCEPTED" ? "valid" : response.outcome;
  for (const { documentId, documentCode, statusCode, internal } of draft.all("documents")) {
    if (documentCode !== source.documentCode || statusCode !== "MISSING" || internal.stopped || pieces.length === 0)
      continue;
    const responseId = draft.nextId("responseId");
    const evidences = pieces.map((piece) => copyOf(piece, draft.nextId("evidenceId"), responseId, draft.stamp));
    submitAnswer(draft, documentId, {
      evidences,
      outcome,
      chosen: response.chosen,
      reason: outcome === "valid" ? null : response.reason,
      responseId,
    });
  }
}

/** The same piece elsewhere. Bytes that somebody supplied are kept once, under the name that they have. */
function copyOf(piece: EvidenceRow, id: number, responseId: number, uploadDate: string): EvidenceRow {
  if ("formdata" in piece || piece.internal.upload) return { ...piece, id, responseId, uploadDate };
  return { ...piece, id, responseId, uploadDate, fileUUID: v5(String(id)) };
}
