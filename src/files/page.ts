import PDFDocument from "pdfkit";
import { drawBlock } from "./blocks.ts";
import type { Composition } from "./composition.ts";
import { headers } from "./headers.ts";
import { CENTRED, type Document, GREY, LINE, PAGE, type Pen, penFor, room, rule, WIDTH } from "./pen.ts";
import type { Sheet } from "./sheet.ts";
import { typefaceFor } from "./typeface.ts";

const WARNING = "SPÉCIMEN - sandbox";
const RED = "#c8102e";
const FIRST_CHARACTER = 32;
const TYPE1 = { Type: "Font", Subtype: "Type1", Encoding: "WinAnsiEncoding" };
const DIAGONAL = Math.hypot(PAGE.width, PAGE.height);

/** The PDF of a composition, and of nothing else: its metadata name no other day. */
export function drawPdf({ sheet: raw, created, subject }: Composition): Buffer {
  const json = JSON.stringify(raw);
  const face = typefaceFor(json);
  const sheet = JSON.parse(json, (_, value) => (typeof value === "string" ? face.clean(value) : value)) as Sheet;
  const blank = () => penFor(blankDocument(sheet, created, subject), sheet, face);
  let pen = blank();
  // A signature or a mention never stands alone on a page: the last block goes with it.
  if (sheet.isFaint) drawFaint(pen);
  else if (!drawSheet(pen)) {
    pen = blank();
    drawSheet(pen, lastPart(sheet));
  }
  stampPages(pen);
  nameWidths(pen.doc);
  pen.doc.end();
  return read(pen.doc);
}

/** Says whether all ends on the page of the last block. */
function drawSheet(pen: Pen, breakBefore?: number): boolean {
  const { doc, sheet } = pen;
  headers[sheet.style](pen);
  sheet.body.forEach((block, at) => {
    if (at === breakBefore) doc.addPage();
    drawBlock(pen, block);
  });
  const { count } = doc.bufferedPageRange();
  sign(pen);
  mention(pen);
  return doc.bufferedPageRange().count === count;
}

/** Where the pale copies of a paper lie that moved in the scanner, in points. */
const shakes = [-6, -4, -2.5, -1, 1.5, 3, 4.5, 6];

/** What a scanner makes of a paper that moves: no line of it can be read, nor copied as text. */
function drawFaint(pen: Pen): void {
  const { doc, sheet } = pen;
  asSpace(doc);
  for (const [at, shake] of shakes.entries()) {
    Object.assign(doc, { x: PAGE.left, y: PAGE.top });
    doc
      .save()
      .translate(shake, shakes[(at * 3) % shakes.length] as number)
      .fillOpacity(0.06)
      .strokeOpacity(0.06);
    headers[sheet.style](pen);
    for (const block of sheet.body) drawBlock(pen, block);
    doc.restore();
  }
  doc.endMarkedContent();
}

/** The last block, with its heading. */
const lastPart = ({ body }: Sheet): number => body.length - (body.at(-2)?.kind === "heading" ? 2 : 1);

interface StandardFont {
  name: string;
  /** The metrics of a standard font; an embedded font has others. */
  font: { characterToGlyph?: (code: number) => string; widthOfGlyph: (glyph: string) => number };
  dictionary: { data: object; end: () => void };
  embed: () => void;
}

/** A reader that lacks a standard font draws another in its place, within these widths; pdfkit leaves them out. */
function nameWidths(doc: Document): void {
  const fonts = (doc as unknown as { _fontFamilies: Record<string, StandardFont> })._fontFamilies;
  for (const standard of new Set(Object.values(fonts))) {
    const { name, font, dictionary } = standard;
    if (!font.characterToGlyph) continue;
    const Widths = Array.from({ length: 224 }, (_, at) =>
      font.widthOfGlyph(font.characterToGlyph?.(FIRST_CHARACTER + at) ?? ""),
    );
    standard.embed = () => {
      dictionary.data = { ...TYPE1, BaseFont: name, FirstChar: FIRST_CHARACTER, LastChar: 255, Widths };
      dictionary.end();
    };
  }
}

function blankDocument(sheet: Sheet, created: string, subject: string): Document {
  return new PDFDocument({
    size: "A4",
    margins: { top: PAGE.top, left: PAGE.left, right: PAGE.right, bottom: PAGE.bottom },
    // Compressed streams differ between processors, and the padding would undo what they save.
    compress: false,
    bufferPages: true,
    pdfVersion: "1.7",
    lang: "fr-FR",
    displayTitle: true,
    info: {
      Title: sheet.title,
      Subject: subject,
      Keywords: `${WARNING}, ${sheet.reference}`,
      Author: sheet.authority[0] ?? "",
      Creator: "tiers-sandbox",
      Producer: "tiers-sandbox",
      CreationDate: new Date(`${created.slice(0, 10)}T09:00:00Z`),
    },
  });
}

