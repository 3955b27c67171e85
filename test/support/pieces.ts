import type { EvidenceRow } from "../../src/domain/evidence.ts";
import { proofOf } from "../../src/domain/practices.ts";
import type { DocumentRow, ThirdpartyRow } from "../../src/domain/rows.ts";
import type { Check, Look } from "./look.ts";
import { formOf, isAssociation, isFrench, isSoleTrader } from "./look.ts";

/** The invariants of what pieces say of their company, and of each other. */

/** The pieces that the checks or the client accepted: a third party may claim anything. */
function* acceptedPieces({ state, companies }: Look) {
  const accepted = new Set(state.responses.filter((row) => row.state === "ACCEPTED").map((row) => row.responseId));
  for (const document of state.documents) {
    const company = companies.get(document.thirdpartyId) as ThirdpartyRow;
    for (const evidence of document.evidences)
      if (accepted.has(evidence.responseId)) yield { document, company, evidence };
  }
}

const isCurrent = ({ lastUpdateDate }: ThirdpartyRow, { uploadDate }: EvidenceRow) => lastUpdateDate <= uploadDate;
const isBuilder = ({ activityCode }: ThirdpartyRow) => /^4[123]/.test(activityCode ?? "");

const unfit: Record<string, (company: ThirdpartyRow) => boolean> = {
  KBIS: (company) => isSoleTrader(company) || isAssociation(company) || !isFrench(company),
  EXTRAIT_LOCAL: isFrench,
  RNE: (company) => isAssociation(company) || !isFrench(company),
  ATT_URSSAF: (company) => !isFrench(company),
  ATT_FISCALE: (company) => !isFrench(company),
  LNTE: (company) => !isFrench(company),
  ASLNC: (company) => !isFrench(company),
  ASS_DECENNALE: (company) => !isBuilder(company),
  ATT_CIBTP: (company) => !isBuilder(company) || !isFrench(company),
  CARTE_BTP: (company) => !isBuilder(company),
  STATUTS: isSoleTrader,
  RBE: isSoleTrader,
};
function* fittingDocuments({ state, companies }: Look) {
  for (const { documentId, documentCode, thirdpartyId } of state.documents) {
    const company = companies.get(thirdpartyId) as ThirdpartyRow;
    if (unfit[documentCode]?.(company)) yield `${documentId}: ${documentCode} of ${company.name}`;
  }
}

/** Forms and produced files give the number of employees that the API shows. */
function* headCounts(look: Look) {
  for (const { document, company, evidence } of acceptedPieces(look)) {
    const { documentId, documentCode } = document;
    const { workforce } = company;
    const form = formOf(evidence);
    if (documentCode === "LNTE" && workforce === 0 && Number(form?.nombre_salaries ?? 0) > 0)
      yield `${documentId}: foreign workers in a company without employees`;
    if (!isCurrent(company, evidence)) continue;
    const { subject } = evidence.internal;
    const told = form
      ? form.effectif_total
      : subject && "workforce" in subject
        ? String(subject.workforce ?? "")
        : undefined;
    if (told !== undefined && told !== String(workforce ?? ""))
      yield `${documentId}: ${told} employees, and the company has ${workforce}`;
    if (Number(form?.nombre_salaries ?? 0) > (workforce ?? 0))
      yield `${documentId}: ${form?.nombre_salaries} foreign workers among ${workforce}`;
  }
}

function* seats(look: Look) {
  for (const { document, company, evidence } of acceptedPieces(look)) {
    const { subject } = evidence.internal;
    const [head] = company.establishments;
    if (!subject || !isCurrent(company, evidence)) continue;
    const { siret, addressLine1, addressCity } = subject.seat ?? {};
    if (siret !== head?.siret || addressLine1 !== head?.addressLine1 || addressCity !== head?.addressCity)
      yield `${document.documentId}: the seat is ${addressLine1}, ${addressCity}`;
  }
}

/** A questionnaire does not deny a certificate that was issued before it. */
function* certificates(look: Look) {
  const pieces = [...acceptedPieces(look)].filter(({ document }) => document.statusCode === "VALID");
  for (const { document, evidence } of pieces)
    for (const [key, value] of Object.entries(formOf(evidence) ?? {})) {
      const proof = proofOf(document.documentCode, key);
      const certified = pieces.some(
        (other) =>
          other.document.documentCode === proof &&
          other.document.thirdpartyId === document.thirdpartyId &&
          other.evidence.internal.issueDate < evidence.internal.issueDate,
      );
      if (value === "false" && certified) yield `${document.documentId}: ${key} is denied, and ${proof} is valid`;
    }
}

const iso = (day: string) => day.split("/").reverse().join("-");
/** Nothing is dated before the company exists or after now, but for births. */
function* dates(look: Look) {
  for (const { document, company, evidence } of acceptedPieces(look)) {
    const { issueDate } = evidence.internal;
    const today = look.now.slice(0, 10);
    if (issueDate > today) yield `${document.documentId}: issued on ${issueDate}`;
    const begin = company.dateCreation ?? "";
    if (!("formdata" in evidence) || issueDate < begin) continue;
    for (const { key, type, value } of evidence.formdata)
      if (type === "date" && value !== "" && (iso(value) > today || (!key.includes("naissance") && iso(value) < begin)))
        yield `${document.documentId}: ${key} ${value}, and the company exists since ${begin}`;
  }
}

/** A screening that reports a match is valid only after a decision. */
function* screenings({ state }: Look) {
  const decided = new Set(state.responses.filter(({ decision }) => decision).map(({ responseId }) => responseId));
  for (const { documentId, documentCode, statusCode, evidences } of state.documents as DocumentRow[]) {
    const [newest] = evidences;
    const subject = newest?.internal.subject;
    const matches = subject && "sanctioned" in subject && subject.sanctioned;
    if (
      documentCode.startsWith("SCR_") &&
      statusCode === "VALID" &&
      matches &&
      !decided.has(newest?.responseId as number)
    )
      yield `${documentId}: valid, and it reports a match`;
  }
}

export const pieceChecks: Record<string, Check> = {
  "4 documents fit the company": fittingDocuments,
  "one head count": headCounts,
  "the seat is the seat": seats,
  "questionnaires agree with certificates": certificates,
  "nothing is dated before the company or after now": dates,
  "screenings report what their status says": screenings,
};
