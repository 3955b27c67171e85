import type { EvidenceRow } from "../domain/evidence.ts";
import type { DocumentRow, DossierRow } from "../domain/rows.ts";
import { parse } from "../domain/time.ts";
import { fileEntryName, formEntryName, type ZipEntry } from "../files/entries.ts";
import { etagOf } from "../files/range.ts";
import type { FormSubject, Subject } from "../files/subject.ts";
import type { Store } from "../store/store.ts";

/** The name under which a signed link knows an evidence: its file's UUID, or its id when it is a form. */
export const linkNameOf = (evidence: EvidenceRow): string =>
  "fileUUID" in evidence ? evidence.fileUUID : String(evidence.id);

const fileNameOf = (document: DocumentRow, evidence: EvidenceRow): string =>
  "fileName" in evidence ? evidence.fileName : `${document.documentCode}_${evidence.id}.pdf`;

/** The bytes of an evidence: those that were supplied, or the document that the sandbox makes of what it showed when it was submitted. */
async function fileOf(
  store: Store,
  document: DocumentRow,
  evidence: EvidenceRow,
): Promise<{ content: Buffer; contentType: string }> {
  const made = subjectOf(document, evidence);
  if (!made) {
    const { fileUUID } = evidence as Extract<EvidenceRow, { fileUUID: string }>;
    const stored = await store.get("files", fileUUID);
    if (!stored) throw new Error(`the bytes of file ${fileUUID} are not stored`);
    return { content: Buffer.from(stored.base64, "base64"), contentType: stored.contentType };
  }
  // Loaded at the first download: the maker of PDFs would double the time that the server takes to start.
  const { produceFile } = await import("../files/produce.ts");
  return { content: produceFile(made), contentType: "application/pdf" };
}

/** What the sandbox makes a file of: nothing but what is frozen in the evidence. Null when somebody supplied the bytes. */
function subjectOf({ documentCode }: DocumentRow, evidence: EvidenceRow): Subject | FormSubject | null {
  const { id: evidenceId, internal } = evidence;
  const piece = { documentCode, evidenceId, reference: internal.reference, issueDate: internal.issueDate };
  if ("formdata" in evidence)
    return { kind: "form", ...evidence.internal.subject, ...piece, formdata: evidence.formdata };
  const { subject } = evidence.internal;
  return subject && { kind: "file", ...subject, ...piece, fileSize: evidence.fileSize };
}

export async function downloadOf(store: Store, document: DocumentRow, evidence: EvidenceRow) {
  const { content, contentType } = await fileOf(store, document, evidence);
  return { content, contentType, fileName: fileNameOf(document, evidence), etag: etagOf(content) };
}

/** The files of the documents that a dossier lists, each made when the archive comes to it. */
export async function* archiveEntries(store: Store, { dossierId }: DossierRow): AsyncGenerator<ZipEntry> {
  for (const document of await store.range("documents", "dossier", dossierId)) {
    if (document.internal.withdrawn) continue;
    for (const evidence of document.evidences)
      yield {
        name:
          "fileName" in evidence
            ? fileEntryName(document.documentCode, evidence.fileName)
            : formEntryName(document.documentCode, evidence.id),
        mtime: parse(evidence.uploadDate),
        bytes: async () => (await fileOf(store, document, evidence)).content,
      };
  }
}
