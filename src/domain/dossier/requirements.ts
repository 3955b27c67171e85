import { nearest } from "../../../contract/nearest.ts";
import { givesIban } from "../../directory/banks.ts";
import { isAssociation, isFrench, isSoleTrader } from "../../directory/kinds.ts";
import type { CompanyKind, Configuration, DocumentType } from "../configuration.ts";
import { requestDocuments } from "../document/documents.ts";
import { liveDocumentsOf } from "../document/live-documents.ts";
import { stopDocument } from "../document/stopping.ts";
import type { Draft } from "../draft.ts";
import { bodyViolation, conflict, invalidValues, type Refusal } from "../refusal.ts";
import type { ThirdpartyRow } from "../rows.ts";
import { openDossiers } from "./open-dossiers.ts";

const isKind: Record<CompanyKind, (company: ThirdpartyRow) => boolean> = {
  ABROAD: (company) => !isFrench(company),
  IN_FRANCE: isFrench,
  SOLE_TRADER: isSoleTrader,
  ASSOCIATION: isAssociation,
  NO_BUILDER: ({ activityCode }) => !/^4[123]/.test(activityCode ?? ""),
  WITH_IBAN: ({ addressCountryCode }) => givesIban(addressCountryCode),
  WITHOUT_IBAN: ({ addressCountryCode }) => !givesIban(addressCountryCode),
};
type Unfit = DocumentType["unfit"][number];
const startsWith = (text: string | null, prefixes: readonly string[]) =>
  prefixes.some((prefix) => text?.startsWith(prefix));
/** Whether a company fits all that is said of the companies. */
function isAmong(company: ThirdpartyRow, unfit: Unfit): boolean {
  const { for: kind, countries, countriesNot, nafPrefixes, nafPrefixesNot, legalForms } = unfit;
  return (
    (!kind || isKind[kind](company)) &&
    (!countries || countries.includes(company.addressCountryCode)) &&
    !countriesNot?.includes(company.addressCountryCode) &&
    (!nafPrefixes || startsWith(company.activityCode, nafPrefixes)) &&
    !(nafPrefixesNot && startsWith(company.activityCode, nafPrefixesNot)) &&
    (!legalForms || startsWith(company.legalCategoryCode, legalForms))
  );
}

/** Why a company cannot have a document, with the one that is asked for instead. */
const misfitOf = ({ documentTypes }: Configuration, company: ThirdpartyRow, code: string) =>
  documentTypes.get(code)?.unfit.find((companies) => isAmong(company, companies));

export const canHave = (configuration: Configuration, company: ThirdpartyRow, code: string): boolean =>
  misfitOf(configuration, company, code) === undefined;

/** The document that a company is asked for where a dossier wants this one; none when it can have neither. */
function fittingDocument(configuration: Configuration, company: ThirdpartyRow, code: string): string | undefined {
  const misfit = misfitOf(configuration, company, code);
  return misfit ? misfit.instead : code;
}

/** What a free dossier asks for where nothing is named: the bank details, else the first that the company can have. */
export function usualDocument({ configuration, thirdparty }: Draft): string | undefined {
  const codes = [...configuration.documentTypes.keys()];
  const usual = codes.includes("RIB") ? fittingDocument(configuration, thirdparty, "RIB") : undefined;
  return usual ?? codes.find((code) => canHave(configuration, thirdparty, code));
}

export function requiredOf({ thirdparty, configuration }: Draft, typeCode: string): string[] {
  const { documents = [], also = [] } = configuration.dossierTypes.find(({ code }) => code === typeCode) ?? {};
  const adapted = documents.flatMap((code) => fittingDocument(configuration, thirdparty, code) ?? []);
  const added = also.filter((code) => canHave(configuration, thirdparty, code));
  return [...new Set([...adapted, ...added])];
}

