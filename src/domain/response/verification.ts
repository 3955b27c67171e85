import type { EventName } from "../../../contract/events.ts";
import { isBankDocument } from "../document/live-documents.ts";
import { actors, type Draft, providerNamed } from "../draft.ts";
import { updateMonitoring } from "../providers/monitoring.ts";
import type { Refusal } from "../refusal.ts";
import type { DocumentRow, Outcome, ReportRow, ResponseRow } from "../rows.ts";
import { addMonths, parse, second } from "../time.ts";
import { concludeCheck, repeatCheck } from "./automatic-check.ts";
import type { EvidenceRow } from "./evidence.ts";
import { bankCheckOf } from "./new-evidence.ts";
import { noReason } from "./reasons.ts";
import { cancelCheck, responsesTo, undecided } from "./responses.ts";
import { respondToDocument } from "./submissions.ts";

const bankVerification = providerNamed("bank verification");

/** What the report says of the account. One that is verified may go to review all the same, as one abroad does. */
function reportVerdict({ metadata, verdict }: ReturnType<typeof bankCheckOf>): ReportRow["verdict"] {
  if (metadata.verified === "true") return "VERIFIED";
  return verdict === "invalid" ? "REFUSED" : "INCONCLUSIVE";
}

function formOf(draft: Draft, response: ResponseRow): EvidenceRow | undefined {
  const { evidences } = draft.existing("documents", response.documentId);
  return evidences.find((evidence) => response.evidenceIds.includes(evidence.id) && "formdata" in evidence);
}

function checkForm(draft: Draft, form: EvidenceRow) {
  const { chosen, outcome } = draft.existing("responses", form.responseId);
  return bankCheckOf(draft, form, chosen ? outcome : undefined);
}

/** Whether the bank check has yet to report on the response; an approval of the client does not replace the report. */
export function awaitsReport(draft: Draft, response: ResponseRow): boolean {
  if (!isBankDocument(draft.configuration, draft.existing("documents", response.documentId))) return false;
  const form = formOf(draft, response);
  return !draft.all("reports").some(({ evidenceId, receivedAt }) => evidenceId === form?.id && receivedAt !== null);
}

const isChecked = (draft: Draft, response: ResponseRow | undefined): response is ResponseRow =>
  response?.state === "CHECKING" || (response?.state === "ACCEPTED" && awaitsReport(draft, response));

/** The automatic check: immediate for most documents, through a report of the bank-data provider for bank details. */
export function verifyResponse(draft: Draft, responseId: number): void {
  const response = draft.get("responses", responseId);
  if (!isChecked(draft, response)) return;
  const document = draft.existing("documents", response.documentId);
  const { documentId } = document;
  const form = formOf(draft, response);
  if (!isBankDocument(draft.configuration, document) || !form) return concludeCheck(draft, responseId);
  const verdict = reportVerdict(checkForm(draft, form));
  draft.actor = bankVerification;
  draft.emit("DOCUMENT_DOCCHECK_STATUS_UPDATE", { documentId }, { from: "PENDING", to: verdict });
  const { reportId } = draft.put("reports", {
    reportId: draft.nextId("reportId"),
    documentId,
    thirdpartyId: draft.thirdparty.thirdpartyId,
    evidenceId: form.id,
    verdict,
    generatedAt: draft.stamp,
    receivedAt: null,
    refreshedAt: null,
  });
  draft.emit("DOCUMENT_DOCCHECK_REPORT_GENERATED", { documentId }, { reportId });
  draft.schedule("RECEIVE", draft.now + second, responseId);
}

/** The report gives the evidence its metadata and the response its outcome. */
export function receiveReport(draft: Draft, responseId: number): void {
  const response = draft.get("responses", responseId);
  if (!isChecked(draft, response)) return;
  const form = formOf(draft, response);
  const report = draft.all("reports").findLast((candidate) => candidate.evidenceId === form?.id);
  if (!form || !report) return;
  const { documentId } = response;
  draft.cancel(responseId, "RECEIVE");
  draft.actor = bankVerification;
  const { metadata, verdict, reason } = checkForm(draft, form);
  draft.put("responses", { ...response, outcome: verdict, ...(reason ?? noReason) });
  publishReport(draft, { ...report, receivedAt: draft.stamp }, metadata, "DOCUMENT_DOCCHECK_REPORT_RECEIVED");
  emitCheckUpdate(draft, report.verdict);
  planRecheck(draft, documentId);
  if (response.state === "CHECKING") concludeCheck(draft, responseId);
  // The client has approved the response before its check, which has its say when it refuses the account.
  else if (verdict === "invalid") repeatCheck(draft, responseId);
}

const reportOn = (draft: Draft, documentId: number): ReportRow | undefined =>
  draft.all("reports").findLast((report) => report.documentId === documentId && report.receivedAt !== null);

/** The bank check is repeated a year after the last report. */
export function planRecheck(draft: Draft, documentId: number): void {
  draft.cancel(documentId, "RECHECK");
  const report = reportOn(draft, documentId);
  const last = report?.refreshedAt ?? report?.receivedAt;
  const { evidences } = draft.existing("documents", documentId);
  if (last && evidences.some(({ id }) => id === report?.evidenceId))
    draft.schedule(
      "RECHECK",
      Math.max(addMonths(parse(last), draft.configuration.practice.bankRecheckMonths), draft.now + second),
      documentId,
    );
}

