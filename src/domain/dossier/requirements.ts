import { nearest } from "../../../contract/nearest.ts";
import { givesIban } from "../../directory/banks.ts";
import { isAssociation, isFrench, isSoleTrader } from "../../directory/kinds.ts";
import { documentTypes } from "../configuration.ts";
import { requestDocuments } from "../document/documents.ts";
import { liveDocumentsOf, openDossiers } from "../document/live-documents.ts";
import { stopDocument } from "../document/stopping.ts";
import type { Draft } from "../draft.ts";
import { bodyViolation, conflict, invalidValues, type Refusal } from "../refusal.ts";
import type { ThirdpartyRow } from "../rows.ts";

const isAbroad = (company: ThirdpartyRow) => !isFrench(company);
const isBuilder = ({ activityCode }: ThirdpartyRow) => /^4[123]/.test(activityCode ?? "");
const isNoBuilder = (company: ThirdpartyRow) => !isBuilder(company);
const hasIban = ({ addressCountryCode }: ThirdpartyRow) => givesIban(addressCountryCode);
const hasNoIban = (company: ThirdpartyRow) => !hasIban(company);
const forFrance = "it is a document of French law";
const inFrance = "it is for companies abroad";
const noIban = "the banks of its country give no IBAN";
const forBuilders = "the ten-year insurance is for construction (NAF 41 to 43)";

interface Substitute {
  code: string;
  when: (company: ThirdpartyRow) => boolean;
  /** The document that is asked for instead; null for none. */
  by: string | null;
  because: string;
}

const substitutes: Substitute[] = [
  { code: "KBIS", when: isAbroad, by: "EXTRAIT_LOCAL", because: "a company outside France has no Kbis" },
  { code: "KBIS", when: isSoleTrader, by: "RNE", because: "a sole trader has no Kbis" },
  { code: "KBIS", when: isAssociation, by: "STATUTS", because: "an association has no Kbis" },
  { code: "IBAN", when: hasNoIban, by: "COORD_BANC", because: noIban },
  { code: "RIB", when: hasNoIban, by: "COORD_BANC", because: noIban },
  { code: "COORD_BANC", when: hasIban, by: "IBAN", because: "the banks of its country give an IBAN" },
  { code: "ATT_URSSAF", when: isAbroad, by: "A1", because: "Urssaf certifies companies in France" },
  { code: "ATT_FISCALE", when: isAbroad, by: null, because: "the French tax office certifies companies in France" },
  { code: "ASS_DECENNALE", when: isNoBuilder, by: null, because: forBuilders },
  { code: "ATT_CIBTP", when: isNoBuilder, by: null, because: "the paid-leave fund is for construction (NAF 41 to 43)" },
  { code: "ATT_CIBTP", when: isAbroad, by: null, because: forFrance },
  { code: "CARTE_BTP", when: isNoBuilder, by: null, because: "site cards are for construction (NAF 41 to 43)" },
  { code: "EXTRAIT_LOCAL", when: isSoleTrader, by: "RNE", because: inFrance },
  { code: "EXTRAIT_LOCAL", when: isAssociation, by: "STATUTS", because: inFrance },
  { code: "EXTRAIT_LOCAL", when: isFrench, by: "KBIS", because: inFrance },
  { code: "RNE", when: isAbroad, by: "EXTRAIT_LOCAL", because: "the register is of companies in France" },
  { code: "RNE", when: isAssociation, by: "STATUTS", because: "an association is not in the register" },
  { code: "LNTE", when: isAbroad, by: null, because: forFrance },
  { code: "ASLNC", when: isAbroad, by: null, because: forFrance },
  { code: "STATUTS", when: isSoleTrader, by: null, because: "a sole trader has no statutes" },
  { code: "RBE", when: isSoleTrader, by: null, because: "a sole trader has no owner but itself" },
];
const additions = [{ type: "VIGILANCE", when: isBuilder, codes: ["ASS_DECENNALE", "ATT_CIBTP"] }];
const substituteFor = (company: ThirdpartyRow, wanted: string) =>
  substitutes.find(({ code, when }) => code === wanted && when(company));

export const canHave = (company: ThirdpartyRow, code: string): boolean => substituteFor(company, code) === undefined;

/** The bank details that a free dossier asks for, where nothing else is named. */
export const usualDocument = (company: ThirdpartyRow): string => (hasIban(company) ? "RIB" : "COORD_BANC");

export function requiredOf({ thirdparty, surroundings }: Draft, typeCode: string): string[] {
  const base = surroundings.dossierTypes.find(({ code }) => code === typeCode)?.documents ?? [];
  const adapted = base.flatMap((code) => {
    const substitute = substituteFor(thirdparty, code);
    return substitute ? (substitute.by ?? []) : code;
  });
  const added = additions.filter(({ type, when }) => type === typeCode && when(thirdparty));
  const fitting = added.flatMap(({ codes }) => codes).filter((code) => canHave(thirdparty, code));
  return [...new Set([...adapted, ...fitting])];
}

export function unknownCodes(codes: readonly string[], pointer: string): Refusal<400> | null {
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

function unfitCodes({ thirdparty }: Draft, codes: readonly string[], pointer: string): Refusal<400> | null {
  const errors = codes.flatMap((code, index) => {
    const substitute = substituteFor(thirdparty, code);
    if (!substitute) return [];
    const { by, because } = substitute;
    const detail = `${code} cannot be had: ${because}${by ? `; ask for ${by}` : ""}.`;
    return [bodyViolation(`${pointer}/${index}`, "UNFIT_DOCUMENT_CODE", detail, by ?? "another document", code)];
  });
  const detail = `${thirdparty.name} cannot have some of these documents; nothing was added.`;
  return errors.length > 0 ? invalidValues(detail, errors) : null;
}

export const wrongCodes = (draft: Draft, codes: readonly string[], pointer: string): Refusal<400> | null =>
  unknownCodes(codes, pointer) ?? unfitCodes(draft, codes, pointer);

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

export function realignDossiers(draft: Draft, typeCode: string): void {
  const required = requiredOf(draft, typeCode);
  for (const { dossierId, dossierTypeCode } of openDossiers(draft)) {
    if (dossierTypeCode !== typeCode) continue;
    const live = liveDocumentsOf(draft, dossierId);
    const added = required.filter((code) => !live.some(({ documentCode }) => documentCode === code));
    const dropped = live.filter(({ documentCode }) => !required.includes(documentCode));
    const removed = dropped.map(({ documentCode }) => documentCode);
    draft.emit("DOSSIER_TEMPLATE_UPDATED", { dossierId }, { dossierTypeCode });
    if (added.length + removed.length === 0) continue;
    draft.emit("DOSSIER_DOCUMENTS_UPDATED", { dossierId }, { added, removed });
    for (const { documentId } of dropped) stopDocument(draft, documentId, { withdrawn: true });
    requestDocuments(draft, dossierId, added);
  }
}
