import { compositionOf } from "./composition.ts";
import { padTo } from "./padding.ts";
import { drawPdf } from "./page.ts";
import type { FileSubject, FormSubject } from "./subject.ts";

/** The PDF of an evidence: the same subject gives the same bytes, as many as `fileSize` says. */
export function produceFile(subject: FileSubject | FormSubject): Buffer {
  const pdf = drawPdf(compositionOf(subject));
  return subject.kind === "form" || subject.fileSize === undefined ? pdf : padTo(pdf, subject.fileSize);
}