function publishReport(draft: Draft, report: ReportRow, metadata: EvidenceRow["metadata"], event: EventName): void {
  const { reportId, documentId, evidenceId } = report;
  const document = draft.existing("documents", documentId);
  const evidences = document.evidences.map((evidence) =>
    evidence.id === evidenceId ? { ...evidence, metadata } : evidence,
  );
  draft.put("documents", { ...document, evidences });
  draft.put("reports", report);
  draft.emit(event, { documentId }, { reportId, verified: metadata.verified });
}

function emitCheckUpdate(draft: Draft, verdict: ReportRow["verdict"]): void {
  if (!draft.thirdparty.internal.monitoring.DOCCHECK.active) return;
  updateMonitoring(draft, "DOCCHECK", { lastUpdate: draft.stamp });
  draft.emit("THIRD_PARTY_DOCCHECK_UPDATED", {}, { verdict });
}

/** A forced outcome needs a valid IBAN, and the last response without a decision of the client. */
export function canRecheck(draft: Draft, { documentId, evidences }: DocumentRow, forced?: Outcome): boolean {
  const form = evidences.find(({ id }) => id === reportOn(draft, documentId)?.evidenceId);
  if (!form || forced === undefined) return form !== undefined;
  const last = responsesTo(draft, documentId).at(-1);
  if (last?.responseId !== form.responseId || last.decision || bankCheckOf(draft, form, forced).verdict !== forced)
    return false;
  return last.state === "ACCEPTED" || last.state === "WAITING" || (last.state === "DENIED" && forced === "invalid");
}

/** Refreshes the report; another verdict, or a forced one, repeats the check of the response. */
export function recheck(draft: Draft, documentId: number, forced?: Outcome): void {
  const document = draft.get("documents", documentId);
  const report = reportOn(draft, documentId);
  const form = document?.evidences.find(({ id }) => id === report?.evidenceId);
  if (!document || document.internal.stopped || !report || !form) return;
  const response = draft.existing("responses", form.responseId);
  if (forced) draft.put("responses", { ...response, outcome: forced, chosen: true });
  draft.actor = bankVerification;
  const check = checkForm(draft, form);
  const { metadata, reason } = check;
  const { verdict: from } = report;
  const to = reportVerdict(check);
  // An account that was verified, and no longer is, can be relied on no more.
  const isLost = !forced && form.metadata.verified === "true" && metadata.verified === "false";
  const verdict = isLost ? "invalid" : check.verdict;
  const refreshed = { ...report, verdict: to, refreshedAt: draft.stamp };
  publishReport(draft, refreshed, metadata, "DOCUMENT_DOCCHECK_REPORT_REFRESHED");
  if (to !== from) {
    draft.emit("DOCUMENT_DOCCHECK_STATUS_UPDATE", { documentId }, { from, to });
    emitCheckUpdate(draft, to);
  }
  planRecheck(draft, documentId);
  if (forced ? forced === response.outcome : to === from || !canMove(draft, response, verdict)) return;
  const judged = draft.existing("responses", response.responseId);
  draft.put("responses", { ...judged, outcome: verdict, ...(reason ?? noReason) });
  repeatCheck(draft, response.responseId);
}

/** A new verdict moves only the current response, and not one that is as good already, or that the client rejected. */
function canMove(draft: Draft, response: ResponseRow, verdict: Outcome): boolean {
  const { documentId, responseId, state, decision } = response;
  if (responsesTo(draft, documentId).at(-1)?.responseId !== responseId) return false;
  if (state === "DENIED") return verdict === "valid" && decision === null;
  return state === "WAITING" || (state === "ACCEPTED" && verdict !== "valid");
}

function canConclude(draft: Draft, response: ResponseRow, forced: Outcome | undefined): boolean {
  if (response.state !== "CHECKING") return false;
  if (!isBankDocument(draft.configuration, draft.existing("documents", response.documentId))) return true;
  const form = formOf(draft, response);
  return form !== undefined && (forced === undefined || bankCheckOf(draft, form, forced).verdict === forced);
}

/** Submits a response, unless a running check can have the forced outcome. */
function ensureResponse(draft: Draft, documentId: number, forced?: Outcome): Refusal | null {
  const running = undecided(draft, documentId);
  if (running && canConclude(draft, running, forced)) return null;
  draft.actor = actors.thirdparty;
  const refusal = respondToDocument(draft, documentId, { outcome: forced ?? "valid" });
  if (!refusal || forced) return refusal;
  // A company without a bank account cannot pass the bank check, so the outcome is left open.
  respondToDocument(draft, documentId, {});
  return null;
}

/** Submits a response if there is none to check, and concludes its check at once. */
export function respondAndCheck(draft: Draft, documentId: number, forced?: Outcome): Refusal | null {
  const refusal = ensureResponse(draft, documentId, forced);
  if (refusal) return refusal;
  const response = undecided(draft, documentId);
  if (!response) return null;
  if (forced) draft.put("responses", { ...response, outcome: forced, chosen: true });
  else if (response.outcome === "pending") draft.put("responses", { ...response, chosen: false });
  cancelCheck(draft, response.responseId);
  verifyResponse(draft, response.responseId);
  receiveReport(draft, response.responseId);
  return null;
}
