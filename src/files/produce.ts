import { compositionOf } from "./composition.ts";
import { KeptBytes } from "./kept-bytes.ts";
import { padTo } from "./padding.ts";
import { drawPdf } from "./page.ts";
import type { FileSubject, FormSubject } from "./subject.ts";

/** Without their padding, which is quickly made: a hundred PDFs take some megabytes. */
const drawn = new KeptBytes(16 << 20);

/** The PDF of an evidence: the same subject gives the same bytes, as many as `fileSize` says. A tagged one is kept. */
export function produceFile(subject: FileSubject | FormSubject, tag?: string): Buffer {
  const draw = () => drawPdf(compositionOf(subject));
  const pdf = tag === undefined ? draw() : drawn.get(tag, draw);
  return subject.kind === "form" || subject.fileSize === undefined ? pdf : padTo(pdf, subject.fileSize);
}
