import PDFDocument from "pdfkit";
import { drawBlock } from "./blocks.ts";
import type { Composition } from "./composition.ts";
import { headers } from "./headers.ts";
import { body, type Document, GREY, PAGE, type Pen, penFor, room, rule, WIDTH } from "./pen.ts";
import type { Sheet } from "./sheet.ts";
import { typefaceFor } from "./typeface.ts";

const WARNING = "SPÉCIMEN - sandbox";
const DIAGONAL = Math.hypot(PAGE.width, PAGE.height);

/** The PDF of a composition, and of nothing else: its metadata name no other day. */
export function drawPdf({ sheet: raw, created, subject }: Composition): Buffer {
  const json = JSON.stringify(raw);
  const face = typefaceFor(json);
  const sheet = JSON.parse(json, (_, value) => (typeof value === "string" ? face.clean(value) : value)) as Sheet;
  const doc = new PDFDocument({
    size: "A4",
    margins: { top: PAGE.top, left: PAGE.left, right: PAGE.right, bottom: PAGE.bottom },
    // Plain streams: zlib's output differs between processors, and the padding undoes what it saves.
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
  const pen = penFor(doc, sheet, face);
  headers[sheet.style](pen);
  for (const block of sheet.body) drawBlock(pen, block);
  sign(pen);
  mention(pen);
  stampPages(pen);
  doc.end();
  return read(doc);
}

function sign(pen: Pen): void {
  const { doc, sheet, use } = pen;
  if (!sheet.signature?.length) return;
  room(pen, 92);
  const [place = "", ...names] = sheet.signature;
  const at = { x: PAGE.left + WIDTH * 0.55, width: WIDTH * 0.45 };
  use(body(sheet).regular, 9.5).text(place, at.x, doc.y + 10, { width: at.width });
  use(body(sheet).bold, 9.5).text(names.join("\n"), at.x, doc.y + 4, { width: at.width });
  flourish(pen, at.x + 14, doc.y + 22);
  const under = doc.y + 50;
  if (sheet.seal) seal(pen, sheet.seal, doc.y);
  doc.y = under;
}

// A hand-made stroke, drawn from the signatory's name so that everyone has a hand of their own.
function flourish({ doc, sheet }: Pen, x: number, y: number): void {
  const letters = [...(sheet.signature?.at(-1) ?? ""), ...(sheet.signature?.[1] ?? "")].map(
    (sign) => sign.charCodeAt(0) % 13,
  );
  const w = (at: number) => letters[at % letters.length] ?? 0;
  doc.moveTo(x, y);
  for (let at = 0, left = x; at < 5; at++) {
    const right = left + 12 + w(at) * 1.4;
    doc.bezierCurveTo(
      left + w(at + 1),
      y - 16 - w(at + 2),
      right - w(at + 3),
      y + 10 + w(at + 4),
      right,
      y - w(at + 5),
    );
    left = right;
  }
  doc.lineWidth(1).strokeColor("#1d3a8a").stroke();
}

function seal(pen: Pen, text: string, y: number): void {
  const { doc, sheet, use } = pen;
  const x = PAGE.left + WIDTH * 0.3;
  unread(doc).save();
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
  const { doc, sheet, use } = pen;
  if (!sheet.mentions) return;
  const text = { width: WIDTH, align: "justify", lineGap: 1 } as const;
  const height = use(body(sheet).regular, 7.5).heightOfString(sheet.mentions, text);
  room(pen, height + 8);
  const bottom = PAGE.height - PAGE.bottom - height;
  use(body(sheet).regular, 7.5, GREY).text(sheet.mentions, PAGE.left, Math.max(doc.y + 6, bottom), text);
}

function stampPages(pen: Pen): void {
  const { doc, sheet, use } = pen;
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    // Without this pdfkit would start a page for what stands below the margin.
    doc.page.margins.bottom = 0;
    unread(doc).save();
    doc.rotate(-54, { origin: [PAGE.width / 2, PAGE.height / 2] }).fillOpacity(0.1);
    use("bold", 76, "#c8102e").text(WARNING, (PAGE.width - DIAGONAL) / 2, PAGE.height / 2 - 44, {
      width: DIAGONAL,
      align: "center",
    });
    doc.restore().endMarkedContent();
    const y = PAGE.height - 52;
    rule(pen, y, "#c9ced4", 0.5);
    use("regular", 7.5, GREY).text(`Réf. ${sheet.reference}`, PAGE.left, y + 6, { width: WIDTH * 0.35 });
    use("bold", 7.5, "#c8102e").text(`${WARNING} - document fictif`, PAGE.left, y + 6, {
      width: WIDTH,
      align: "center",
    });
    use("regular", 7.5, GREY).text(`Page ${page + 1}/${count}`, PAGE.left, y + 6, { width: WIDTH, align: "right" });
  }
}

// Read as a space: letters at an angle would land in the middle of what people select or extract.
function unread(doc: Document): Document {
  return doc.markContent("Span", { actual: " " });
}

// pdfkit has written everything when `end` returns, so the document can be taken without waiting.
function read(doc: Document): Buffer {
  const parts: Buffer[] = [];
  for (let part = doc.read(); part !== null; part = doc.read()) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
