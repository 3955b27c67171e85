/** In bytes: a file system takes 255 for a name, and a ZIP adds a folder and " (2)". */
const LONGEST = 150;
const LONGEST_EXTENSION = 10;
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)/i;

/** Media types by extension; the first extension of a type is the usual one. */
const mediaTypes: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  tif: "image/tiff",
  tiff: "image/tiff",
  gif: "image/gif",
  webp: "image/webp",
  txt: "text/plain",
  csv: "text/csv",
};

/** The name of a file that is uploaded without one: `document.pdf`. */
export function fileNameFor(contentType: string): string {
  const type = contentType.split(";")[0]?.trim().toLowerCase();
  const [extension] = Object.entries(mediaTypes).find(([, candidate]) => candidate === type) ?? ["bin"];
  return `document.${extension}`;
}

export const mediaTypeOf = (fileName: string): string =>
  mediaTypes[split(fileName).extension.slice(1).toLowerCase()] ?? "application/octet-stream";

/** A name for any file system, header and archive; a safe name stays as it is. */
export function safeFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, "")
    .replace(/\p{Zs}+/gu, " ")
    .replace(/[<>:"|?*]/g, "_")
    .normalize("NFC");
  const { stem, extension } = split(trimmed(clean));
  const short = trimmed(cut(stem, LONGEST - bytes(extension))) || "document";
  return (DEVICE.test(short) ? `_${short}` : short) + extension;
}

/** `kbis.pdf`, then `kbis (2).pdf`. */
export function numbered(name: string, copy: number): string {
  if (copy === 1) return name;
  const { stem, extension } = split(name);
  return `${stem} (${copy})${extension}`;
}

function split(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf(".");
  const extension = name.slice(dot);
  return dot > 0 && /^\.[a-z0-9]+$/i.test(extension) && extension.length <= LONGEST_EXTENSION
    ? { stem: name.slice(0, dot), extension }
    : { stem: name, extension: "" };
}

// Windows drops trailing dots and spaces, and a leading dot hides a file.
const trimmed = (name: string): string => name.replace(/^[. ]+|[. ]+$/g, "");
const bytes = (text: string): number => Buffer.byteLength(text);

function cut(name: string, limit: number): string {
  let kept = "";
  for (const character of name) {
    if (bytes(kept) + bytes(character) > limit) break;
    kept += character;
  }
  return kept;
}