function sign(pen: Pen): void {
  const { doc, sheet, body, use } = pen;
  if (!sheet.signature?.length) return;
  room(pen, 92);
  const [place = "", ...names] = sheet.signature;
  const left = PAGE.left + WIDTH * 0.55;
  const column = { width: WIDTH * 0.45 };
  use(body.regular, 9.5).text(place, left, doc.y + 10, column);
  use(body.bold, 9.5).text(names.join("\n"), left, doc.y + 4, column);
  flourish(pen, left + 14, doc.y + 22);
  const under = doc.y + 50;
  if (sheet.seal) seal(pen, sheet.seal, doc.y);
  doc.y = under;
}

// The stroke depends on the signatory's name, so that signatures differ.
function flourish({ doc, sheet }: Pen, x: number, y: number): void {
  const name = [...`${sheet.signature?.at(-1) ?? ""}${sheet.signature?.[1] ?? ""}`];
  const w = (at: number) => (name[at % name.length]?.charCodeAt(0) ?? 0) % 13;
  doc.moveTo(x, y);
  for (let at = 0, left = x; at < 5; at++) {
    const right = left + 12 + w(at) * 1.4;
    const [x1, y1] = [left + w(at + 1), y - 16 - w(at + 2)];
    const [x2, y2] = [right - w(at + 3), y + 10 + w(at + 4)];
    doc.bezierCurveTo(x1, y1, x2, y2, right, y - w(at + 5));
    left = right;
  }
  doc.lineWidth(1).strokeColor("#1d3a8a").stroke();
}

function seal(pen: Pen, text: string, y: number): void {
  const { doc, sheet, use } = pen;
  const x = PAGE.left + WIDTH * 0.3;
  asSpace(doc).save();
  doc
    .rotate(-9, { origin: [x, y] })
    .strokeOpacity(0.75)
    .fillOpacity(0.75)
    .strokeColor(sheet.ink);
  doc.circle(x, y, 38).lineWidth(1.6).stroke();
  doc.circle(x, y, 33.5).lineWidth(0.6).stroke();
  const inner = { width: 56, align: "center" } as const;
  const height = use("bold", 6.5).heightOfString(text, inner);
  use("bold", 6.5, sheet.ink).text(text, x - 28, y - height / 2, inner);
  doc.restore().endMarkedContent();
}

function mention(pen: Pen): void {
  const { doc, sheet, body, use } = pen;
  if (!sheet.mentions) return;
  const text = { width: WIDTH, align: "justify", lineGap: 1 } as const;
  const height = use(body.regular, 7.5).heightOfString(sheet.mentions, text);
  room(pen, height + 8);
  const bottom = PAGE.height - PAGE.bottom - height;
  use(body.regular, 7.5, GREY).text(sheet.mentions, PAGE.left, Math.max(doc.y + 6, bottom), text);
}

function stampPages(pen: Pen): void {
  const { doc, sheet, use } = pen;
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    // With a margin, pdfkit starts a new page for the text below it.
    doc.page.margins.bottom = 0;
    asSpace(doc).save();
    doc.rotate(-54, { origin: [PAGE.width / 2, PAGE.height / 2] }).fillOpacity(0.1);
    const diagonal = { ...CENTRED, width: DIAGONAL };
    use("bold", 76, RED).text(WARNING, (PAGE.width - DIAGONAL) / 2, PAGE.height / 2 - 44, diagonal);
    doc.restore().endMarkedContent();
    const y = PAGE.height - 52;
    rule(pen, y, LINE, 0.5);
    use("regular", 7.5, GREY).text(`Réf. ${sheet.reference}`, PAGE.left, y + 6, { width: WIDTH * 0.35 });
    use("bold", 7.5, RED).text(`${WARNING} - document fictif`, PAGE.left, y + 6, CENTRED);
    use("regular", 7.5, GREY).text(`Page ${page + 1}/${count}`, PAGE.left, y + 6, { width: WIDTH, align: "right" });
  }
}

// Marked as a space, because readers would insert the slanted letters into selected or extracted text.
function asSpace(doc: Document): Document {
  return doc.markContent("Span", { actual: " " });
}

// pdfkit has written everything when `end` returns, so the document is read without waiting.
function read(doc: Document): Buffer {
  const parts: Buffer[] = [];
  for (let part = doc.read(); part !== null; part = doc.read()) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
