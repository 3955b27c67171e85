import { checkBank, compact } from "./bank-check.ts";
import { documentType } from "./configuration.ts";
import { whyNotAnswerable } from "./documents.ts";
import type { Draft } from "./draft.ts";
import { drawFile } from "./draw-file.ts";
import type { EvidenceRow } from "./evidence.ts";
import { answersIn, applyAnswers, fieldsOf, fillForm } from "./forms.ts";
import { bodyViolation, invalid, type Refusal } from "./refusal.ts";
import { type Submission, submitAnswer, undecided } from "./responses.ts";
import type { DocumentRow, Outcome, ThirdpartyRow } from "./rows.ts";
import { addMonths, day, dayOf, endOfDay, format, parse } from "./time.ts";
import { v5 } from "./uuid.ts";

export interface Asked {
  outcome?: Outcome;
  issueDate?: string;
  formdata?: Record<string, string | number | boolean>;
  file?: { fileName: string; bytes: Uint8Array; contentType: string };
}

const expiry = (issueDate: string, months: number | null): string | null =>
  months === null ? null : format(endOfDay(dayOf(addMonths(parse(issueDate), months))));

/** How a piece usually fares: what the platform can judge passes, what a person must judge waits. */
function usualOutcome(draft: Draft, document: DocumentRow, key: number): Outcome {
  const type = documentType(document.documentCode);
  if (document.documentCode.startsWith("SCR_"))
    return draft.thirdparty.internal.sanctioned && document.documentCode === "SCR_SANCTIONS" ? "invalid" : "valid";
  if (type.check === "client") return "review";
  // What a register or a provider hands over itself is in order.
  if (draft.actor.type === "PLATFORM" || draft.actor.type === "PROVIDER") return "valid";
  return draft.surroundings.chance("outcome", key).weighted([
    ["valid", 92],
    ["review", 5],
    ["invalid", 3],
  ] as const);
}

/** What names a company on the PDF of its form. */
const namesOf = ({ name, siret, localId, duns }: ThirdpartyRow) => ({ name, siret, localId, duns });

/** All that a file can show of a company, as it is on this day. */
function portraitOf(thirdparty: ThirdpartyRow) {
  const { bank, greffe, sanctioned } = thirdparty.internal;
  return {
    ...namesOf(thirdparty),
    acronym: thirdparty.acronym,
    siren: thirdparty.siren,
    tva: thirdparty.tva,
    legalCategoryLabel: thirdparty.legalCategoryLabel,
    activityCode: thirdparty.activityCode,
    activityLabel: thirdparty.activityLabel,
    ceo: thirdparty.ceo,
    executives: thirdparty.executives,
    capital: thirdparty.capital,
    capitalCurrency: thirdparty.capitalCurrency,
    workforce: thirdparty.workforce,
    dateCreation: thirdparty.dateCreation,
    addressLine1: thirdparty.addressLine1,
    addressLine2: thirdparty.addressLine2,
    addressPostCode: thirdparty.addressPostCode,
    addressCity: thirdparty.addressCity,
    addressCountryCode: thirdparty.addressCountryCode,
    collectiveProcedure: thirdparty.collectiveProcedure,
    greffe,
    sanctioned,
    iban: bank?.iban ?? null,
    bic: bank?.bic ?? null,
    bankName: bank?.bankName ?? null,
  };
}

const reasons: Record<Outcome, string | null> = {
  valid: null,
  review: "to be judged by the client",
  invalid: "the piece does not fit the company",
  pending: null,
};

