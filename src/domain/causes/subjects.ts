import type { Draft, Subject } from "../draft.ts";
import type { DocumentRow } from "../rows.ts";

export const dossierIn = (draft: Draft, { dossierId }: Subject) => draft.existing("dossiers", dossierId as number);
export const documentIn = (draft: Draft, { documentId }: Subject): DocumentRow =>
  draft.existing("documents", documentId as number);

/** Runs the work only on a document that is not stopped, of an open dossier. */
export const onLiveDocument =
  <D, T>(work: (draft: Draft, document: DocumentRow, data: D) => T) =>
  (draft: Draft, subject: Subject, data: D): T | undefined => {
    const document = documentIn(draft, subject);
    const isOpen = !document.internal.stopped && draft.existing("dossiers", document.dossierId).monitored;
    return isOpen ? work(draft, document, data) : undefined;
  };
