import type { z } from "zod";
import type { Chance } from "../../directory/chance.ts";
import type { OddFile } from "../../directory/made-companies.ts";
import { sentBy } from "../../directory/test-identifiers.ts";
import { documentType } from "../configuration.ts";
import { hasProof } from "../document/company-habits.ts";
import { drawFile } from "../document/draw-file.ts";
import { applyValues, fillForm, valuesIn } from "../document/forms.ts";
import type { Draft } from "../draft.ts";
import { keysOf, pick } from "../fields.ts";
import { invalidValues, type Refusal, wrongValue } from "../refusal.ts";
import type { DocumentRow, Outcome } from "../rows.ts";
import { terms } from "../terms.ts";
import { amountOf } from "../thirdparty/attributes.ts";
import { contactName, respondentOf } from "../thirdparty/contacts.ts";
import { addMonths, dayOf, endOfDay, format, parse } from "../time.ts";
import { v5 } from "../uuid.ts";
import { checkBank, compact } from "./bank-check.ts";
import { issuedOn } from "./contradictions.ts";
import { type Defect, type EvidenceRow, FileSubject, FormSubject, Seat } from "./evidence.ts";
import { rowsOfUpload, type Upload } from "./upload.ts";

export interface Supplied {
  outcome?: Outcome;
  /** What is wrong with the paper; a person sees it. */
  defect?: Defect;
  /** Whether it waits for the user, so that no person of the client decides on it. */
  left?: true | undefined;
  issueDate?: string;
  formdata?: Record<string, string | number | boolean>;
  file?: Upload;
}

export interface Origin {
  draft: Draft;
  document: DocumentRow;
  evidenceId: number;
  responseId: number;
  chance: Chance;
  issueDate: string;
}

type Judged = { evidence: EvidenceRow; outcome: Outcome };

/** Validity ends with the last day of the term. */
const expiryOf = (issueDate: string, months: number | null): string | null =>
  months === null ? null : format(endOfDay(dayOf(addMonths(parse(issueDate), months))));

function provenanceOf({ draft, document, evidenceId, responseId, issueDate }: Origin) {
  const { months, issuer, transmitter } = documentType(draft.configuration, document.documentCode);
  return {
    id: evidenceId,
    responseId,
    uploadDate: draft.stamp,
    expirationDate: expiryOf(issueDate, months),
    issuer,
    transmitter: draft.actor.type === "THIRD_PARTY" ? ("FOURNISSEUR" as const) : transmitter,
    metadata: {},
  };
}

const seatFields = keysOf(Seat);

/** The data that a PDF can show, as it is at submission: of the third party, of its account and of the document. */
function subjectOf<S extends z.ZodObject>(schema: S) {
  const fields = keysOf(schema);
  return ({ draft: { thirdparty, configuration }, document }: Origin, expirationDate: string | null) => {
    const { documentName, documentCode } = document;
    const { bank, greffe, sanctioned, struckOffOn, monitoring } = thirdparty.internal;
    const { scorecardOf } = documentType(configuration, documentCode);
    const score = scorecardOf ? monitoring[scorecardOf].score : undefined;
    const { iban, bic, bankName } = bank ?? { iban: null, bic: null, bankName: null };
    const [head] = thirdparty.establishments;
    const seat = head && pick(head, seatFields);
    const others = { iban, bic, bankName, greffe, sanctioned, struckOffOn, score, documentName, expirationDate, seat };
    const subject: Record<string, unknown> = {};
    for (const field of fields) subject[field] = (Object.hasOwn(others, field) ? others : thirdparty)[field as never];
    return subject as z.output<S>;
  };
}
const formSubject = subjectOf(FormSubject);
const fileSubject = subjectOf(FileSubject.omit({ defect: true, sent: true }));

const privateFields = ({ document, evidenceId, issueDate }: Origin) => ({
  issueDate,
  reference: `${document.documentCode}-${evidenceId}`,
});

