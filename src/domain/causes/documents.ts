import type { EventName } from "../../../contract/events.ts";
import type { DataOf } from "../../../contract/occurrences.ts";
import { workingDayFrom } from "../../directory/calendar.ts";
import { documentType } from "../configuration.ts";
import { downloadAuditTrail, interruptResponse, setDueDate } from "../document/documents.ts";
import { isBankDocument } from "../document/live-documents.ts";
import { isDeletable, isPastRetention, purge, warnOfDeletion } from "../document/retention.ts";
import { archiveDossier } from "../dossier/dossiers.ts";
import { withdrawRequirement } from "../dossier/requirements.ts";
import { actors, type Draft, type Subject } from "../draft.ts";
import { invalidValues, type Refusal, wrongValue } from "../refusal.ts";
import { type Decision, decideResponse } from "../response/decisions.ts";
import { expireResponse, shortenValidity, undecided, withdrawResponses } from "../response/responses.ts";
import { shareOrRestrict } from "../response/scope.ts";
import { respondToDocument } from "../response/submissions.ts";
import { canRecheck, recheck, respondAndCheck } from "../response/verification.ts";
import type { Actor, DocumentRow } from "../rows.ts";
import { day, dayOf } from "../time.ts";
import { byClient, byPlatform, byProvider, byThirdparty, type Cause, type Causes, other, relocated } from "./cause.ts";
import { commentCauses } from "./comments.ts";
import { addSomeRequirement, checkCode } from "./requirements.ts";
import { documentIn, onLiveDocument } from "./subjects.ts";

const liveDocument = "a document of an open dossier";
const canBeValid = "a document of an open dossier that can be valid";
type Outcome = DataOf<"DOCUMENT_DOCCHECK_STATUS_UPDATE">;

export function sendToReview(draft: Draft, { documentId }: DocumentRow): void {
  draft.actor = actors.thirdparty;
  if (!respondToDocument(draft, documentId, { outcome: "review" })) respondAndCheck(draft, documentId, "review");
}

/**
 * The client approves an account that the bank check confirms afterwards and a report as its provider gives it, and
 * rejects what went to review: a screening that does reports a match.
 */
function submitForDecision(draft: Draft, document: DocumentRow, { approved }: Pick<Decision, "approved">): void {
  const isReport = documentType(draft.configuration, document.documentCode).kind === "SOURCE";
  if (!approved || !(isReport || isBankDocument(draft.configuration, document))) return sendToReview(draft, document);
  draft.actor = actors.thirdparty;
  respondToDocument(draft, document.documentId, isReport ? {} : { outcome: "valid" });
}

/** Who acts for the client: the person that the draft names, or else the client without a name. */
const clientIn = ({ actor }: Draft): Actor => (actor.type === "CLIENT" ? actor : actors.client);

/** The client decides the undecided response; without one, a response is submitted first. */
const decideAs = (decision: Pick<Decision, "approved" | "shareRejectionReason">) =>
  onLiveDocument((draft, document, { comment }: DataOf<"DOCUMENT_ANSWER_DENIED">): void => {
    const { documentId } = document;
    const decider = clientIn(draft);
    if (!undecided(draft, documentId)) submitForDecision(draft, document, decision);
    // The check may have refused the response; the client then decides the next one before its check.
    if (!undecided(draft, documentId)) respondToDocument(draft, documentId, {});
    const response = undecided(draft, documentId);
    draft.actor = decider;
    if (response) decideResponse(draft, response.responseId, { ...decision, comment });
  });
const approve = decideAs({ approved: true });
export const rejectShared = decideAs({ approved: false, shareRejectionReason: true });
export const rejectUnshared = decideAs({ approved: false, shareRejectionReason: false });

export const makeValid = onLiveDocument((draft, document: DocumentRow, _data: object): void => {
  if (document.statusCode !== "VALID") approve(draft, document, {});
});

export const takeBack = onLiveDocument((draft, { documentId, present }, _data: object): void => {
  if (present) withdrawResponses(draft, documentId);
});

export const submit = onLiveDocument((draft, { documentId }, _data: object): void => {
  respondToDocument(draft, documentId, {});
});

/** A pending check has no result to publish. */
export function checkOutcome({ outcome }: Outcome): unknown {
  if (outcome !== "pending") return null;
  const violation = wrongValue("/data/outcome", "valid, review or invalid", outcome);
  return invalidValues("A check that is pending has no result.", [violation]);
}

const atOutcome = (refusal: Refusal | null): Refusal | null =>
  refusal && relocated(refusal, "/outcome", "/data/outcome");

export const checkBankDetails = (draft: Draft, { documentId }: DocumentRow, { outcome }: Outcome): Refusal | null =>
  atOutcome(respondAndCheck(draft, documentId, outcome));

/** Repeats the bank check; a form that cannot have the forced outcome is replaced by a new one. */
function refreshReport(draft: Draft, document: DocumentRow, data: Outcome): Refusal | null {
  const refusal = canRecheck(draft, document, data.outcome) ? null : checkBankDetails(draft, document, data);
  if (!refusal) recheck(draft, document.documentId, data.outcome);
  return refusal;
}

const onBankDetails = (work: typeof refreshReport): Cause<Outcome> =>
  byProvider(
    "a document of an open dossier that asks for bank details",
    onLiveDocument((draft, document, data) =>
      isBankDocument(draft.configuration, document) ? work(draft, document, data) : null,
    ),
    { check: checkOutcome },
  );

