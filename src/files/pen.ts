import type PDFDocument from "pdfkit";
import type { Sheet } from "./sheet.ts";
import type { Role, Typeface } from "./typeface.ts";

export type Document = InstanceType<typeof PDFDocument>;

export const PAGE = { width: 595.28, height: 841.89, left: 56, right: 56, top: 50, bottom: 74 };
export const WIDTH = PAGE.width - PAGE.left - PAGE.right;
const END = PAGE.left + WIDTH;
export const CENTRED = { width: WIDTH, align: "center" } as const;
export const GREY = "#5b6470";
export const PALE = "#f1f3f5";
export const BLACK = "#15181c";
export const WHITE = "#ffffff";
export const LINE = "#c9ced4";

/** The document that a sheet is drawn on, and its fonts. */
export interface Pen {
  doc: Document;
  sheet: Sheet;
  /** The fonts of running text. */
  body: { regular: Role; bold: Role; italic: Role };
  use: (role: Role, size: number, colour?: string) => Document;
}

export function penFor(doc: Document, sheet: Sheet, face: Typeface): Pen {
  // pdfkit also takes fonts that fontkit has opened, which its types do not say.
  for (const [name, font] of Object.entries(face.embedded)) doc.registerFont(name, font as Buffer);
  return {
    doc,
    sheet,
    body: sheet.serif
      ? { regular: "serif", bold: "serifBold", italic: "serifItalic" }
      : { regular: "regular", bold: "bold", italic: "italic" },
    use: (role, size, colour = BLACK) => doc.font(face.fonts[role]).fontSize(size).fillColor(colour),
  };
}

/** Starts a new page unless this height fits on the current one. */
export function room({ doc }: Pen, height: number): void {
  if (doc.y + height > PAGE.height - PAGE.bottom) doc.addPage();
}

export function rule({ doc }: Pen, y: number, colour: string, weight: number, from = PAGE.left, to = END): void {
  doc.moveTo(from, y).lineTo(to, y).lineWidth(weight).strokeColor(colour).stroke();
}

type Box = [x: number, y: number, width: number, height: number];

export function frame({ doc, sheet: { ink } }: Pen, [x, y, width, height]: Box, weight: number): void {
  doc.rect(x, y, width, height).lineWidth(weight).strokeColor(ink).stroke();
}
