import { createHash, type Hash } from "node:crypto";
import { cutOff, sentInstead } from "./defects.ts";
import { drawsOf, factsOf } from "./facts.ts";
import { formSheet } from "./form-sheet.ts";
import type { Sheet } from "./sheet.ts";
import type { FileSubject, FormSubject } from "./subject.ts";
import { compose } from "./template.ts";
import { templateFor } from "./templates.ts";

/** Everything that a PDF is drawn from. */
export interface Composition {
  sheet: Sheet;
  /** The day and the subject that the PDF's metadata name. */
  created: string;
  subject: string;
}

/** Raised when the same composition is drawn differently, because clients keep a file as long as its tag stays. */
export const DRAWING_VERSION = 3;

export function compositionOf(asked: FileSubject | FormSubject): Composition {
  const subject = asked.kind === "file" ? sentInstead(asked) : asked;
  const { kind, name, documentCode, documentName, issueDate: created } = subject;
  if (kind === "form") return { sheet: formSheet(subject), created, subject: `${documentCode} - ${name}` };
  const draws = drawsOf(subject);
  const whole = compose(templateFor(subject), subject, factsOf(subject, draws), draws);
  const sheet = subject.defect === "ILLEGIBLE" ? cutOff(whole) : whole;
  return { sheet, created, subject: `${documentName} - ${name}` };
}

/** The entity tag of a produced file, known without drawing it. */
export function producedTag(subject: FileSubject | FormSubject): string {
  const { fileSize, sent } = subject.kind === "file" ? subject : {};
  const told = JSON.stringify([DRAWING_VERSION, fileSize, compositionOf(subject), ...(sent ? [sent] : [])]);
  return entityTag(createHash("sha256").update(told));
}

/** A strong entity tag of what was hashed: different content, different tag. */
export const entityTag = (hash: Hash): string => `"${hash.digest("base64url").slice(0, 22)}"`;
