import { type Configuration, documentType } from "../configuration.ts";
import { valuesIn } from "../document/forms.ts";
import { documentsFor } from "../document/live-documents.ts";
import type { Draft } from "../draft.ts";
import type { DocumentRow } from "../rows.ts";
import type { EvidenceRow } from "./evidence.ts";
import { type Reason, why } from "./reasons.ts";

/** Pieces of one company that exclude each other: a form that denies a document, and that document. */

const standing = new Set(["ONGOING", "ACTION_REQUIRED", "VALID"]);

interface Piece {
  documentCode: string;
  evidence: EvidenceRow;
}

/**
 * The newest piece of every document of some codes that is not refused, of all establishments of the company; its own
 * come last.
 */
function piecesOf(draft: Draft, codes: readonly string[]): Piece[] {
  const own = codes.flatMap((code) => documentsFor(draft, code));
  const sisters = draft.sisterDocuments.filter(({ documentCode }) => codes.includes(documentCode));
  return [...sisters, ...own.sort((a, b) => a.documentId - b.documentId)].flatMap(
    ({ documentCode, statusCode, evidences: [evidence] }) =>
      evidence && standing.has(statusCode) ? { documentCode, evidence } : [],
  );
}

const isInForce = ({ expirationDate, internal: { issueDate } }: EvidenceRow, day: string): boolean =>
  issueDate <= day && (expirationDate === null || day <= expirationDate.slice(0, 10));

/** The day of a piece that the company has supplied, and that is in force on a day. */
export const issuedOn = (draft: Draft, code: string, day: string): string | undefined =>
  piecesOf(draft, [code]).findLast(({ evidence }) => isInForce(evidence, day))?.evidence.internal.issueDate;

/** Whether a form says that the company has no document of this code. */
function denies(configuration: Configuration, { documentCode: form, evidence }: Piece, code: string): boolean {
  const denial = documentType(configuration, code).deniedBy;
  return denial?.form === form && (denial.answer === undefined || valuesIn(evidence)[denial.answer] === "false");
}

/** The codes that may exclude one: of the form that denies it, and of what it denies as a form. */
function excluding(configuration: Configuration, code: string): string[] {
  const { documentTypes, retired } = configuration;
  const formOf = (one: string) => documentType(configuration, one).deniedBy?.form;
  const denied = [...documentTypes.keys(), ...Object.keys(retired.documentTypes ?? {})].filter(
    (one) => formOf(one) === code,
  );
  return [formOf(code) ?? [], denied].flat();
}

/** Why a piece cannot stand beside those that the company supplied before it, or null. */
export function contradictionTo(draft: Draft, { documentCode }: DocumentRow, evidence: EvidenceRow): Reason | null {
  const piece = { documentCode, evidence };
  for (const earlier of piecesOf(draft, excluding(draft.configuration, documentCode))) {
    if (earlier.evidence.id >= evidence.id) continue;
    const { issueDate } = earlier.evidence.internal;
    if (denies(draft.configuration, earlier, documentCode) && isInForce(evidence, issueDate))
      return why("DENIED_BY_FORM", { code: earlier.documentCode, day: issueDate });
    if (
      denies(draft.configuration, piece, earlier.documentCode) &&
      isInForce(earlier.evidence, evidence.internal.issueDate)
    )
      return why("FORM_DENIES_DOCUMENT", { code: earlier.documentCode });
  }
  return null;
}
