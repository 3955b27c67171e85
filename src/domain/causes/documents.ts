import type { EventName } from "../../../contract/events.ts";
import type { DataOf } from "../../../contract/occurrences.ts";
import { type Decision, decideResponse } from "../decisions.ts";
import { downloadAuditTrail, editDocument, interruptResponse } from "../documents.ts";
import { archiveDossier } from "../dossiers.ts";
import { actors, type Draft, type Subject } from "../draft.ts";
import { liveDocuments } from "../open.ts";
import { invalidValues, type Refusal } from "../refusal.ts";
import { withdrawRequirement } from "../requirements.ts";
import { changeScope } from "../response-scope.ts";
import {
  expireResponse,
  isUndecided,
  responsesTo,
  shortenValidity,
  undecided,
  withdrawResponses,
} from "../responses.ts";
import { isDeletable, purge, warnOfDeletion } from "../retention.ts";
import type { DocumentRow, ResponseRow } from "../rows.ts";
import { respondToDocument } from "../submissions.ts";
import { day, dayOf } from "../time.ts";
import { canRecheck, recheck, respondAndCheck } from "../verification.ts";
import { type Cause, type Causes, type CommentCauses, documentIn, onLiveDocument, other, relocated } from "./cause.ts";
import { commentCauses } from "./comments.ts";
import { addSomeRequirement, checkCode } from "./requirements.ts";

const liveDocument = "a document of an open dossier";

type Outcome = DataOf<"DOCUMENT_DOCCHECK_STATUS_UPDATE">;

/** Submits a response that the client must judge. */
export function sendToReview(draft: Draft, { documentId }: DocumentRow): void {
  draft.actor = actors.thirdparty;
  if (!respondToDocument(draft, documentId, { outcome: "review" })) respondAndCheck(draft, documentId, "review");
}

/** The client decides the undecided response; without one, a response is submitted first. */
export const decideAs = (decision: Pick<Decision, "approved" | "shareRejectionReason">) =>
  onLiveDocument((draft, document, { comment }: DataOf<"DOCUMENT_ANSWER_DENIED">): void => {
    const { documentId } = document;
    if (!undecided(draft, documentId)) sendToReview(draft, document);
    // The check may have refused the response; the client then decides the next one before its check.
    if (!undecided(draft, documentId)) respondToDocument(draft, documentId, {});
    const response = undecided(draft, documentId);
    draft.actor = actors.client;
    if (response) decideResponse(draft, response.responseId, { ...decision, comment });
  });
const approve = decideAs({ approved: true });
const rejectShared = decideAs({ approved: false, shareRejectionReason: true });

export const makeValid = onLiveDocument((draft, document: DocumentRow, _data: object): void => {
  if (document.statusCode !== "VALID") approve(draft, document, {});
});

export const takeBack = onLiveDocument((draft, { documentId, present }, _data: object): void => {
  if (present) withdrawResponses(draft, documentId);
});

const submit = onLiveDocument((draft, { documentId }, _data: object): void => {
  respondToDocument(draft, documentId, {});
});

