/**
 * files: the documents that suppliers hand in, as bytes. It fills in templates and draws them as PDFs, writes and reads
 * ZIP archives, signs links and answers ranges; the same evidence gives the same bytes on any machine. It knows neither
 * requests nor storage: handlers pass it an evidence and send what it returns.
 */

import { compositionOf } from "./composition.ts";
import { KeptBytes } from "./kept-bytes.ts";
import { padTo } from "./padding.ts";
import { drawPdf } from "./page.ts";
import type { FileSubject, FormSubject } from "./subject.ts";

/** Without their padding, which is quickly made: a hundred PDFs take some megabytes. */
const drawn = new KeptBytes(16 << 20);

/** The PDF of an evidence: the same subject gives the same bytes. One with an entity tag is kept under that tag. */
export function produceFile(subject: FileSubject | FormSubject, tag?: string): Buffer {
  const draw = () => drawPdf(compositionOf(subject));
  const pdf = tag === undefined ? draw() : drawn.get(tag, draw);
  return subject.kind === "form" || subject.fileSize === undefined ? pdf : padTo(pdf, subject.fileSize);
}
