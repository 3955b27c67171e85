import { answerDocument, bankCheckOf } from "./answers.ts";
import { documentType } from "./configuration.ts";
import type { Draft } from "./draft.ts";
import type { EvidenceRow } from "./evidence.ts";
import { setWatch } from "./monitoring.ts";
import type { Refusal } from "./refusal.ts";
import { cancelCheck, concludeCheck, judgeAgain, undecided } from "./responses.ts";
import type { DocumentRow, Outcome, ReportRow, ResponseRow } from "./rows.ts";
import { addMonths, parse } from "./time.ts";

const second = 1000;
const recheckMonths = 12;

const verdicts: Record<Outcome, ReportRow["verdict"]> = {
  valid: "VERIFIED",
  review: "INCONCLUSIVE",
  invalid: "REFUSED",
  pending: "INCONCLUSIVE",
};

const reasonOf = (verdict: Outcome): string | null =>
  verdict === "valid" ? null : "bank details do not agree with the company";

function formOf(draft: Draft, response: ResponseRow): EvidenceRow | undefined {
  const { evidences } = draft.the("documents", response.documentId);
  return evidences.find((evidence) => response.evidenceIds.includes(evidence.id) && "formdata" in evidence);
}

function askBank(draft: Draft, form: EvidenceRow) {
  const { chosen, outcome } = draft.the("responses", form.responseId);
  return bankCheckOf(draft, form, chosen ? outcome : undefined);
}

/** The automatic check of an answer: at once for most, through the bank-data provider for bank details. */
export function verifyAnswer(draft: Draft, responseId: number): void {
  const response = draft.get("responses", responseId);
  if (response?.state !== "CHECKING") return;
  const { documentCode, documentId } = draft.the("documents", response.documentId);
  const form = formOf(draft, response);
  if (documentType(documentCode).check !== "bank" || !form) return concludeCheck(draft, responseId);
  const verdict = verdicts[askBank(draft, form).verdict];
  draft.actor = { type: "PROVIDER", name: "bank verification" };
  draft.emit("DOCUMENT_DOCCHECK_STATUS_UPDATE", { documentId }, { from: "PENDING", to: verdict });
  const report = draft.put("reports", {
    reportId: draft.nextId("reportId"),
    documentId,
    thirdpartyId: draft.thirdparty.thirdpartyId,
    evidenceId: form.id,
    verdict,
    generatedAt: draft.stamp,
    receivedAt: null,
    refreshedAt: null,
  });
  draft.emit("DOCUMENT_DOCCHECK_REPORT_GENERATED", { documentId }, { reportId: report.reportId });
  draft.schedule("RECEIVE", draft.now + second, responseId);
}

/** The provider's report arrives: the evidence shows it, and the answer is judged by it. */
export function receiveReport(draft: Draft, responseId: number): void {
  const response = draft.get("responses", responseId);
  if (response?.state !== "CHECKING") return;
  const form = formOf(draft, response);
  const report = draft.all("reports").findLast((candidate) => candidate.evidenceId === form?.id);
  if (!form || !report) return;
  const { documentId } = response;
  draft.cancel("RECEIVE", responseId);
  draft.actor = { type: "PROVIDER", name: "bank verification" };
  draft.put("reports", { ...report, receivedAt: draft.stamp });
  const { metadata, verdict } = askBank(draft, form);
  writeMetadata(draft, documentId, form.id, metadata);
  draft.put("responses", { ...response, outcome: verdict, reason: reasonOf(verdict) });
  draft.emit(
    "DOCUMENT_DOCCHECK_REPORT_RECEIVED",
    { documentId },
    { reportId: report.reportId, verified: metadata.verified },
  );
  tellThirdparty(draft, report.verdict);
  planRecheck(draft, documentId);
  concludeCheck(draft, responseId);
}

const reportOn = (draft: Draft, documentId: number): ReportRow | undefined =>
  draft.all("reports").findLast((report) => report.documentId === documentId && report.receivedAt !== null);

/** A year after the bank was last asked, it is asked again. */
export function planRecheck(draft: Draft, documentId: number): void {
  draft.cancel("RECHECK", documentId);
  const report = reportOn(draft, documentId);
  const last = report?.refreshedAt ?? report?.receivedAt;
  const { evidences } = draft.the("documents", documentId);
  if (last && evidences.some(({ id }) => id === report?.evidenceId))
    draft.schedule("RECHECK", Math.max(addMonths(parse(last), recheckMonths), draft.now + second), documentId);
}

