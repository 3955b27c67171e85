import type { FormEntry } from "../../contract/documents.ts";
import type { Configuration } from "../domain/configuration.ts";
import type { EvidenceRow } from "../domain/response/evidence.ts";

type FileEvidence = Extract<EvidenceRow, { fileUUID: string }>;
type FormEvidence = Extract<EvidenceRow, { formdata: unknown }>;

/** The properties of an evidence that its PDF shows beside the frozen subject. */
interface Piece {
  documentCode: string;
  /** Printed on the document, and the key of what is drawn for it alone; a copy for another dossier keeps it. */
  reference: string;
  issueDate: string;
  /** What the account has configured of documents. */
  configuration: Configuration;
}

/** A file that the sandbox produces. Without `fileSize` its PDF has its natural size. */
export type FileSubject = NonNullable<FileEvidence["internal"]["subject"]> &
  Piece & { kind: "file"; fileSize?: number };

/** A filled form; its PDF has its natural size. */
export type FormSubject = FormEvidence["internal"]["subject"] &
  Piece & { kind: "form"; formdata: readonly FormEntry[] };
