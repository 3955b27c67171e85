import { judgeDisposition } from "./content.ts";
import type { Answer, Row } from "./exchange.ts";
import type { Ledger } from "./ledger.ts";
import { zipNames } from "./zip.ts";

export const isForm = ({ formdata }: Row) => Array.isArray(formdata);
const isCode = (text: string | undefined) => /^[A-Z0-9_]{1,40}$/.test(text ?? "");

/** The file of an evidence. */
export function judgeFileOf(ledger: Ledger, evidence: Row, { type, bytes }: Answer): void {
  const { fileSize } = evidence;
  if (bytes && typeof fileSize === "number")
    ledger
      .at("documents.file", "200 body")
      .holds(fileSize === bytes.length, `${fileSize} bytes, as fileSize says`, `${bytes.length} bytes`);
  if (type !== undefined && isForm(evidence))
    ledger
      .at("documents.file", "200 of a form", "signed-link")
      .holds(type === "application/pdf", "the PDF of the form", type);
}

/** The file behind a signed link; `file` is the same by its download, where there was one. */
export function judgeLinked(ledger: Ledger, linked: Answer, file: Answer | undefined): void {
  const { status, bytes } = linked;
  const isSame = !bytes || !file?.bytes || Buffer.compare(bytes, file.bytes) === 0;
  ledger
    .at("documents.link", "200 /url", "signed-link")
    .holds(
      status === 200 && isSame,
      "the file, without an Authorization header",
      status === 200 ? "other bytes" : status,
    );
  if (status === 200 && linked.type === "application/pdf")
    judgeDisposition(ledger, "documents.link", linked.headers, "inline");
}

/** The archive of a dossier; without the codes of its documents, only the form of its names is checked. */
export function judgeArchive(ledger: Ledger, { bytes }: Answer, codes?: readonly unknown[]): void {
  const names = bytes && zipNames(bytes);
  if (!names) return;
  const isPlaced = (name: string) => {
    const [code, ...rest] = name.split("/");
    return (codes ? codes.includes(code) : isCode(code)) && rest.length === 1;
  };
  const fits = (names.length > 0 || !codes) && names.every(isPlaced) && new Set(names).size === names.length;
  const received = names.slice(0, 3).map((name) =>
    name
      .split("/")
      .map((part, at) => ledger.shown(part, at === 0))
      .join("/"),
  );
  ledger
    .at("dossiers.download", "200 entries", "archive-layout")
    .holds(fits, "{documentCode}/{fileName}, no name twice", received.join(", ") || "no entry");
}
