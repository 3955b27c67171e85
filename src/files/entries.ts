import { safeFileName } from "../domain/file-name.ts";

export interface ZipEntry {
  /** `{folder}/{file}`; made safe and unique here. */
  name: string;
  /** Milliseconds since 1970. */
  mtime: number;
  /** Asked for when the archive comes to this entry, never before. */
  bytes: () => Buffer | Promise<Buffer>;
}

export function fileEntryName(documentCode: string, fileName: string): string {
  return `${documentCode}/${safeFileName(fileName)}`;
}

export function formEntryName(documentCode: string, evidenceId: number): string {
  return `${documentCode}/${documentCode}_${evidenceId}.pdf`;
}
