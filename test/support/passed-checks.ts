import { isIban } from "../../src/directory/banks.ts";
import { isLocalAccount } from "../../src/directory/local-banks.ts";
import type { State } from "../../src/domain/change.ts";
import { type DocumentType, documentType } from "../../src/domain/configuration.ts";
import type { EvidenceRow } from "../../src/domain/response/evidence.ts";
import type { DocumentRow, ResponseRow } from "../../src/domain/rows.ts";
import type { Look } from "./look.ts";

/** Nothing is valid without a passed check: bank details need a report, and a form needs its values. */

type Form = Extract<EvidenceRow, { formdata: unknown }>["formdata"];
function isAccount(form: Form): boolean {
  const iban = form.find(({ type }) => type === "iban");
  const valueOf = (wanted: string) => form.find(({ key }) => key === wanted)?.value ?? "";
  if (iban) return isIban(iban.value);
  return isLocalAccount({
    country: valueOf("pays_banque"),
    routing: valueOf("code_routage"),
    number: valueOf("numero_compte"),
  });
}

/** Reports that came, and responses whose report is still to come. */
const reportsIn = ({ reports, jobs }: State) => ({
  received: new Set(reports.flatMap(({ receivedAt, evidenceId }) => (receivedAt === null ? [] : evidenceId))),
  awaited: new Set(jobs.flatMap(({ kind, subjectId }) => (kind === "VERIFY" || kind === "RECEIVE" ? subjectId : []))),
});

function* uncheckedAccount(newest: EvidenceRow, response: ResponseRow, reports: ReturnType<typeof reportsIn>) {
  if (!("formdata" in newest)) {
    yield "valid bank details without a form";
    return;
  }
  if (!isAccount(newest.formdata)) yield "valid bank details with a wrong number";
  if (!reports.received.has(newest.id) && !reports.awaited.has(newest.responseId))
    yield "valid bank details that no bank has checked or will check";
  if (newest.metadata.verified === "false" && !response.decision)
    yield "valid bank details that the bank did not confirm, without a decision";
}

type Reports = ReturnType<typeof reportsIn>;
function* unchecked(type: DocumentType, document: DocumentRow, response: ResponseRow | undefined, reports: Reports) {
  const { documentCode, evidences } = document;
  const newest = evidences.find(({ responseId }) => responseId === response?.responseId);
  if (!response || !newest) {
    yield "valid without an accepted response";
    return;
  }
  const { decision, outcome } = response;
  if (decision ? decision.decision !== "APPROVED" : outcome !== "valid")
    yield `valid, and its check ended ${decision?.decision ?? outcome}`;
  const { kind, check } = type;
  if (kind === "FORM" && !("formdata" in newest) && !decision) yield "a file in place of a form that nobody looked at";
  const { subject } = newest.internal;
  if (documentCode === "RIB" && subject && !("iban" in subject && subject.iban)) yield "a valid RIB without an account";
  if (check === "bank") yield* uncheckedAccount(newest, response, reports);
}

export function* checkedPieces({ state, configuration }: Look) {
  const reports = reportsIn(state);
  const typeOf = ({ documentCode }: DocumentRow) => documentType(configuration, documentCode);
  const accepted = new Map(
    state.responses.filter((row) => row.state === "ACCEPTED").map((row) => [row.documentId, row]),
  );
  for (const document of state.documents)
    if (document.statusCode === "VALID" && !document.internal.stopped)
      for (const why of unchecked(typeOf(document), document, accepted.get(document.documentId), reports))
        yield `${document.documentId} ${document.documentCode}: ${why}`;
}