/** A form with the supplied values, completed with plausible ones; the bank check of an IBAN form gives the outcome. */
export function formEvidence(origin: Origin, supplied: Supplied, outcome: Outcome): Judged | Refusal<400> {
  const { draft, document, chance, issueDate } = origin;
  const { documentCode } = document;
  const { formdata = {} } = supplied;
  const ibanKey = draft.configuration.forms.get(documentCode)?.find(({ type }) => type === "iban")?.key ?? "iban";
  const iban = Object.hasOwn(formdata, ibanKey) ? { iban: compact(String(formdata[ibanKey])) } : {};
  const respondent = { ...draft.thirdparty, bank: draft.thirdparty.internal.bank };
  const purchases = amountOf(draft);
  const issued = (code: string) => issuedOn(draft, code, issueDate);
  // A company that has no such piece may have supplied one all the same.
  const proofs = {
    issued,
    proves: (code: string) => hasProof(draft.configuration, draft.thirdparty, code) || issued(code) !== undefined,
  };
  const { configuration } = draft;
  const known = respondentOf(draft);
  const contact = known && { name: contactName(known), email: known.email };
  const context = { configuration, today: issueDate, outcome, purchases, contact, ...proofs, ...iban };
  const filled = fillForm(documentCode, respondent, chance, context);
  const values = applyValues(configuration, documentCode, formdata, filled);
  if ("violations" in values) {
    const wrong = values.violations.map(({ key, expected, received }) => ({
      ...wrongValue(`/formdata/${key}`, expected, undefined),
      received,
    }));
    return invalidValues("The form does not take these answers.", wrong);
  }
  const provenance = provenanceOf(origin);
  const subject = formSubject(origin, provenance.expirationDate);
  const evidence: EvidenceRow = {
    ...provenance,
    format: "FORMULAIRE",
    formdata: values.formdata,
    internal: { ...privateFields(origin), upload: null, subject },
  };
  if (documentType(configuration, documentCode).check !== "bank") return { evidence, outcome };
  const { verdict } = bankCheckOf(draft, evidence, supplied.outcome);
  if (verdict === (supplied.outcome ?? verdict)) return { evidence, outcome: verdict };
  const because = `/outcome cannot be ${supplied.outcome}: the account number is wrong, or none is known.`;
  const violation = wrongValue("/outcome", "invalid or pending", supplied.outcome, because);
  return invalidValues("No bank knows this account.", [violation]);
}

/** What a screening reports follows from its outcome. */
const hasMatch = (
  { document: { documentCode }, draft: { thirdparty, configuration } }: Origin,
  outcome: Outcome,
): boolean =>
  documentType(configuration, documentCode).screening && outcome !== "pending"
    ? outcome === "invalid" || outcome === "review"
    : thirdparty.internal.sanctioned;

/** What the third party sends in place of a PDF; a register and a data provider send what they should. */
export function oddFileOf({ actor, thirdparty }: Draft): OddFile | undefined {
  const sent = actor.type === "THIRD_PARTY" ? sentBy(thirdparty.siren) : undefined;
  return sent === "SEVERAL" ? undefined : sent;
}

/** An uploaded file, whose bytes are stored, or one that the sandbox produces at each download. */
export function fileEvidence(origin: Origin, { file, defect }: Supplied, outcome: Outcome): EvidenceRow {
  const { draft, document, evidenceId, chance, issueDate } = origin;
  const fileUUID = v5(String(evidenceId));
  const sent = file ? undefined : oddFileOf(draft);
  const { fileName, fileSize } = file
    ? { fileName: file.fileName, fileSize: file.size }
    : drawFile(draft.configuration, document.documentCode, draft.thirdparty, chance, issueDate, sent);
  const { thirdpartyId } = document;
  for (const row of file ? rowsOfUpload({ fileUUID, thirdpartyId }, file) : []) draft.put("files", row);
  const provenance = provenanceOf(origin);
  const isImage = file ? /^image\//i.test(file.contentType) : sent === "PHOTO" || sent === "LARGE";
  const scanned = isImage || (provenance.transmitter === "FOURNISSEUR" && chance.bool(terms.scannedShare));
  const content = file
    ? { upload: { contentType: file.contentType }, subject: null }
    : {
        upload: null,
        subject: {
          ...fileSubject(origin, provenance.expirationDate),
          sanctioned: hasMatch(origin, outcome),
          ...(defect && { defect }),
          ...(sent && { sent }),
        },
      };
  return {
    ...provenance,
    format: scanned ? "COPIENUMERIQUE" : "ORIGINALNUMERIQUE",
    fileUUID,
    fileName,
    fileSize,
    internal: { ...privateFields(origin), ...content },
  };
}

/** The answers by key; a form of the account's own may give other keys to the IBAN and to the holder. */
function accountValues(evidence: EvidenceRow, companyName: string): Record<string, string> {
  const answers = "formdata" in evidence ? evidence.formdata : [];
  const iban = answers.find(({ type }) => type === "iban")?.value;
  return { ...(iban !== undefined && { iban, titulaire_compte: companyName }), ...valuesIn(evidence) };
}

const accountIn = ({ iban, pays_banque = "", code_routage = "", numero_compte = "" }: Record<string, string>) =>
  iban === undefined ? { local: { country: pays_banque, routing: code_routage, number: numero_compte } } : { iban };

/** The result of the bank check for the account on a form; a forced outcome replaces it where the IBAN allows. */
export function bankCheckOf(draft: Draft, evidence: EvidenceRow, forced?: Outcome) {
  const values = accountValues(evidence, draft.thirdparty.name);
  return checkBank({
    ...accountIn(values),
    holder: values.titulaire_compte ?? "",
    bic: values.bic ?? "",
    companyName: draft.thirdparty.name,
    companyCountry: draft.thirdparty.addressCountryCode,
    day: dayOf(draft.now),
    ...(forced && { forced }),
  });
}