export function unknownCodes(
  { documentTypes }: Configuration,
  codes: readonly string[],
  pointer: string,
): Refusal<400> | null {
  const known = [...documentTypes.keys()];
  const errors = codes.flatMap((code, index) => {
    if (documentTypes.has(code)) return [];
    const guess = nearest(code, known);
    const detail = `${code} is no document code${guess ? `; did you mean ${guess}?` : "."}`;
    const expected = `one of ${known.join(", ")}`;
    return [bodyViolation(`${pointer}/${index}`, "UNKNOWN_DOCUMENT_CODE", detail, expected, code)];
  });
  const detail = "Some document codes are not known; nothing was added.";
  return errors.length > 0 ? invalidValues(detail, errors) : null;
}

function unfitCodes(
  { thirdparty, configuration }: Draft,
  codes: readonly string[],
  pointer: string,
): Refusal<400> | null {
  const errors = codes.flatMap((code, index) => {
    const misfit = misfitOf(configuration, thirdparty, code);
    if (!misfit) return [];
    const { instead, because } = misfit;
    const detail = `${code} cannot be had: ${because}${instead ? `; ask for ${instead}` : ""}.`;
    return [bodyViolation(`${pointer}/${index}`, "UNFIT_DOCUMENT_CODE", detail, instead ?? "another document", code)];
  });
  const detail = `${thirdparty.name} cannot have some of these documents; nothing was added.`;
  return errors.length > 0 ? invalidValues(detail, errors) : null;
}

export const wrongCodes = (draft: Draft, codes: readonly string[], pointer: string): Refusal<400> | null =>
  unknownCodes(draft.configuration, codes, pointer) ?? unfitCodes(draft, codes, pointer);

/** Adds documents to a free dossier, except those that it asks for already; returns the ids of the added ones. */
export function addRequirements(draft: Draft, dossierId: number, codes: readonly string[]): number[] | Refusal {
  const { monitored, typed, dossierTypeCode } = draft.existing("dossiers", dossierId);
  if (!monitored) return conflict("DOSSIER_ARCHIVED", `Dossier ${dossierId} is archived; its documents are frozen.`);
  if (typed) {
    const detail = `Dossier ${dossierId} is of type ${dossierTypeCode}, whose list of documents is fixed; `;
    return conflict("DOSSIER_TYPED", `${detail}open a free dossier with requiredDocuments instead.`);
  }
  const refusal = wrongCodes(draft, codes, "/newRequiredDocuments");
  if (refusal) return refusal;
  const asked = new Set(liveDocumentsOf(draft, dossierId).map(({ documentCode }) => documentCode));
  const added = [...new Set(codes)].filter((code) => !asked.has(code));
  if (added.length === 0) return [];
  draft.emit("DOSSIER_DOCUMENTS_UPDATED", { dossierId }, { added });
  return requestDocuments(draft, dossierId, added);
}

export function withdrawRequirement(draft: Draft, documentId: number): void {
  const { dossierId, documentCode } = draft.existing("documents", documentId);
  draft.emit("DOSSIER_DOCUMENTS_UPDATED", { dossierId }, { removed: [documentCode] });
  stopDocument(draft, documentId, { withdrawn: true });
}

/** Asks for what a dossier of a type asks for now, and withdraws the rest, where its list is fixed. */
export function realignDossier(draft: Draft, dossierId: number, required: readonly string[]): void {
  const { dossierTypeCode, typed } = draft.existing("dossiers", dossierId);
  const live = liveDocumentsOf(draft, dossierId);
  const added = required.filter((code) => !live.some(({ documentCode }) => documentCode === code));
  const dropped = live.filter(({ documentCode }) => typed && !required.includes(documentCode));
  const removed = dropped.map(({ documentCode }) => documentCode);
  draft.emit("DOSSIER_TEMPLATE_UPDATED", { dossierId }, { dossierTypeCode });
  if (added.length + removed.length === 0) return;
  draft.emit("DOSSIER_DOCUMENTS_UPDATED", { dossierId }, { added, removed });
  for (const { documentId } of dropped) stopDocument(draft, documentId, { withdrawn: true });
  requestDocuments(draft, dossierId, added);
}

export function realignDossiers(draft: Draft, typeCode: string): void {
  const required = requiredOf(draft, typeCode);
  for (const { dossierId, dossierTypeCode } of openDossiers(draft))
    if (dossierTypeCode === typeCode) realignDossier(draft, dossierId, required);
}