/** An answer as the third party, a register or a provider would give it. */
export function answerDocument(draft: Draft, documentId: number, asked: Asked): Refusal | null {
  const document = draft.the("documents", documentId);
  const frozen = whyNotAnswerable(draft, document);
  if (frozen) return frozen;
  const type = documentType(document.documentCode);
  const evidenceId = draft.nextId("evidenceId");
  const responseId = undecided(draft, documentId)?.responseId ?? draft.nextId("responseId");
  const chance = draft.surroundings.chance("answer", evidenceId);
  const isForm = asked.formdata !== undefined || (type.kind === "FORM" && !asked.file);
  // A form is written, and a source is asked, on the day itself; a file was issued some days before somebody sends it.
  const age =
    isForm || type.kind === "SOURCE" ? 0 : chance.int(0, type.months === null ? 400 : Math.min(20, type.months * 5));
  const issueDate = asked.issueDate ?? dayOf(draft.now - age * day);
  if (issueDate > dayOf(draft.now))
    return invalid("VALIDATION_ERROR", "A piece cannot be issued in the future.", [
      bodyViolation(
        "/issueDate",
        "VALIDATION_ERROR",
        "/issueDate must not be after today.",
        `a day up to ${dayOf(draft.now)}`,
        issueDate,
      ),
    ]);
  const company = { ...draft.thirdparty, bank: draft.thirdparty.internal.bank };
  if (isForm && !fieldsOf(document.documentCode))
    return invalid("VALIDATION_ERROR", `${document.documentCode} is answered by a file, not by a form.`, [
      bodyViolation(
        "/formdata",
        "VALIDATION_ERROR",
        "/formdata does not go with this document; send a file, or {}.",
        "no formdata",
        asked.formdata,
      ),
    ]);

  // Whoever wants it now, a screening comes from the partner.
  if (type.kind === "SOURCE") draft.actor = { type: "PROVIDER", name: "screening" };
  const expirationDate = expiry(issueDate, type.months);
  const shown = { documentName: document.documentName, expirationDate };
  const behind = { issueDate, reference: `${document.documentCode}-${evidenceId}` };
  const provenance = {
    id: evidenceId,
    responseId,
    uploadDate: draft.stamp,
    expirationDate,
    issuer: type.issuer,
    transmitter: draft.actor.type === "THIRD_PARTY" ? ("FOURNISSEUR" as const) : type.transmitter,
    metadata: {},
  };
  let outcome = asked.outcome ?? usualOutcome(draft, document, evidenceId);
  let evidence: EvidenceRow;
  if (isForm) {
    const named = asked.formdata?.iban;
    const filled = fillForm(document.documentCode, company, chance, {
      today: issueDate,
      outcome,
      ...(named !== undefined && { iban: compact(String(named)) }),
    });
    const answers = applyAnswers(document.documentCode, asked.formdata ?? {}, filled);
    if ("violations" in answers)
      return invalid(
        "VALIDATION_ERROR",
        "The form does not take these answers.",
        answers.violations.map(({ key, expected, received }) =>
          bodyViolation(
            `/formdata/${key}`,
            "VALIDATION_ERROR",
            `/formdata/${key} must be ${expected}.`,
            expected,
            received,
          ),
        ),
      );
    const internal = { ...behind, upload: null, subject: { ...shown, ...namesOf(draft.thirdparty) } };
    evidence = { ...provenance, format: "FORMULAIRE", issuer: "FOURNISSEUR", formdata: answers.formdata, internal };
    if (type.check === "bank") {
      const { verdict } = bankCheckOf(draft, evidence, asked.outcome);
      if (verdict !== (asked.outcome ?? verdict))
        return invalid("VALIDATION_ERROR", "No bank knows this account.", [
          bodyViolation(
            "/outcome",
            "VALIDATION_ERROR",
            `/outcome cannot be ${asked.outcome}: the IBAN has a wrong key, or none is known.`,
            "invalid or pending",
            asked.outcome,
          ),
        ]);
      outcome = verdict;
    }
  } else {
    const fileUUID = v5(String(evidenceId));
    const { fileName, fileSize } = asked.file
      ? { fileName: asked.file.fileName, fileSize: asked.file.bytes.length }
      : drawFile(document.documentCode, company, chance, issueDate);
    if (asked.file)
      draft.put("files", {
        fileUUID,
        thirdpartyId: document.thirdpartyId,
        contentType: asked.file.contentType,
        base64: Buffer.from(asked.file.bytes).toString("base64"),
      });
    const scanned = provenance.transmitter === "FOURNISSEUR" && chance.bool(0.3);
    const internal = asked.file
      ? { ...behind, upload: { contentType: asked.file.contentType }, subject: null }
      : { ...behind, upload: null, subject: { ...shown, ...portraitOf(draft.thirdparty) } };
    evidence = {
      ...provenance,
      format: scanned ? "COPIENUMERIQUE" : "ORIGINALNUMERIQUE",
      fileUUID,
      fileName,
      fileSize,
      internal,
    };
  }
  const submission: Submission = {
    evidences: [evidence],
    outcome,
    chosen: asked.outcome !== undefined,
    reason: reasons[outcome],
    responseId,
  };
  submitAnswer(draft, documentId, submission);
  return null;
}

/** What the providers of bank data say of the account on a form, or what somebody chose that they say. */
export function bankCheckOf(draft: Draft, evidence: EvidenceRow, wanted?: Outcome) {
  const answers = answersIn(evidence);
  return checkBank({
    iban: answers.iban ?? "",
    holder: answers.titulaire_compte ?? "",
    bic: answers.bic ?? "",
    companyName: draft.thirdparty.name,
    companyCountry: draft.thirdparty.addressCountryCode,
    day: dayOf(draft.now),
    ...(wanted && { wanted }),
  });
}
