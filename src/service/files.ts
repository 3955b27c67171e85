import type { DocumentRow, DossierRow, EvidenceRow, ThirdpartyRow } from "../domain/rows.ts";
import { parse } from "../domain/time.ts";
import { etagOf } from "../files/range.ts";
import { fileEntryName, formEntryName, type ZipEntry } from "../files/zip.ts";
import type { Store } from "../store/store.ts";

/** The name under which a signed link knows an evidence: its file's UUID, or its id when it is a form. */
export const linkNameOf = (evidence: EvidenceRow): string => ("fileUUID" in evidence ? evidence.fileUUID : String(evidence.id));

const fileNameOf = (document: DocumentRow, evidence: EvidenceRow): string =>
  "fileName" in evidence ? evidence.fileName : `${document.documentCode}_${evidence.id}.pdf`;

/** The bytes of an evidence: those that were supplied, or the document that the sandbox makes of it. */
async function fileOf(store: Store, document: DocumentRow, evidence: EvidenceRow): Promise<{ content: Buffer; contentType: string }> {
  if (evidence.internal.upload && "fileUUID" in evidence) {
    const stored = await store.get("files", evidence.fileUUID);
    if (stored) return { content: Buffer.from(stored.base64, "base64"), contentType: stored.contentType };
  }
  const thirdparty = (await store.get("thirdparties", document.thirdpartyId)) as ThirdpartyRow;
  // Loaded at the first download: the maker of PDFs would double the time that the server takes to start.
  const { produceFile } = await import("../files/produce.ts");
  return { content: produceFile(subjectOf(thirdparty, document, evidence)), contentType: "application/pdf" };
}

function subjectOf(thirdparty: ThirdpartyRow, { documentCode, documentName }: DocumentRow, evidence: EvidenceRow) {
  const { bank, greffe, sanctioned } = thirdparty.internal;
  return {
    ...thirdparty,
    documentCode,
    documentName,
    kind: "formdata" in evidence ? ("form" as const) : ("file" as const),
    greffe,
    sanctioned,
    iban: bank?.iban ?? null,
    bic: bank?.bic ?? null,
    bankName: bank?.bankName ?? null,
    evidenceId: evidence.id,
    reference: evidence.internal.reference,
    issueDate: evidence.internal.issueDate,
    expirationDate: evidence.expirationDate,
    ...("formdata" in evidence ? { formdata: evidence.formdata } : { fileSize: evidence.fileSize }),
  };
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
        name: "fileName" in evidence ? fileEntryName(document.documentCode, evidence.fileName) : formEntryName(document.documentCode, evidence.id),
        mtime: parse(evidence.uploadDate),
        bytes: async () => (await fileOf(store, document, evidence)).content,
      };
  }
}
