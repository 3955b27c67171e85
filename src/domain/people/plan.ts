import { liveDocuments } from "../document/live-documents.ts";
import type { Draft, RuleContext } from "../draft.ts";
import { responsesTo } from "../response/responses.ts";
import type { ContactRow, DocumentRow, JobRow, ResponseRow, WorldRow } from "../rows.ts";
import { hasGivenUp, respondentOf, unanswered } from "../thirdparty/contacts.ts";
import { leaveToUser, planDecision, planInvitation } from "./client.ts";
import { planFollowUp } from "./follow-up.ts";
import { isAct } from "./moments.ts";
import { planReview } from "./review.ts";
import { owes, planAnswer } from "./suppliers.ts";

/** Whether a document asks for the same as before, so that what was planned stays. */
const asksTheSame = (before: DocumentRow | undefined, { statusCode, evidences, internal }: DocumentRow): boolean =>
  before?.statusCode === statusCode &&
  before.evidences.length === evidences.length &&
  before.internal.stopped === internal.stopped;

const isPlanned = (draft: Draft, kind: JobRow["kind"], id: number): boolean =>
  draft.jobsOf(id).some((job) => job.kind === kind);

/** A contact who turns to the third party for the first time, or again. */
function planFor(draft: Draft, document: DocumentRow): void {
  if (!owes(draft, document)) return;
  if (respondentOf(draft)) planAnswer(draft, document);
  else if (draft.all("contacts").length === 0) planInvitation(draft);
}

const hasMoreUnanswered = (draft: Draft, row: ContactRow, before: ContactRow): boolean =>
  unanswered(draft, row).length > unanswered(draft, before).length;

const hasJustGivenUp = (row: ContactRow, before: ContactRow): boolean => hasGivenUp(row) && !hasGivenUp(before);

function followResponse(draft: Draft, { responseId, state }: ResponseRow): void {
  const response = draft.existing("responses", responseId);
  const { stopped } = draft.existing("documents", response.documentId).internal;
  if (state !== "WAITING" || stopped) return draft.cancel(responseId, "DECIDE");
  if (!draft.context.people?.isClientActing || isPlanned(draft, "DECIDE", responseId)) return;
  planDecision(draft, leaveToUser(draft, response));
}

/** Plans the acts that the rows of a draft call for, and drops those that they no longer do. */
function plan(draft: Draft): void {
  planReview(draft);
  for (const { row, before } of draft.written("documents")) {
    if (asksTheSame(before, row)) continue;
    draft.cancel(row.documentId, "ANSWER");
    planFor(draft, row);
    if (before && before.internal.stopped !== row.internal.stopped)
      for (const response of responsesTo(draft, row.documentId)) followResponse(draft, response);
  }
  for (const { row, before } of draft.written("responses")) if (row.state !== before?.state) followResponse(draft, row);
  const contacts = draft.written("contacts");
  for (const { row, before } of contacts)
    if (before && (hasJustGivenUp(row, before) || hasMoreUnanswered(draft, row, before))) planFollowUp(draft, row);
  const isNew = contacts.some(({ row, before }) => row.status === "INVITED" && before?.status !== "INVITED");
  if (!isNew) return;
  for (const document of liveDocuments(draft))
    if (!isPlanned(draft, "ANSWER", document.documentId)) planFor(draft, document);
}

/** Plans anew what the supplier does. */
export function* planAnswersAnew(draft: Draft): Generator<void, void> {
  for (const job of draft.all("jobs")) if (job.kind === "ANSWER") draft.remove("jobs", job.jobId);
  if (draft.context.people) for (const document of liveDocuments(draft)) yield planFor(draft, document);
}

/** Drops all acts of a third party, and plans what it and the client have to do from now on; yields between them. */
export function* planAnew(draft: Draft): Generator<void, void> {
  for (const job of draft.all("jobs")) if (isAct(job)) draft.remove("jobs", job.jobId);
  if (!draft.context.people) return;
  planReview(draft);
  for (const document of liveDocuments(draft)) yield planFor(draft, document);
  for (const response of draft.all("responses"))
    if (response.state === "WAITING") yield followResponse(draft, response);
  for (const contact of draft.all("contacts"))
    if (contact.reminded && unanswered(draft, contact).length > 0) planFollowUp(draft, contact);
}

/** What a rule needs to know of the people of a world. */
export const peopleIn = ({
  people = "none",
  size,
  settlesAt = 0,
}: Pick<WorldRow, "people" | "size" | "settlesAt">): Pick<RuleContext, "people"> =>
  people === "none" ? {} : { people: { isClientActing: people === "all", size: size ?? 0, settlesAt, plan } };
