import { BLACK, CENTRED, frame, GREY, PAGE, type Pen, rule, WHITE, WIDTH } from "./pen.ts";
import type { Sheet } from "./sheet.ts";

/** The top of the first page, which distinguishes the families of documents. */
export const headers: Record<Sheet["style"], (pen: Pen) => void> = {
  register(pen) {
    const { doc, sheet, body, use } = pen;
    const inner = { width: WIDTH - 24, align: "center" } as const;
    columns(pen, PAGE.top, sheet.ink);
    const top = doc.y + 14;
    use("bold", 17, sheet.ink).text(sheet.title, PAGE.left + 12, top + 9, { ...inner, characterSpacing: 0.6 });
    if (sheet.subtitle) use(body.italic, 9.5).text(sheet.subtitle, inner);
    frame(pen, [PAGE.left, top, WIDTH, doc.y + 8 - top], 1);
    doc.y += 18;
  },

  letter(pen) {
    const { doc, sheet, use } = pen;
    columns(pen, PAGE.top, sheet.ink, 118);
    doc.y += 22;
    use("bold", 15, sheet.ink).text(sheet.title, PAGE.left, doc.y, { width: WIDTH });
    if (sheet.subtitle) use("regular", 10, GREY).text(sheet.subtitle, { width: WIDTH });
    rule(pen, doc.y + 6, sheet.ink, 1.2, PAGE.left, PAGE.left + 90);
    doc.y += 20;
  },

  certificate(pen) {
    const { doc, sheet, use } = pen;
    const [first = "", ...rest] = sheet.authority;
    frame(pen, [24, 24, PAGE.width - 48, PAGE.height - 48], 2.4);
    doc
      .rect(30, 30, PAGE.width - 60, PAGE.height - 60)
      .lineWidth(0.6)
      .stroke();
    use("bold", 11, sheet.ink).text(first.toUpperCase(), PAGE.left, 78, { ...CENTRED, characterSpacing: 2 });
    use("regular", 8.5, GREY).text(rest.join(" - "), CENTRED);
    rule(pen, doc.y + 14, sheet.ink, 0.6, PAGE.width / 2 - 60, PAGE.width / 2 + 60);
    use("serifBold", 30).text(sheet.title, PAGE.left, doc.y + 44, CENTRED);
    if (sheet.subtitle) use("serifItalic", 13, GREY).text(sheet.subtitle, PAGE.left, doc.y + 4, CENTRED);
    doc.y += 34;
  },

  band(pen) {
    const { doc, sheet, use } = pen;
    const inner = { width: WIDTH * 0.64 };
    const titleHeight = use("bold", 19).heightOfString(sheet.title, inner);
    const subtitleHeight = sheet.subtitle ? use("regular", 10).heightOfString(sheet.subtitle, inner) + 4 : 0;
    const height = 52 + titleHeight + subtitleHeight;
    doc.rect(0, 0, PAGE.width, height).fill(sheet.ink);
    use("bold", 9, WHITE).text(sheet.authority.join("  |  "), PAGE.left, 22, { width: WIDTH });
    use("bold", 19, WHITE).text(sheet.title, PAGE.left, 38, inner);
    if (sheet.subtitle) use("regular", 10, WHITE).text(sheet.subtitle, PAGE.left, doc.y + 2, inner);
    aside(pen, 40, WHITE);
    doc.y = height + 18;
  },

  deed(pen) {
    const { doc, sheet, use } = pen;
    const [first = "", ...rest] = sheet.authority;
    const title = sheet.title.toUpperCase();
    use("serifBold", 15).text(first, PAGE.left, PAGE.top + 12, CENTRED);
    use("serif", 10).text(rest.join("\n"), CENTRED);
    rule(pen, doc.y + 12, sheet.ink, 0.6);
    use("serifBold", 20, sheet.ink).text(title, PAGE.left, doc.y + 26, { ...CENTRED, characterSpacing: 1.2 });
    if (sheet.subtitle) use("serifItalic", 11).text(sheet.subtitle, PAGE.left, doc.y + 2, CENTRED);
    rule(pen, doc.y + 10, sheet.ink, 0.6);
    doc.y += 26;
  },
};

function columns(pen: Pen, top: number, colour: string, atLeast = 0): void {
  const { doc, sheet, use } = pen;
  const [first = "", ...rest] = sheet.authority;
  use("bold", 13, colour).text(first, PAGE.left, top, { width: WIDTH * 0.52 });
  use("regular", 8.5, GREY).text(rest.join("\n"), PAGE.left, doc.y + 2, { width: WIDTH * 0.52, lineGap: 1.5 });
  const left = doc.y;
  aside(pen, atLeast ? top + 46 : top + 1, BLACK);
  doc.y = Math.max(left, doc.y, top + atLeast);
}

function aside({ doc, sheet, use }: Pen, top: number, colour: string): void {
  if (!sheet.aside?.length) return;
  const [x, width, align] =
    sheet.style === "letter" ? ([0.56, 0.44, "left"] as const) : ([0.64, 0.36, "right"] as const);
  const left = PAGE.left + WIDTH * x;
  const column = { width: WIDTH * width, align };
  const [first = "", ...rest] = sheet.aside;
  use("bold", 9.5, colour).text(first, left, top, column);
  use("regular", 9, colour).text(rest.filter(Boolean).join("\n"), left, doc.y, { ...column, lineGap: 1.5 });
}
