import { type Configuration, documentType } from "../configuration.ts";
import { valuesIn } from "../document/forms.ts";
import type { Draft } from "../draft.ts";
import type { DocumentRow } from "../rows.ts";
import type { EvidenceRow } from "./evidence.ts";

/** Pieces of one company that exclude each other: a form that denies a document, and that document. */

const standing = new Set(["ONGOING", "ACTION_REQUIRED", "VALID"]);

interface Piece {
  documentCode: string;
  evidence: EvidenceRow;
}

/** The newest piece of every document that is not refused, of all establishments of the company; its own come last. */
const piecesOf = (draft: Draft): Piece[] =>
  [...draft.sisterDocuments, ...draft.all("documents")].flatMap(
    ({ documentCode, statusCode, evidences: [evidence] }) =>
      evidence && standing.has(statusCode) ? { documentCode, evidence } : [],
  );

const isInForce = ({ expirationDate, internal: { issueDate } }: EvidenceRow, day: string): boolean =>
  issueDate <= day && (expirationDate === null || day <= expirationDate.slice(0, 10));

/** The day of a piece that the company has supplied, and that is in force on a day. */
export const issuedOn = (draft: Draft, code: string, day: string): string | undefined =>
  piecesOf(draft).findLast(({ documentCode, evidence }) => documentCode === code && isInForce(evidence, day))?.evidence
    .internal.issueDate;

/** Whether a form says that the company has no document of this code. */
function denies(configuration: Configuration, { documentCode: form, evidence }: Piece, code: string): boolean {
  const denial = documentType(configuration, code).deniedBy;
  return denial?.form === form && (denial.answer === undefined || valuesIn(evidence)[denial.answer] === "false");
}

/** Why a piece cannot stand beside those that the company supplied before it, or null. */
export function contradictionTo(draft: Draft, { documentCode }: DocumentRow, evidence: EvidenceRow): string | null {
  const piece = { documentCode, evidence };
  for (const earlier of piecesOf(draft)) {
    if (earlier.evidence.id >= evidence.id) continue;
    const { issueDate } = earlier.evidence.internal;
    if (denies(draft.configuration, earlier, documentCode) && isInForce(evidence, issueDate))
      return `${earlier.documentCode} of ${issueDate} says that the company has none`;
    if (
      denies(draft.configuration, piece, earlier.documentCode) &&
      isInForce(earlier.evidence, evidence.internal.issueDate)
    )
      return `${earlier.documentCode} of the same company is in force, and the form denies it`;
  }
  return null;
}