const deletable = "a document with evidence that has expired, or whose dossier is archived";
const onDeletable =
  (work: (draft: Draft, document: DocumentRow) => void) =>
  (draft: Draft, subject: Subject): void => {
    const document = documentIn(draft, subject);
    if (isDeletable(draft, document)) work(draft, document);
  };
/** The platform deletes what it has kept long enough; before that, the client asks for it. */
function warn(draft: Draft, document: DocumentRow): void {
  if (document.internal.deletionWarnedAt !== null) return;
  draft.actor = isPastRetention(draft, document) ? actors.platform : clientIn(draft);
  warnOfDeletion(draft, document.documentId);
}

export const documentCauses: Causes<Extract<EventName, `DOCUMENT_${string}`>> = {
  DOCUMENT_ADDED: byClient("an open free dossier, or a third party that is not archived", addSomeRequirement, {
    check: checkCode,
  }),
  DOCUMENT_STOPPED: byClient(
    "a document of an open dossier: withdrawn from a free one, stopped with a typed one",
    onLiveDocument((draft, { documentId, dossierId }) => {
      if (draft.existing("dossiers", dossierId).typed) archiveDossier(draft, dossierId, "CLIENT");
      else withdrawRequirement(draft, documentId);
    }),
  ),
  DOCUMENT_MODIFICATION: byClient(
    "a document of an open dossier that is due on another day",
    onLiveDocument((draft, { documentId, internal, requestDate }, { dueDate }) => {
      const asked = requestDate.slice(0, 10);
      if (dueDate !== undefined && dueDate < asked) {
        const because = `/data/dueDate must not be before ${asked}, when document ${documentId} was asked for.`;
        const violation = wrongValue("/data/dueDate", `a day from ${asked} on`, dueDate, because);
        return invalidValues("A document cannot be due before it is asked for.", [violation]);
      }
      const { changedDueDays } = draft.configuration.practice;
      const [soon, later] = changedDueDays.map((days) => workingDayFrom("FR", dayOf(draft.now + days * day)));
      setDueDate(draft, documentId, dueDate ?? other(internal.dueDate, soon as string, later as string));
    }),
  ),
  DOCUMENT_DELETION_WARNING: byClient(`${deletable}, of which no deletion was announced`, onDeletable(warn)),
  DOCUMENT_DELETION: byPlatform(
    `${deletable}; a deletion that was not announced yet is announced first`,
    onDeletable((draft, document) => {
      warn(draft, document);
      draft.actor = actors.platform;
      purge(draft, document.documentId);
    }),
  ),
  DOCUMENT_ANSWER_ADDED: byThirdparty(
    "a document of an open dossier without an answer under way",
    onLiveDocument((draft, { documentId }, { outcome }) =>
      atOutcome(respondToDocument(draft, documentId, { outcome })),
    ),
  ),
  DOCUMENT_ANSWER_UPDATED: byThirdparty(
    liveDocument,
    onLiveDocument((draft, { documentId }) => {
      if (!undecided(draft, documentId)) respondToDocument(draft, documentId, {});
      respondToDocument(draft, documentId, {});
    }),
  ),
  DOCUMENT_ANSWER_ACCEPTED: byClient(canBeValid, approve),
  DOCUMENT_ANSWER_DENIED: byClient(liveDocument, rejectShared),
  DOCUMENT_ANSWER_INTERRUPTED: byThirdparty(
    "a document of an open dossier to which nothing was supplied",
    onLiveDocument((draft, { documentId, statusCode }) => {
      if (statusCode === "MISSING") interruptResponse(draft, documentId);
    }),
  ),
  DOCUMENT_ANSWER_EXPIRED: byPlatform(
    "a document that is valid, or can be made so",
    onLiveDocument((draft, document) => {
      makeValid(draft, document, {});
      shortenValidity(draft, document.documentId);
      draft.actor = actors.platform;
      expireResponse(draft, document.documentId);
    }),
  ),
  DOCUMENT_ANSWER_SCOPE_UPDATED: byClient("a document with an answer", onLiveDocument(shareOrRestrict)),
  DOCUMENT_ANSWER_STATUS_UPDATE: byThirdparty(
    liveDocument,
    onLiveDocument((draft, document) => (document.present ? takeBack : submit)(draft, document, {})),
  ),
  DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT: byThirdparty("a document of an open dossier with an answer", takeBack),
  DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING: byThirdparty(`${liveDocument} that is not being processed`, submit),
  DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED: byThirdparty(canBeValid, onLiveDocument(sendToReview)),
  DOCUMENT_ANSWER_STATUS_UPDATE_VALID: byClient(`${liveDocument} that is not valid, and can be`, makeValid),
  DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION: byClient(liveDocument, rejectUnshared),
  DOCUMENT_ANSWER_STATUS_UPDATE_INVALID: byClient(liveDocument, rejectShared),
  ...commentCauses("DOCUMENT", "a document"),
  DOCUMENT_DOCCHECK_STATUS_UPDATE: onBankDetails(checkBankDetails),
  DOCUMENT_DOCCHECK_REPORT_GENERATED: onBankDetails(checkBankDetails),
  DOCUMENT_DOCCHECK_REPORT_RECEIVED: onBankDetails(checkBankDetails),
  DOCUMENT_DOCCHECK_REPORT_REFRESHED: onBankDetails(refreshReport),
  DOCUMENT_AUDIT_TRAIL_DOWNLOAD: byClient("a document", (draft, subject) =>
    downloadAuditTrail(draft, documentIn(draft, subject).documentId),
  ),
};
