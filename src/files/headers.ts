import { BLACK, body, GREY, PAGE, type Pen, rule, WIDTH } from "./pen.ts";
import type { Sheet } from "./sheet.ts";

/** The top of the first page, which tells the families of documents apart. */
export const headers: Record<Sheet["style"], (pen: Pen) => void> = {
  register(pen) {
    const { doc, sheet, use } = pen;
    columns(pen, PAGE.top, sheet.ink);
    const top = doc.y + 14;
    use("bold", 17, sheet.ink).text(sheet.title, PAGE.left + 12, top + 9, {
      width: WIDTH - 24,
      align: "center",
      characterSpacing: 0.6,
    });
    if (sheet.subtitle)
      use(body(sheet).italic, 9.5, BLACK).text(sheet.subtitle, { width: WIDTH - 24, align: "center" });
    doc
      .rect(PAGE.left, top, WIDTH, doc.y + 8 - top)
      .lineWidth(1)
      .strokeColor(sheet.ink)
      .stroke();
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
    doc
      .rect(24, 24, PAGE.width - 48, PAGE.height - 48)
      .lineWidth(2.4)
      .strokeColor(sheet.ink)
      .stroke();
    doc
      .rect(30, 30, PAGE.width - 60, PAGE.height - 60)
      .lineWidth(0.6)
      .stroke();
    const [first = "", ...rest] = sheet.authority;
    use("bold", 11, sheet.ink).text(first.toUpperCase(), PAGE.left, 78, {
      width: WIDTH,
      align: "center",
      characterSpacing: 2,
    });
    use("regular", 8.5, GREY).text(rest.join(" - "), { width: WIDTH, align: "center" });
    rule(pen, doc.y + 14, sheet.ink, 0.6, PAGE.width / 2 - 60, PAGE.width / 2 + 60);
    use("serifBold", 30, BLACK).text(sheet.title, PAGE.left, doc.y + 44, { width: WIDTH, align: "center" });
    if (sheet.subtitle)
      use("serifItalic", 13, GREY).text(sheet.subtitle, PAGE.left, doc.y + 4, { width: WIDTH, align: "center" });
    doc.y += 34;
  },

  band(pen) {
    const { doc, sheet, use } = pen;
    const [first = "", ...rest] = sheet.authority;
    const inner = { width: WIDTH * 0.64 };
    const height =
      52 +
      use("bold", 19).heightOfString(sheet.title, inner) +
      (sheet.subtitle ? use("regular", 10).heightOfString(sheet.subtitle, inner) + 4 : 0);
    doc.rect(0, 0, PAGE.width, height).fill(sheet.ink);
    use("bold", 9, "#ffffff").text([first, ...rest].join("  |  "), PAGE.left, 22, { width: WIDTH });
    use("bold", 19, "#ffffff").text(sheet.title, PAGE.left, 38, inner);
    if (sheet.subtitle) use("regular", 10, "#ffffff").text(sheet.subtitle, PAGE.left, doc.y + 2, inner);
    aside(pen, 40, "#ffffff");
    doc.y = height + 18;
  },

  deed(pen) {
    const { doc, sheet, use } = pen;
    const centred = { width: WIDTH, align: "center" } as const;
    use("serifBold", 15, BLACK).text(sheet.authority[0] ?? "", PAGE.left, PAGE.top + 12, centred);
    use("serif", 10, BLACK).text(sheet.authority.slice(1).join("\n"), centred);
    rule(pen, doc.y + 12, sheet.ink, 0.6);
    use("serifBold", 20, sheet.ink).text(sheet.title.toUpperCase(), PAGE.left, doc.y + 26, {
      ...centred,
      characterSpacing: 1.2,
    });
    if (sheet.subtitle) use("serifItalic", 11, BLACK).text(sheet.subtitle, PAGE.left, doc.y + 2, centred);
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
  const right = sheet.style !== "letter";
  const at = { x: PAGE.left + WIDTH * (right ? 0.64 : 0.56), width: WIDTH * (right ? 0.36 : 0.44) };
  const [first = "", ...rest] = sheet.aside;
  const align = right ? "right" : "left";
  use("bold", 9.5, colour).text(first, at.x, top, { width: at.width, align });
  use("regular", 9, colour).text(rest.filter(Boolean).join("\n"), at.x, doc.y, {
    width: at.width,
    align,
    lineGap: 1.5,
  });
}
