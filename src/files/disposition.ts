import { safeFileName } from "../domain/file-name.ts";

/** RFC 6266: an ASCII name for every client, and the true one (RFC 5987) when they differ. */
export function contentDisposition(fileName: string, type: "attachment" | "inline" = "attachment"): string {
  const name = safeFileName(fileName);
  const ascii = name
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/œ/g, "oe")
    .replace(/Œ/g, "OE")
    .replace(/[^\x20-\x7e]|[%"\\]/gu, "_");
  const plain = `${type}; filename="${ascii || "document"}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encoded(name)}`;
}

function encoded(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
