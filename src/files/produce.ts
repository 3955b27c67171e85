import { drawsOf, factsOf } from "./facts.ts";
import { formPdf } from "./form-pdf.ts";
import { padTo } from "./padding.ts";
import { drawSheet } from "./page.ts";
import type { FormSubject, Subject } from "./subject.ts";
import { compose } from "./template.ts";
import { templateFor } from "./templates.ts";

/** The bytes of an evidence: the same subject gives the same bytes, as many as `fileSize` says. */
export function produceFile(subject: Subject | FormSubject): Buffer {
  if (subject.kind === "form") return formPdf(subject);
  const pdf = filePdf(subject);
  return subject.fileSize === undefined ? pdf : padTo(pdf, subject.fileSize);
}

function filePdf(subject: Subject): Buffer {
  const draws = drawsOf(subject);
  const facts = factsOf(subject, draws);
  const sheet = compose(templateFor(subject), subject, facts, draws);
  return drawSheet(sheet, subject.issueDate, `${subject.documentName} - ${subject.name}`);
}
