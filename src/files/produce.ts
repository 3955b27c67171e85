/**
 * files: the documents that suppliers hand in, as bytes. It fills in templates and draws them as PDFs, writes and reads
 * ZIP archives, signs links and answers ranges; the same evidence gives the same bytes on any machine. It knows neither
 * requests nor storage: handlers pass it an evidence and send what it returns.
 */

import { compositionOf } from "./composition.ts";
import { KeptBytes } from "./kept-bytes.ts";
import { padTo } from "./padding.ts";
import { drawPdf } from "./page.ts";
import { drawPhoto } from "./photo.ts";
import type { FileSubject, FormSubject } from "./subject.ts";

/** Without their padding, which is quickly made: a hundred PDFs take some megabytes. */
const drawn = new KeptBytes(16 << 20);

/** Bytes of which no program makes anything. */
const scrambled = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte, at) => byte ^ (0x5a + (at % 7))));

/** The file of an evidence: the same subject gives the same bytes. A PDF with an entity tag is kept under that tag. */
export function produceFile(subject: FileSubject | FormSubject, tag?: string): Buffer {
  const sent = subject.kind === "file" ? subject.sent : undefined;
  const size = subject.kind === "file" ? (subject.fileSize ?? 0) : 0;
  if (sent === "EMPTY") return Buffer.alloc(0);
  if (sent === "PHOTO") return drawPhoto(compositionOf(subject).sheet, size);
  const pdf = pdfOf(subject, tag);
  return sent === "UNREADABLE" ? scrambled(pdf) : pdf;
}

function pdfOf(subject: FileSubject | FormSubject, tag: string | undefined): Buffer {
  const draw = () => drawPdf(compositionOf(subject));
  const pdf = tag === undefined ? draw() : drawn.get(tag, draw);
  return subject.kind === "form" || subject.fileSize === undefined ? pdf : padTo(pdf, subject.fileSize);
}
