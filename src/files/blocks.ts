import { BLACK, frame, GREY, LINE, PAGE, PALE, type Pen, room, rule, WHITE, WIDTH } from "./pen.ts";
import type { Block } from "./sheet.ts";

type Drawer<Kind extends Block["kind"]> = (pen: Pen, block: Extract<Block, { kind: Kind }>) => void;

export function drawBlock<Kind extends Block["kind"]>(pen: Pen, block: Extract<Block, { kind: Kind }>): void {
  (drawers[block.kind as Kind] as Drawer<Kind>)(pen, block);
}

const LABEL = WIDTH * 0.36;
const HALF = WIDTH * 0.5;
const PAD = 4;

const drawers: { [Kind in Block["kind"]]: Drawer<Kind> } = {
  heading(pen, { text }) {
    const { doc, sheet, body, use } = pen;
    const isDeed = sheet.style === "deed";
    room(pen, 56);
    doc.y += 6;
    if (sheet.style === "register") {
      doc.rect(PAGE.left, doc.y, WIDTH, 16).fill(PALE);
      use("bold", 9, sheet.ink).text(text.toUpperCase(), PAGE.left + 6, doc.y + 4, { width: WIDTH - 12 });
      doc.y += 5;
      return;
    }
    use(body.bold, 11, isDeed ? BLACK : sheet.ink).text(text, PAGE.left, doc.y, { width: WIDTH });
    if (!isDeed) rule(pen, doc.y + 1, sheet.ink, 0.5);
    doc.y += isDeed ? 4 : 9;
  },

  text({ doc, sheet, body, use }, { text }) {
    const align = sheet.style === "certificate" ? "center" : sheet.style === "deed" ? "justify" : "left";
    use(body.regular, 10).text(text, PAGE.left, doc.y, { width: WIDTH, align, lineGap: 2 });
    doc.y += 8;
  },

  lead(pen, { text }) {
    const { doc, sheet, body, use } = pen;
    const isCertificate = sheet.style === "certificate";
    room(pen, 40);
    use(isCertificate ? "serifBold" : body.bold, isCertificate ? 21 : 12);
    doc.text(text, PAGE.left, doc.y, { width: WIDTH, align: isCertificate ? "center" : "left" });
    doc.y += 8;
  },

  notice(pen, { text }) {
    const { doc, sheet, body, use } = pen;
    const isCertificate = sheet.style === "certificate";
    const inner = { width: WIDTH - 28, lineGap: 2, align: isCertificate ? "center" : "left" } as const;
    const height = use(body.regular, 9.5).heightOfString(text, inner) + 16;
    room(pen, height);
    const top = doc.y;
    doc.rect(PAGE.left, top, WIDTH, height).fill(PALE);
    if (!isCertificate) doc.rect(PAGE.left, top, 3, height).fill(sheet.ink);
    use(body.regular, 9.5).text(text, PAGE.left + 14, top + 8, inner);
    doc.y = top + height + 10;
  },

  fields(pen, { rows }) {
    const { doc, body, use } = pen;
    for (const [label = "", value = ""] of rows) {
      room(pen, 26);
      const top = doc.y;
      use(body.italic, 9.5, GREY).text(label, PAGE.left + 6, top, { width: LABEL - 12 });
      const labelEnd = doc.y;
      use(body.regular, 9.5).text(value, PAGE.left + LABEL, top, { width: WIDTH - LABEL });
      doc.y = lower(doc.y, labelEnd, top) + 4;
    }
    doc.y += 4;
  },

  cells(pen, { rows }) {
    const { doc, use } = pen;
    room(pen, 48);
    const top = doc.y;
    const width = WIDTH / Math.max(rows.length, 1);
    const inner = { width: width - 12 };
    const height = Math.max(...rows.map(([, value = ""]) => use("bold", 11.5).heightOfString(value, inner))) + 24;
    rows.forEach(([label = "", value = ""], at) => {
      const left = PAGE.left + at * width;
      frame(pen, [left, top, width, height], 0.6);
      use("regular", 7.5, GREY).text(label, left + 6, top + 5, inner);
      use("bold", 11.5).text(value, left + 6, top + 17, inner);
    });
    doc.y = top + height + 10;
  },

  table(pen, { columns, rows }) {
    const { doc, sheet, use } = pen;
    const shares = Object.values(columns);
    const total = shares.reduce((sum, share) => sum + share, 0);
    const widths = shares.map((share) => (share / total) * WIDTH);
    const line = (cells: readonly string[], fill: string | undefined, isHead = false) => {
      const role = isHead ? "bold" : "regular";
      const inner = (at: number) => ({ width: (widths[at] ?? 0) - 2 * PAD });
      const height = Math.max(...cells.map((cell, at) => use(role, 8.5).heightOfString(cell, inner(at)))) + 2 * PAD;
      room(pen, height);
      const top = doc.y;
      if (fill) doc.rect(PAGE.left, top, WIDTH, height).fill(fill);
      let left = PAGE.left;
      cells.forEach((cell, at) => {
        use(role, 8.5, isHead ? WHITE : BLACK).text(cell, left + PAD, top + PAD, inner(at));
        left += widths[at] ?? 0;
      });
      rule(pen, top + height, LINE, 0.5);
      doc.y = top + height;
    };
    room(pen, 60);
    line(Object.keys(columns), sheet.ink, true);
    rows.forEach((cells, at) => line(cells, at % 2 === 1 ? PALE : undefined));
    doc.y += 12;
  },

  questions(pen, { rows }) {
    const { doc, sheet, use } = pen;
    for (const [order = "", question = "", answer = ""] of rows) {
      room(pen, 34);
      const top = doc.y;
      use("bold", 9, sheet.ink).text(order, PAGE.left, top, { width: 24 });
      use("regular", 9.5, GREY).text(question, PAGE.left + 26, top, { width: HALF - 36 });
      const questionEnd = doc.y;
      use("bold", 9.5).text(answer, PAGE.left + HALF, top, { width: HALF });
      doc.y = lower(doc.y, questionEnd, top) + 5;
      rule(pen, doc.y, "#dde1e6", 0.5);
      doc.y += 6;
    }
  },
};

/** The end of two columns that begin at `top`. A right column that ends above it has reached the next page. */
const lower = (right: number, left: number, top: number): number => (right < top ? right : Math.max(right, left));
