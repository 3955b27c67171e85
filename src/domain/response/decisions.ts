import { workingDayFrom } from "../../directory/calendar.ts";
import { allows, setDueDate, setStatus, type Transition, transitions, whyClosed } from "../document/documents.ts";
import type { Draft } from "../draft.ts";
import { conflict, type Refusal } from "../refusal.ts";
import type { DocumentRow, ResponseRow } from "../rows.ts";
import { addComment } from "../thirdparty/comments.ts";
import { day, dayOf } from "../time.ts";
import { objectionTo } from "./automatic-check.ts";
import { cancelCheck, isUndecided, planExpiry, startCheck } from "./responses.ts";
import { awaitsReport } from "./verification.ts";

export type Decision = { approved: boolean; comment?: string | null; shareRejectionReason?: boolean };

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

const transitionOf = ({ approved, shareRejectionReason }: Decision) =>
  approved ? "approve" : shareRejectionReason ? "rejectShared" : "rejectUnshared";

function whyUndecidable(draft: Draft, response: ResponseRow, document: DocumentRow, transition: Transition) {
  const { responseId, state, decision } = response;
  const { documentId, statusCode } = document;
  const by = decision && ["ACCEPTED", "DENIED"].includes(state) ? ` by ${decision.decidedBy}` : "";
  const detail = `Response ${responseId} is ${stateWords[state]}${by}; document ${documentId} is ${statusCode}.`;
  if (!isUndecided(response) || !allows(transition, statusCode)) return conflict("RESPONSE_ALREADY_DECIDED", detail);
  const objection = transition === "approve" && objectionTo(draft, document, response);
  if (!objection) return null;
  const advice = "Reject it, or wait for another answer.";
  return conflict(
    "CONFLICT",
    `Response ${responseId} cannot be approved (${objection.reasonCode}): ${objection.reason} ${advice}`,
  );
}

function decisionOf(draft: Draft, { responseId, documentId, dossierId }: ResponseRow, decision: Decision) {
  const { approved, comment = null, shareRejectionReason = false } = decision;
  return {
    responseId,
    documentId,
    dossierId,
    decision: approved ? ("APPROVED" as const) : ("REJECTED" as const),
    statusCode: transitions[transitionOf(decision)].to,
    comment,
    shareRejectionReason: approved ? null : shareRejectionReason,
    decisionDate: draft.stamp,
    decidedBy: draft.actor.name,
  };
}

/** A decision as it is shown, with the contacts who were asked for another answer. */
export const shownDecision = ({ decision, notice }: ResponseRow) =>
  decision && { ...decision, notified: notice?.recipients ?? [] };

export function decideResponse(draft: Draft, responseId: number, decision: Decision): Refusal<409> | null {
  const response = draft.existing("responses", responseId);
  const { documentId } = response;
  const document = draft.existing("documents", documentId);
  const transition = transitionOf(decision);
  const refusal = whyClosed(draft, document) ?? whyUndecidable(draft, response, document, transition);
  if (refusal) return refusal;

  const { approved, comment } = decision;
  // The report on an approved account still comes: without it the evidence would never get its metadata.
  const checkGoesOn = approved && awaitsReport(draft, response);
  if (!checkGoesOn) cancelCheck(draft, responseId);
  else if (response.outcome === "pending") startCheck(draft, responseId);
  const { to, event } = transitions[transition];
  const stored = decisionOf(draft, response, decision);
  // A pending outcome was forced; the check that goes on gives its own.
  const chosen = response.chosen && !(checkGoesOn && response.outcome === "pending");
  const decided: ResponseRow = { ...response, chosen, state: approved ? "ACCEPTED" : "DENIED", decision: stored };
  const notice = transition === "rejectShared" ? noticeOf(draft, stored.comment) : undefined;
  draft.put("responses", notice ? { ...decided, notice } : decided);
  const asked = notice && { dueDate: notice.dueDate, notified: notice.recipients };
  draft.emit(event, { documentId }, { responseId, shareRejectionReason: stored.shareRejectionReason, ...asked });
  if (comment) addComment(draft, { documentId }, comment);
  if (approved) planExpiry(draft, decided);
  else draft.cancel(documentId, "EXPIRE");
  setStatus(draft, documentId, to, { cause: event });
  if (notice) setDueDate(draft, documentId, notice.dueDate);
  return null;
}

/** A shared rejection asks the contacts for another response, within some days. */
function noticeOf(draft: Draft, reason: string | null): NonNullable<ResponseRow["notice"]> {
  const dueDate = workingDayFrom("FR", dayOf(draft.now + draft.configuration.practice.rejectionDueDays * day));
  const recipients = draft.all("contacts").flatMap(({ email, status }) => (status === "DELETED" ? [] : email));
  return { sentAt: draft.stamp, recipients, reason, dueDate };
}
