import { encodeExtended } from "content-disposition";
import { safeFileName } from "../domain/document/file-name.ts";

export type Disposition = "inline" | "attachment";

/** RFC 6266: an ASCII name for every client, and the real one (RFC 8187) where it differs. */
export function contentDisposition(fileName: string, disposition: Disposition = "attachment"): string {
  const name = safeFileName(fileName);
  const ascii = name
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/œ/g, "oe")
    .replace(/Œ/g, "OE")
    .replace(/[^\x20-\x7e]|[%"\\]/gu, "_");
  // The library's own `create` leaves out the quotation marks of simple names, which some clients search for.
  const plain = `${disposition}; filename="${ascii || "document"}"`;
  return ascii === name ? plain : `${plain}; filename*=${encodeExtended(name)}`;
}
