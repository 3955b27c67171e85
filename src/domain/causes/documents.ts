import type { EventName } from "../../../contract/events.ts";
import type { DataOf } from "../../../contract/occurrences.ts";
import { answerDocument } from "../answers.ts";
import { downloadAuditTrail, editDocument, interruptAnswer } from "../documents.ts";
import { archiveDossier, withdrawRequirement } from "../dossiers.ts";
import type { Draft, Subject } from "../draft.ts";
import { bodyViolation, invalid, type Refusal } from "../refusal.ts";
import {
  changeScope,
  decideAnswer,
  expireAnswer,
  shortenValidity,
  undecided,
  type Verdict,
  withdrawAnswer,
} from "../responses.ts";
import { isPast, purge, warnOfDeletion } from "../retention.ts";
import type { DocumentRow, ResponseRow } from "../rows.ts";
import { day, dayOf } from "../time.ts";
import { answerAndCheck, canRecheck, recheck } from "../verification.ts";
import { type Cause, type Causes, type CommentCauses, documentIn, live, other, relocated } from "./cause.ts";
import { commentCauses } from "./comments.ts";
import { checkCode, requireSome } from "./requirements.ts";

const liveDocument = "a document of an open dossier";

type Checked = DataOf<"DOCUMENT_DOCCHECK_STATUS_UPDATE">;

/** The third party answers so that a person must judge it. */
export function sendToReview(draft: Draft, { documentId }: DocumentRow): void {
  draft.actor = { type: "THIRD_PARTY", name: "third party" };
  if (!answerDocument(draft, documentId, { outcome: "review" })) answerAndCheck(draft, documentId, "review");
}

/** The client decides what waits; when nothing does, an answer comes first. */
export const decided =
  (verdict: Pick<Verdict, "approved" | "shareRejectionReason">) =>
  (draft: Draft, subject: Subject, { comment }: DataOf<"DOCUMENT_ANSWER_DENIED">): void =>
    live(draft, subject, (row) => {
      const { documentId } = row;
      if (!undecided(draft, documentId)) sendToReview(draft, row);
      // The check may have refused it already: then the client is quicker than the check of the next.
      if (!undecided(draft, documentId)) answerDocument(draft, documentId, {});
      const response = undecided(draft, documentId);
      draft.actor = { type: "CLIENT", name: "client" };
      if (response) decideAnswer(draft, response.responseId, { ...verdict, comment });
    });

export const makeValid = (draft: Draft, subject: Subject): void =>
  live(draft, subject, ({ statusCode }) => {
    if (statusCode !== "VALID") decided({ approved: true })(draft, subject, {});
  });

export const takeBack = (draft: Draft, subject: Subject): void =>
  live(draft, subject, ({ documentId, present }) => {
    if (present) withdrawAnswer(draft, documentId);
  });

const bankDocument = "a document of an open dossier that asks for bank details (IBAN)";
const ofBank = (work: (draft: Draft, row: DocumentRow, data: Checked) => Refusal | null): Cause<Checked> => ({
  needs: bankDocument,
  by: "PROVIDER",
  check: checkResult,
  bring: (draft, subject, data) =>
    live(draft, subject, (row) => (row.documentCode === "IBAN" ? work(draft, row, data) : null)),
});

/** A check that is pending has nothing to tell. */
export function checkResult({ outcome }: Checked): unknown {
  if (outcome !== "pending") return null;
  const expected = "valid, review or invalid";
  return invalid("VALIDATION_ERROR", "A check that is pending has no result.", [
    bodyViolation("/data/outcome", "VALIDATION_ERROR", `/data/outcome must be ${expected}.`, expected, outcome),
  ]);
}

const ofOutcome = (refusal: Refusal | null): Refusal | null =>
  refusal && relocated(refusal, "/outcome", "/data/outcome");