/** A pending check has no result to publish. */
export function checkOutcome({ outcome }: Outcome): unknown {
  if (outcome !== "pending") return null;
  return invalidValues("A check that is pending has no result.", [
    { pointer: "/data/outcome", expected: "valid, review or invalid", received: outcome },
  ]);
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

const onBankDetails = (work: typeof refreshReport): Cause<Outcome> => ({
  needs: "a document of an open dossier that asks for bank details (IBAN)",
  by: "PROVIDER",
  check: checkOutcome,
  run: onLiveDocument((draft, document, data: Outcome) =>
    document.documentCode === "IBAN" ? work(draft, document, data) : null,
  ),
});

const deletable = "a document with evidence that has expired, or whose dossier is archived";
const onDeletable =
  (work: (draft: Draft, document: DocumentRow) => void) =>
  (draft: Draft, subject: Subject): void => {
    const document = documentIn(draft, subject);
    if (isDeletable(draft, document)) work(draft, document);
  };
function warn(draft: Draft, { documentId, internal }: DocumentRow): void {
  if (internal.deletionWarnedAt === null) warnOfDeletion(draft, documentId);
}

/** Only a response that is accepted, or may be, can be shared. */
const canShare = (response: ResponseRow) => isUndecided(response) || response.state === "ACCEPTED";

function nextScope(draft: Draft, document: DocumentRow, response: ResponseRow): ResponseRow["scope"] {
  if (response.scope !== "COMPANY") return "COMPANY";
  const { documentId, documentCode } = document;
  const hasOther = liveDocuments(draft).some(
    (row) => row.documentId !== documentId && row.documentCode === documentCode,
  );
  return hasOther && canShare(response) ? "SHARED" : "ESTABLISHMENT";
}

function shareOrRestrict(draft: Draft, document: DocumentRow): void {
  const response = responsesTo(draft, document.documentId).findLast(
    ({ state }) => state !== "PURGED" && state !== "WITHDRAWN",
  );
  if (response) changeScope(draft, response, nextScope(draft, document, response));
}

export const documentCauses: Causes<Extract<EventName, `DOCUMENT_${string}`>> = {
  DOCUMENT_ADDED: {
    needs: "an open free dossier, or a third party that is not archived",
    by: "CLIENT",
    check: checkCode,
    run: addSomeRequirement,
  },
  DOCUMENT_STOPPED: {
    needs: "a document of an open dossier: withdrawn from a free one, stopped with a typed one",
    by: "CLIENT",
    run: onLiveDocument((draft, { documentId, dossierId }) => {
      if (draft.existing("dossiers", dossierId).typed) archiveDossier(draft, dossierId, "CLIENT");
      else withdrawRequirement(draft, documentId);
    }),
  },
  DOCUMENT_MODIFICATION: {
    needs: "a document of an open dossier that is due on another day",
    by: "CLIENT",
    run: onLiveDocument((draft, { documentId, internal }, data) => {
      const [soon, later] = [dayOf(draft.now + 30 * day), dayOf(draft.now + 45 * day)];
      editDocument(draft, documentId, { dueDate: data.dueDate ?? other(internal.dueDate, soon, later) });
    }),
  },
  DOCUMENT_DELETION_WARNING: {
    needs: `${deletable}, of which no deletion was announced`,
    by: "PLATFORM",
    run: onDeletable(warn),
  },
  DOCUMENT_DELETION: {
    needs: `${deletable}; a deletion that was not announced yet is announced first`,
    by: "PLATFORM",
    run: onDeletable((draft, document) => {
      warn(draft, document);
      purge(draft, document.documentId);
    }),
  },
  DOCUMENT_ANSWER_ADDED: {
    needs: "a document of an open dossier without an answer under way",
    by: "THIRD_PARTY",
    run: onLiveDocument((draft, { documentId }, { outcome }) =>
      atOutcome(respondToDocument(draft, documentId, { outcome })),
    ),
  },
  DOCUMENT_ANSWER_UPDATED: {
    needs: liveDocument,
    by: "THIRD_PARTY",
    run: onLiveDocument((draft, { documentId }) => {
      if (!undecided(draft, documentId)) respondToDocument(draft, documentId, {});
      respondToDocument(draft, documentId, {});
    }),
  },
  DOCUMENT_ANSWER_ACCEPTED: { needs: "a document of an open dossier that can be valid", by: "CLIENT", run: approve },
  DOCUMENT_ANSWER_DENIED: { needs: liveDocument, by: "CLIENT", run: rejectShared },
  DOCUMENT_ANSWER_INTERRUPTED: {
    needs: "a document of an open dossier to which nothing was supplied",
    by: "THIRD_PARTY",
    run: onLiveDocument((draft, { documentId, statusCode }) => {
      if (statusCode === "MISSING") interruptResponse(draft, documentId);
    }),
  },
  DOCUMENT_ANSWER_EXPIRED: {
    needs: "a document that is valid, or can be made so",
    by: "PLATFORM",
    run: onLiveDocument((draft, document) => {
      makeValid(draft, document, {});
      shortenValidity(draft, document.documentId);
      draft.actor = actors.platform;
      expireResponse(draft, document.documentId);
    }),
  },
  DOCUMENT_ANSWER_SCOPE_UPDATED: {
    needs: "a document with an answer",
    by: "CLIENT",
    run: onLiveDocument(shareOrRestrict),
  },
  DOCUMENT_ANSWER_STATUS_UPDATE: {
    needs: liveDocument,
    by: "THIRD_PARTY",
    run: onLiveDocument((draft, document) => (document.present ? takeBack : submit)(draft, document, {})),
  },
  DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT: {
    needs: "a document of an open dossier with an answer",
    by: "THIRD_PARTY",
    run: takeBack,
  },
  DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING: {
    needs: "a document of an open dossier that is not being processed",
    by: "THIRD_PARTY",
    run: submit,
  },
  DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED: {
    needs: "a document of an open dossier that can be valid",
    by: "THIRD_PARTY",
    run: onLiveDocument(sendToReview),
  },
  DOCUMENT_ANSWER_STATUS_UPDATE_VALID: {
    needs: "a document of an open dossier that is not valid, and can be",
    by: "CLIENT",
    run: makeValid,
  },
  DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION: {
    needs: liveDocument,
    by: "CLIENT",
    run: decideAs({ approved: false, shareRejectionReason: false }),
  },
  DOCUMENT_ANSWER_STATUS_UPDATE_INVALID: { needs: liveDocument, by: "CLIENT", run: rejectShared },
  ...(commentCauses("DOCUMENT", "a document") as CommentCauses<"DOCUMENT">),
  DOCUMENT_DOCCHECK_STATUS_UPDATE: onBankDetails(checkBankDetails),
  DOCUMENT_DOCCHECK_REPORT_GENERATED: onBankDetails(checkBankDetails),
  DOCUMENT_DOCCHECK_REPORT_RECEIVED: onBankDetails(checkBankDetails),
  DOCUMENT_DOCCHECK_REPORT_REFRESHED: onBankDetails(refreshReport),
  DOCUMENT_AUDIT_TRAIL_DOWNLOAD: {
    needs: "a document",
    by: "CLIENT",
    run: (draft, subject) => downloadAuditTrail(draft, documentIn(draft, subject).documentId),
  },
};