function writeMetadata(draft: Draft, documentId: number, evidenceId: number, metadata: EvidenceRow["metadata"]): void {
  const document = draft.the("documents", documentId);
  draft.put("documents", {
    ...document,
    evidences: document.evidences.map((evidence) =>
      evidence.id === evidenceId ? { ...evidence, metadata } : evidence,
    ),
  });
}

function tellThirdparty(draft: Draft, verdict: ReportRow["verdict"]): void {
  if (!draft.thirdparty.internal.monitoring.DOCCHECK.active) return;
  setWatch(draft, "DOCCHECK", { lastUpdate: draft.stamp });
  draft.emit("THIRD_PARTY_DOCCHECK_UPDATED", {}, { verdict });
}

/** Whether there is a report to refresh, with this result if one is chosen: a wrong key, the client's word and what is past stand. */
export function canRecheck(draft: Draft, { documentId, evidences }: DocumentRow, chosen?: Outcome): boolean {
  const form = evidences.find(({ id }) => id === reportOn(draft, documentId)?.evidenceId);
  if (!form || chosen === undefined) return form !== undefined;
  const last = draft.all("responses").findLast((response) => response.documentId === documentId);
  if (last?.responseId !== form.responseId || last.decision || bankCheckOf(draft, form, chosen).verdict !== chosen)
    return false;
  return last.state === "ACCEPTED" || last.state === "WAITING" || (last.state === "DENIED" && chosen === "invalid");
}

/** Once a year the account is looked at again; a result that somebody chooses is judged like the first. */
export function recheck(draft: Draft, documentId: number, chosen?: Outcome): void {
  const document = draft.get("documents", documentId);
  const report = reportOn(draft, documentId);
  const form = document?.evidences.find(({ id }) => id === report?.evidenceId);
  if (!document || document.internal.stopped || !report || !form) return;
  const response = draft.the("responses", form.responseId);
  if (chosen) draft.put("responses", { ...response, outcome: chosen, chosen: true, reason: reasonOf(chosen) });
  draft.actor = { type: "PROVIDER", name: "bank verification" };
  const { metadata, verdict } = askBank(draft, form);
  writeMetadata(draft, documentId, form.id, metadata);
  draft.put("reports", { ...report, verdict: verdicts[verdict], refreshedAt: draft.stamp });
  draft.emit(
    "DOCUMENT_DOCCHECK_REPORT_REFRESHED",
    { documentId },
    { reportId: report.reportId, verified: metadata.verified },
  );
  if (verdicts[verdict] !== report.verdict) {
    draft.emit("DOCUMENT_DOCCHECK_STATUS_UPDATE", { documentId }, { from: report.verdict, to: verdicts[verdict] });
    tellThirdparty(draft, verdicts[verdict]);
  }
  planRecheck(draft, documentId);
  if (chosen && chosen !== response.outcome) judgeAgain(draft, response.responseId);
}

/** Whether the check under way can come out so. */
function canComeOut(draft: Draft, response: ResponseRow, chosen: Outcome | undefined): boolean {
  if (response.state !== "CHECKING") return false;
  if (documentType(draft.the("documents", response.documentId).documentCode).check !== "bank") return true;
  const form = formOf(draft, response);
  return form !== undefined && (chosen === undefined || bankCheckOf(draft, form, chosen).verdict === chosen);
}

/** An answer arrives, unless one is being checked that can come out as chosen, and its check is over at once. */
export function answerAndCheck(draft: Draft, documentId: number, chosen?: Outcome): Refusal | null {
  const pending = undecided(draft, documentId);
  if (!pending || !canComeOut(draft, pending, chosen)) {
    draft.actor = { type: "THIRD_PARTY", name: "third party" };
    const refusal = answerDocument(draft, documentId, { outcome: chosen ?? "valid" });
    if (refusal && chosen) return refusal;
    // Of a company without an account, no bank says anything good.
    if (refusal) answerDocument(draft, documentId, {});
  }
  const response = undecided(draft, documentId);
  if (!response) return null;
  if (chosen) draft.put("responses", { ...response, outcome: chosen, chosen: true });
  else if (response.outcome === "pending") draft.put("responses", { ...response, chosen: false });
  cancelCheck(draft, response.responseId);
  verifyAnswer(draft, response.responseId);
  receiveReport(draft, response.responseId);
  return null;
}