/** The bank is asked about the form that is there, or about a new one. */
export const checkBankDetails = (draft: Draft, { documentId }: DocumentRow, { outcome }: Checked): Refusal | null =>
  ofOutcome(answerAndCheck(draft, documentId, outcome));

/** The bank is asked again; where it cannot have changed its mind so, about a new form. */
function refreshReport(draft: Draft, row: DocumentRow, data: Checked): Refusal | null {
  const refusal = canRecheck(draft, row, data.outcome) ? null : checkBankDetails(draft, row, data);
  if (!refusal) recheck(draft, row.documentId, data.outcome);
  return refusal;
}

const retained = (draft: Draft, subject: Subject): DocumentRow | undefined => {
  const row = documentIn(draft, subject);
  return isPast(draft, row) ? row : undefined;
};
const past = "a document with evidence that has expired, or whose dossier is archived";

/** What counts already, or may yet: there is something to share. */
const counts = ({ state }: ResponseRow) => state === "CHECKING" || state === "WAITING" || state === "ACCEPTED";

const shareOrRestrict = (draft: Draft, { documentId, documentCode }: DocumentRow): void => {
  const response = draft
    .all("responses")
    .findLast((row) => row.documentId === documentId && row.state !== "PURGED" && row.state !== "WITHDRAWN");
  if (!response) return;
  const elsewhere = draft
    .all("documents")
    .some((row) => row.documentId !== documentId && row.documentCode === documentCode && !row.internal.stopped);
  changeScope(
    draft,
    response,
    response.scope === "COMPANY" ? (elsewhere && counts(response) ? "SHARED" : "ESTABLISHMENT") : "COMPANY",
  );
};

