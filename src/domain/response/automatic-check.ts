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
import { evidencesOf, expiryOfResponse, planExpiry } from "./responses.ts";

function namesWorkers(evidence: EvidenceRow): boolean {
  const { emploie_salaries_etrangers, nombre_salaries } = valuesIn(evidence);
  return emploie_salaries_etrangers === "true" || Number(nombre_salaries ?? 0) > 0;
}

/** Facts that refute an evidence, whatever its origin; the first that holds is named. */
const objections: Record<Objection, { holds: (draft: Draft, evidence: EvidenceRow) => boolean; why: string }> = {
  STRUCK_OFF: {
    holds: ({ thirdparty }) => thirdparty.status === "STRUCK_OFF",
    why: "the company is struck off the register",
  },
  LATE: {
    holds: ({ thirdparty: { internal: company } }, { internal }) =>
      company.struckOffOn !== undefined && internal.issueDate > company.struckOffOn,
    why: "it was issued after the company was struck off the register",
  },
  COLLECTIVE_PROCEDURE: {
    holds: ({ thirdparty }, { internal }) =>
      thirdparty.collectiveProcedure !== null && internal.issueDate >= thirdparty.collectiveProcedure.openingDate,
    why: "no tax certificate is issued during a collective procedure",
  },
  WORKERS_WITHOUT_STAFF: {
    holds: ({ thirdparty }, evidence) => thirdparty.workforce === 0 && namesWorkers(evidence),
    why: "the company employs nobody, and the list names foreign workers",
  },
  STAFF_DENIED: {
    holds: ({ thirdparty }, evidence) =>
      (thirdparty.workforce ?? 0) > 0 && valuesIn(evidence).absence_salaries === "true",
    why: "the company has employees, and the statement says that it has none",
  },
  LIQUIDATION: {
    holds: ({ thirdparty: { collectiveProcedure: procedure } }, { internal }) =>
      procedure !== null && isLiquidation(procedure) && internal.issueDate >= procedure.openingDate,
    why: "no certificate of contributions is issued to a company in liquidation",
  },
  NO_ACCOUNT: {
    holds: (_, { internal: { subject } }) => subject !== null && "iban" in subject && subject.iban === null,
    why: "it shows no account",
  },
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

export function objectionTo(draft: Draft, document: DocumentRow, response: ResponseRow): string | null {
  const evidences = evidencesOf(document, response);
  if (isWrongAccount(draft, document, evidences)) return "the account number has a wrong key, or none is given";
  const type = documentType(draft.configuration, document.documentCode);
  const objection = objectionNames.find(
    (name) => isOpenTo(type, name) && evidences.some((evidence) => objections[name].holds(draft, evidence)),
  );
  if (objection) return objections[objection].why;
  if (expiryOfResponse(document, response) < draft.now) return "the piece has expired";
  const [newest] = evidences;
  return newest ? contradictionTo(draft, document, newest) : null;
}

export function concludeCheck(draft: Draft, responseId: number): void {
  const response = draft.get("responses", responseId);
  if (response?.state !== "CHECKING") return;
  const document = draft.existing("documents", response.documentId);
  const objection = objectionTo(draft, document, response);
  const outcome = objection ? "invalid" : response.outcome;
  const reason = objection ?? response.reason;
  if (outcome === "valid") {
    draft.put("responses", { ...response, state: "ACCEPTED" });
    planExpiry(draft, response);
    applyTransition(draft, document.documentId, "pass", { responseId });
  } else if (outcome === "review") {
    draft.put("responses", { ...response, state: "WAITING" });
    applyTransition(draft, document.documentId, "review", { responseId, reason });
  } else {
    draft.put("responses", { ...response, outcome: "invalid", reason, state: "DENIED" });
    applyTransition(draft, document.documentId, "fail", { responseId, reason });
  }
}

/** A check that has given no result leaves the judgment to the client. */
export function timeOutCheck(draft: Draft, responseId: number): void {
  const response = draft.get("responses", responseId);
  if (response?.state !== "CHECKING" || response.outcome !== "pending") return;
  const reason = "the check gave no result";
  draft.put("responses", { ...response, state: "WAITING", reason });
  applyTransition(draft, response.documentId, "review", { responseId, reason });
}

export function repeatCheck(draft: Draft, responseId: number): void {
  const response = draft.put("responses", { ...draft.existing("responses", responseId), state: "CHECKING" });
  setStatus(draft, response.documentId, "ONGOING", { cause: "VERIFY", responseId });
  concludeCheck(draft, responseId);
}
