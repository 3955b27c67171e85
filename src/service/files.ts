import { createHash } from "node:crypto";
import type { FileBody, LazyBytes } from "../../contract/endpoint.ts";
import type { Configuration } from "../domain/configuration.ts";
import { safeFileName } from "../domain/document/file-name.ts";
import type { EvidenceRow } from "../domain/response/evidence.ts";
import { keysOfUpload } from "../domain/response/upload.ts";
import type { DocumentRow, DossierRow } from "../domain/rows.ts";
import { parse } from "../domain/time.ts";
import type { FileSubject, FormSubject } from "../files/subject.ts";
import type { ZipEntry } from "../files/zip.ts";
import { sliced } from "../store/time-slice.ts";
import type { World } from "../world/world.ts";

interface Download extends FileBody {
  content: LazyBytes;
  fileName: string;
  etag: string;
}

/** The name of an evidence in a signed link: its file's UUID, or its id when it is a form. */
export const linkNameOf = (evidence: EvidenceRow): string =>
  "fileUUID" in evidence ? evidence.fileUUID : String(evidence.id);

const fileNameOf = (document: DocumentRow, evidence: EvidenceRow): string =>
  "fileName" in evidence ? evidence.fileName : `${document.documentCode}_${evidence.id}.pdf`;

/** The frozen properties from which the sandbox produces a PDF; null when a user supplied the bytes. */
export function printedSubject(
  configuration: Configuration,
  { documentCode }: DocumentRow,
  evidence: EvidenceRow,
): FileSubject | FormSubject | null {
  const { internal } = evidence;
  const piece = {
    configuration,
    documentCode,
    reference: internal.reference,
    issueDate: internal.issueDate,
  };
  if ("formdata" in evidence)
    return { kind: "form", ...evidence.internal.subject, ...piece, formdata: evidence.formdata };
  const { subject } = evidence.internal;
  return subject && { kind: "file", ...subject, ...piece, fileSize: evidence.fileSize };
}

/** An evidence never changes, and neither does the tag of its file. */
const tags = new WeakMap<EvidenceRow, string>();

/** The file of an evidence. A PDF that the sandbox makes is drawn when its bytes are needed, and not for its tag. */
export async function downloadOf(world: World, document: DocumentRow, evidence: EvidenceRow): Promise<Download> {
  const fileName = fileNameOf(document, evidence);
  // Loaded at the first download: the templates and pdfkit would double the time that the server takes to start.
  const { entityTag, producedTag } = await import("../files/composition.ts");
  const subject = printedSubject(world.configuration, document, evidence);
  if (subject) {
    const etag = tags.get(evidence) ?? producedTag(subject);
    tags.set(evidence, etag);
    const produce = async () => (await import("../files/produce.ts")).produceFile(subject, etag);
    const length = subject.kind === "file" ? subject.fileSize : undefined;
    const contentType = subject.kind === "file" && subject.sent === "PHOTO" ? "image/png" : "application/pdf";
    return { content: { length, produce }, contentType, fileName, etag };
  }
  const { fileUUID, fileSize, internal } = evidence as Extract<EvidenceRow, { fileUUID: string }>;
  const hash = createHash("sha256");
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const key of sliced(keysOfUpload(fileUUID, fileSize))) {
    const row = await world.store.get("files", key);
    if (!row) throw new Error(`the bytes of file ${key} are not stored`);
    const piece = Buffer.from(row.base64, "base64");
    hash.update(piece);
    pieces.push(piece);
    length += piece.length;
    // Earlier versions kept all of a file in its first row.
    if (length >= fileSize) break;
  }
  // Tagged by its bytes: after a reset of the account, the same UUID may name another upload.
  const etag = entityTag(hash);
  const contentType = (internal.upload as { contentType: string }).contentType;
  return { content: { length, produce: async () => Buffer.concat(pieces) }, contentType, fileName, etag };
}

/** The files of the documents that a dossier lists, each produced when the archive reaches it. */
export async function* archiveEntries(world: World, { dossierId }: DossierRow): AsyncGenerator<ZipEntry> {
  for (const document of await world.store.range("documents", "dossier", dossierId)) {
    if (document.internal.withdrawn) continue;
    for (const evidence of document.evidences)
      yield {
        name: `${document.documentCode}/${safeFileName(fileNameOf(document, evidence))}`,
        mtime: parse(evidence.uploadDate),
        bytes: async () => (await downloadOf(world, document, evidence)).content.produce(),
      };
  }
}