export const documentCauses: Causes<Extract<EventName, `DOCUMENT_${string}`>> = {
  DOCUMENT_ADDED: {
    needs: "an open free dossier, or a third party that is not archived",
    by: "CLIENT",
    check: checkCode,
    bring: requireSome,
  },
  DOCUMENT_STOPPED: {
    needs: "a document of an open dossier: withdrawn from a free one, stopped with a typed one",
    by: "CLIENT",
    bring: (draft, subject) =>
      live(draft, subject, ({ documentId, dossierId }) => {
        if (draft.the("dossiers", dossierId).typed) archiveDossier(draft, dossierId, "CLIENT");
        else withdrawRequirement(draft, documentId);
      }),
  },
  DOCUMENT_MODIFICATION: {
    needs: "a document of an open dossier that is due on another day",
    by: "CLIENT",
    bring: (draft, subject, data) =>
      live(draft, subject, ({ documentId, internal }) => {
        const dueDate =
          data.dueDate ?? other(internal.dueDate, dayOf(draft.now + 30 * day), dayOf(draft.now + 45 * day));
        editDocument(draft, documentId, { dueDate });
      }),
  },
  DOCUMENT_DELETION_WARNING: {
    needs: `${past}, of which no deletion was announced`,
    by: "PLATFORM",
    bring: (draft, subject) => {
      const row = retained(draft, subject);
      if (row?.internal.deletionWarnedAt === null) warnOfDeletion(draft, row.documentId);
    },
  },
  DOCUMENT_DELETION: {
    needs: `${past}; a deletion that was not announced yet is announced first`,
    by: "PLATFORM",
    bring: (draft, subject) => {
      const row = retained(draft, subject);
      if (!row) return;
      if (row.internal.deletionWarnedAt === null) warnOfDeletion(draft, row.documentId);
      purge(draft, row.documentId);
    },
  },
  DOCUMENT_ANSWER_ADDED: {
    needs: "a document of an open dossier without an answer under way",
    by: "THIRD_PARTY",
    bring: (draft, subject, { outcome }) =>
      live(draft, subject, ({ documentId }) => ofOutcome(answerDocument(draft, documentId, { outcome }))),
  },
  DOCUMENT_ANSWER_UPDATED: {
    needs: liveDocument,
    by: "THIRD_PARTY",
    bring: (draft, subject) =>
      live(draft, subject, ({ documentId }) => {
        if (!undecided(draft, documentId)) answerDocument(draft, documentId, {});
        answerDocument(draft, documentId, {});
      }),
  },
  DOCUMENT_ANSWER_ACCEPTED: {
    needs: "a document of an open dossier that can be valid",
    by: "CLIENT",
    bring: decided({ approved: true }),
  },
  DOCUMENT_ANSWER_DENIED: {
    needs: liveDocument,
    by: "CLIENT",
    bring: decided({ approved: false, shareRejectionReason: true }),
  },
  DOCUMENT_ANSWER_INTERRUPTED: {
    needs: "a document of an open dossier to which nothing was supplied",
    by: "THIRD_PARTY",
    bring: (draft, subject) =>
      live(draft, subject, ({ documentId, statusCode }) => {
        if (statusCode === "MISSING") interruptAnswer(draft, documentId);
      }),
  },
  DOCUMENT_ANSWER_EXPIRED: {
    needs: "a document that is valid, or can be made so",
    by: "PLATFORM",
    bring: (draft, subject) =>
      live(draft, subject, ({ documentId }) => {
        makeValid(draft, subject);
        shortenValidity(draft, documentId);
        draft.actor = { type: "PLATFORM", name: "platform" };
        expireAnswer(draft, documentId);
      }),
  },
  DOCUMENT_ANSWER_SCOPE_UPDATED: {
    needs: "a document with an answer",
    by: "CLIENT",
    bring: (draft, subject) => live(draft, subject, (row) => shareOrRestrict(draft, row)),
  },
  DOCUMENT_ANSWER_STATUS_UPDATE: {
    needs: liveDocument,
    by: "THIRD_PARTY",
    bring: (draft, subject) =>
      live(draft, subject, ({ documentId, present }) =>
        present ? withdrawAnswer(draft, documentId) : void answerDocument(draft, documentId, {}),
      ),
  },
  DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT: {
    needs: "a document of an open dossier with an answer",
    by: "THIRD_PARTY",
    bring: takeBack,
  },
  DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING: {
    needs: "a document of an open dossier that is not being processed",
    by: "THIRD_PARTY",
    bring: (draft, subject) => live(draft, subject, ({ documentId }) => void answerDocument(draft, documentId, {})),
  },
  DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED: {
    needs: "a document of an open dossier that can be valid",
    by: "THIRD_PARTY",
    bring: (draft, subject) => live(draft, subject, (row) => sendToReview(draft, row)),
  },
  DOCUMENT_ANSWER_STATUS_UPDATE_VALID: {
    needs: "a document of an open dossier that is not valid, and can be",
    by: "CLIENT",
    bring: makeValid,
  },
  DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION: {
    needs: liveDocument,
    by: "CLIENT",
    bring: decided({ approved: false, shareRejectionReason: false }),
  },
  DOCUMENT_ANSWER_STATUS_UPDATE_INVALID: {
    needs: liveDocument,
    by: "CLIENT",
    bring: decided({ approved: false, shareRejectionReason: true }),
  },
  ...(commentCauses("DOCUMENT", "a document") as CommentCauses<"DOCUMENT">),
  DOCUMENT_DOCCHECK_STATUS_UPDATE: ofBank(checkBankDetails),
  DOCUMENT_DOCCHECK_REPORT_GENERATED: ofBank(checkBankDetails),
  DOCUMENT_DOCCHECK_REPORT_RECEIVED: ofBank(checkBankDetails),
  DOCUMENT_DOCCHECK_REPORT_REFRESHED: ofBank(refreshReport),
  DOCUMENT_AUDIT_TRAIL_DOWNLOAD: {
    needs: "a document",
    by: "CLIENT",
    bring: (draft, subject) => downloadAuditTrail(draft, documentIn(draft, subject).documentId),
  },
};
