import type PDFDocument from "pdfkit";
import type { Sheet } from "./sheet.ts";
import type { Role, Typeface } from "./typeface.ts";

export type Document = InstanceType<typeof PDFDocument>;

export const PAGE = { width: 595.28, height: 841.89, left: 56, right: 56, top: 50, bottom: 74 };
export const WIDTH = PAGE.width - PAGE.left - PAGE.right;
export const GREY = "#5b6470";
export const PALE = "#f1f3f5";
export const BLACK = "#15181c";

/** What draws a sheet: the document, its fonts, its colour. */
export interface Pen {
  doc: Document;
  sheet: Sheet;
  use: (role: Role, size: number, colour?: string) => Document;
}

export function penFor(doc: Document, sheet: Sheet, face: Typeface): Pen {
  // pdfkit takes open fonts too, which its types do not say.
  for (const [name, font] of Object.entries(face.embedded)) doc.registerFont(name, font as Buffer);
  return {
    doc,
    sheet,
    use: (role, size, colour = BLACK) => doc.font(face.fonts[role]).fontSize(size).fillColor(colour),
  };
}

/** The roles that carry running text in this sheet. */
export function body(sheet: Sheet): { regular: Role; bold: Role; italic: Role } {
  return sheet.serif
    ? { regular: "serif", bold: "serifBold", italic: "serifItalic" }
    : { regular: "regular", bold: "bold", italic: "italic" };
}

/** Goes to the next page unless this much fits on the present one. */
export function room({ doc }: Pen, height: number): void {
  if (doc.y + height > PAGE.height - PAGE.bottom) doc.addPage();
}

export function rule(
  { doc }: Pen,
  y: number,
  colour: string,
  weight = 0.7,
  from = PAGE.left,
  to = PAGE.left + WIDTH,
): void {
  doc.moveTo(from, y).lineTo(to, y).lineWidth(weight).strokeColor(colour).stroke();
}
