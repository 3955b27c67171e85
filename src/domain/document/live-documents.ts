import { documentType } from "../configuration.ts";
import type { Draft } from "../draft.ts";
import type { DocumentRow, DossierRow } from "../rows.ts";

export const openDossiers = (draft: Draft): DossierRow[] => draft.all("dossiers").filter(({ monitored }) => monitored);

export const openDossierOf = (draft: Draft, typeCode: string): DossierRow | undefined =>
  draft.all("dossiers").find(({ monitored, dossierTypeCode }) => monitored && dossierTypeCode === typeCode);

/** One recalculation reads the same list many times. */
const live = new WeakMap<readonly DocumentRow[], DocumentRow[]>();

export function liveDocuments(draft: Draft): readonly DocumentRow[] {
  const documents = draft.all("documents");
  const known = live.get(documents);
  if (known) return known;
  const filtered = documents.filter(({ internal }) => !internal.stopped);
  live.set(documents, filtered);
  return filtered;
}

export const liveDocumentsOf = (draft: Draft, dossierId: number): DocumentRow[] =>
  liveDocuments(draft).filter((document) => document.dossierId === dossierId);

export const isBankDocument = ({ documentCode }: DocumentRow): boolean => documentType(documentCode).check === "bank";
export const isScorecard = ({ documentCode }: DocumentRow): boolean => !!documentType(documentCode).scorecardOf;
