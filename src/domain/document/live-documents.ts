import { type Configuration, documentType } from "../configuration.ts";
import type { Draft } from "../draft.ts";
import type { DocumentRow } from "../rows.ts";

const isLive = ({ internal }: DocumentRow): boolean => !internal.stopped;
const byDossier = ({ dossierId }: DocumentRow) => dossierId;
const byCode = ({ documentCode }: DocumentRow) => documentCode;

export const documentsOf = (draft: Draft, dossierId: number): readonly DocumentRow[] =>
  draft.of("documents", byDossier, dossierId);
export const documentsFor = (draft: Draft, documentCode: string): readonly DocumentRow[] =>
  draft.of("documents", byCode, documentCode);

export const liveDocuments = (draft: Draft): readonly DocumentRow[] => draft.all("documents").filter(isLive);
export const liveDocumentsOf = (draft: Draft, dossierId: number): readonly DocumentRow[] =>
  documentsOf(draft, dossierId).filter(isLive);
export const liveDocumentsFor = (draft: Draft, documentCode: string): readonly DocumentRow[] =>
  documentsFor(draft, documentCode).filter(isLive);

export const isBankDocument = (configuration: Configuration, { documentCode }: DocumentRow): boolean =>
  documentType(configuration, documentCode).check === "bank";
export const isScorecard = (configuration: Configuration, { documentCode }: DocumentRow): boolean =>
  !!documentType(configuration, documentCode).scorecardOf;
