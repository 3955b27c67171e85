import { type Configuration, documentType } from "../configuration.ts";
import type { Draft } from "../draft.ts";
import type { DocumentRow } from "../rows.ts";

export const liveDocuments = (draft: Draft): DocumentRow[] =>
  draft.all("documents").filter(({ internal }) => !internal.stopped);

export const liveDocumentsOf = (draft: Draft, dossierId: number): DocumentRow[] =>
  liveDocuments(draft).filter((document) => document.dossierId === dossierId);

export const isBankDocument = (configuration: Configuration, { documentCode }: DocumentRow): boolean =>
  documentType(configuration, documentCode).check === "bank";
export const isScorecard = (configuration: Configuration, { documentCode }: DocumentRow): boolean =>
  !!documentType(configuration, documentCode).scorecardOf;
