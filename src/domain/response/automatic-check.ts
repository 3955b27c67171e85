import { isLiquidation } from "../../directory/kinds.ts";
import { type DocumentType, documentType, type Objection } from "../configuration.ts";
import { applyTransition, setStatus } from "../document/documents.ts";
import { valuesIn } from "../document/forms.ts";
import { isBankDocument } from "../document/live-documents.ts";
import type { Draft } from "../draft.ts";
import type { DocumentRow, ResponseRow } from "../rows.ts";
import { contradictionTo } from "./contradictions.ts";
import type { EvidenceRow } from "./evidence.ts";
import { bankCheckOf } from "./new-evidence.ts";
import { type Reason, why } from "./reasons.ts";
import { evidencesOf, expiryOfResponse, planExpiry } from "./responses.ts";

function namesWorkers(evidence: EvidenceRow): boolean {
  const { emploie_salaries_etrangers, nombre_salaries } = valuesIn(evidence);
  return emploie_salaries_etrangers === "true" || Number(nombre_salaries ?? 0) > 0;
}

/** Facts that refute an evidence, whatever its origin; the first that holds is named. */
const objections: Record<Objection, (draft: Draft, evidence: EvidenceRow) => boolean> = {
  STRUCK_OFF: ({ thirdparty }) => thirdparty.status === "STRUCK_OFF",
  LATE: ({ thirdparty: { internal: company } }, { internal }) =>
    company.struckOffOn !== undefined && internal.issueDate > company.struckOffOn,
  COLLECTIVE_PROCEDURE: ({ thirdparty }, { internal }) =>
    thirdparty.collectiveProcedure !== null && internal.issueDate >= thirdparty.collectiveProcedure.openingDate,
  WORKERS_WITHOUT_STAFF: ({ thirdparty }, evidence) => thirdparty.workforce === 0 && namesWorkers(evidence),
  STAFF_DENIED: ({ thirdparty }, evidence) =>
    (thirdparty.workforce ?? 0) > 0 && valuesIn(evidence).absence_salaries === "true",
  LIQUIDATION: ({ thirdparty: { collectiveProcedure: procedure } }, { internal }) =>
    procedure !== null && isLiquidation(procedure) && internal.issueDate >= procedure.openingDate,
  NO_ACCOUNT: (_, { internal: { subject } }) => subject !== null && "iban" in subject && subject.iban === null,
};
const objectionNames = Object.keys(objections) as Objection[];

/** Only a data provider reports on a company after its end. */
const isOpenTo = ({ kind, objections }: DocumentType, name: Objection): boolean =>
  objections.includes(name) || (name === "LATE" && kind !== "SOURCE");

/** The newest form counts, as in the bank check. */
function isWrongAccount(draft: Draft, document: DocumentRow, evidences: readonly EvidenceRow[]): boolean {
  const form = evidences.find((evidence) => "formdata" in evidence);
  if (!isBankDocument(draft.configuration, document) || !form) return false;
  return bankCheckOf(draft, form).verdict === "invalid";
}

export function objectionTo(draft: Draft, document: DocumentRow, response: ResponseRow): Reason | null {
  const evidences = evidencesOf(document, response);
  if (isWrongAccount(draft, document, evidences)) return why("WRONG_ACCOUNT_NUMBER");
  const type = documentType(draft.configuration, document.documentCode);
  const objection = objectionNames.find(
    (name) => isOpenTo(type, name) && evidences.some((evidence) => objections[name](draft, evidence)),
  );
  if (objection) return why(objection);
  if (expiryOfResponse(document, response) < draft.now) return why("DOCUMENT_EXPIRED");
  const [newest] = evidences;
  return newest ? contradictionTo(draft, document, newest) : null;
}

export function concludeCheck(draft: Draft, responseId: number): void {
  const response = draft.get("responses", responseId);
  if (response?.state !== "CHECKING") return;
  const document = draft.existing("documents", response.documentId);
  const objection = objectionTo(draft, document, response);
  const outcome = objection ? "invalid" : response.outcome;
  const { reason, reasonCode } = objection ?? response;
  if (outcome === "valid") {
    planExpiry(draft, draft.put("responses", { ...response, state: "ACCEPTED" }));
    applyTransition(draft, document.documentId, "pass", { responseId });
  } else if (outcome === "review") {
    planExpiry(draft, draft.put("responses", { ...response, state: "WAITING" }));
    applyTransition(draft, document.documentId, "review", { responseId, reason, reasonCode });
  } else {
    draft.cancel(document.documentId, "EXPIRE");
    draft.put("responses", { ...response, outcome: "invalid", reason, reasonCode, state: "DENIED" });
    applyTransition(draft, document.documentId, "fail", { responseId, reason, reasonCode });
  }
}

/** A check that has given no result leaves the judgment to the client. */
export function timeOutCheck(draft: Draft, responseId: number): void {
  const response = draft.get("responses", responseId);
  if (response?.state !== "CHECKING" || response.outcome !== "pending") return;
  const reason = why("NO_RESULT");
  planExpiry(draft, draft.put("responses", { ...response, state: "WAITING", ...reason }));
  applyTransition(draft, response.documentId, "review", { responseId, ...reason });
}

export function repeatCheck(draft: Draft, responseId: number): void {
  const response = draft.put("responses", { ...draft.existing("responses", responseId), state: "CHECKING" });
  setStatus(draft, response.documentId, "ONGOING", { cause: "VERIFY", responseId });
  concludeCheck(draft, responseId);
}
