import { BLACK, body, GREY, PAGE, PALE, type Pen, room, rule, WIDTH } from "./pen.ts";
import type { Block } from "./sheet.ts";

type Drawers = { [Kind in Block["kind"]]: (pen: Pen, block: Extract<Block, { kind: Kind }>) => void };

export function drawBlock<Kind extends Block["kind"]>(pen: Pen, block: Extract<Block, { kind: Kind }>): void {
  (drawers[block.kind as Kind] as (pen: Pen, block: Extract<Block, { kind: Kind }>) => void)(pen, block);
}

const LABEL = WIDTH * 0.36;
const PAD = 4;

const drawers: Drawers = {
  heading(pen, { text }) {
    const { doc, sheet, use } = pen;
    room(pen, 56);
    doc.y += 6;
    if (sheet.style === "register") {
      doc.rect(PAGE.left, doc.y, WIDTH, 16).fill(PALE);
      use("bold", 9, sheet.ink).text(text.toUpperCase(), PAGE.left + 6, doc.y + 4, { width: WIDTH - 12 });
      doc.y += 5;
      return;
    }
    use(body(sheet).bold, 11, sheet.style === "deed" ? BLACK : sheet.ink).text(text, PAGE.left, doc.y, {
      width: WIDTH,
    });
    if (sheet.style !== "deed") rule(pen, doc.y + 1, sheet.ink, 0.5);
    doc.y += sheet.style === "deed" ? 4 : 9;
  },

  text({ doc, sheet, use }, { text }) {
    const align = sheet.style === "certificate" ? "center" : sheet.style === "deed" ? "justify" : "left";
    use(body(sheet).regular, 10).text(text, PAGE.left, doc.y, { width: WIDTH, align, lineGap: 2 });
    doc.y += 8;
  },

  lead(pen, { text }) {
    const { doc, sheet, use } = pen;
    room(pen, 40);
    const align = sheet.style === "certificate" ? "center" : "left";
    use(sheet.style === "certificate" ? "serifBold" : body(sheet).bold, sheet.style === "certificate" ? 21 : 12).text(
      text,
      PAGE.left,
      doc.y,
      {
        width: WIDTH,
        align,
      },
    );
    doc.y += 8;
  },

  notice(pen, { text }) {
    const { doc, sheet, use } = pen;
    const centred = sheet.style === "certificate";
    const inner = { width: WIDTH - 28, lineGap: 2, align: centred ? "center" : "left" } as const;
    const height = use(body(sheet).regular, 9.5).heightOfString(text, inner) + 16;
    room(pen, height);
    const top = doc.y;
    doc.rect(PAGE.left, top, WIDTH, height).fill(PALE);
    if (!centred) doc.rect(PAGE.left, top, 3, height).fill(sheet.ink);
    use(body(sheet).regular, 9.5).text(text, PAGE.left + 14, top + 8, inner);
    doc.y = top + height + 10;
  },

  fields(pen, { rows }) {
    const { doc, sheet, use } = pen;
    for (const [label = "", value = ""] of rows) {
      room(pen, 26);
      const top = doc.y;
      use(body(sheet).italic, 9.5, GREY).text(label, PAGE.left + 6, top, { width: LABEL - 12 });
      const under = doc.y;
      use(body(sheet).regular, 9.5).text(value, PAGE.left + LABEL, top, { width: WIDTH - LABEL });
      doc.y = (doc.y < top ? doc.y : Math.max(doc.y, under)) + 4;
    }
    doc.y += 4;
  },

  cells(pen, { rows }) {
    const { doc, sheet, use } = pen;
    room(pen, 48);
    const top = doc.y;
    const width = WIDTH / Math.max(rows.length, 1);
    const height =
      Math.max(...rows.map(([, value = ""]) => use("bold", 11.5).heightOfString(value, { width: width - 12 }))) + 24;
    rows.forEach(([label = "", value = ""], at) => {
      const left = PAGE.left + at * width;
      doc.rect(left, top, width, height).lineWidth(0.6).strokeColor(sheet.ink).stroke();
      use("regular", 7.5, GREY).text(label, left + 6, top + 5, { width: width - 12 });
      use("bold", 11.5).text(value, left + 6, top + 17, { width: width - 12 });
    });
    doc.y = top + height + 10;
  },

  table(pen, { columns, rows }) {
    const { doc, sheet, use } = pen;
    const shares = Object.values(columns);
    const total = shares.reduce((sum, share) => sum + share, 0);
    const widths = shares.map((share) => (share / total) * WIDTH);
    const line = (cells: readonly string[], head: boolean, shade: boolean) => {
      const role = head ? "bold" : "regular";
      const height =
        Math.max(
          ...cells.map((cell, at) => use(role, 8.5).heightOfString(cell, { width: (widths[at] ?? 0) - 2 * PAD })),
        ) +
        2 * PAD;
      room(pen, height);
      const top = doc.y;
      if (head || shade) doc.rect(PAGE.left, top, WIDTH, height).fill(head ? sheet.ink : PALE);
      let left = PAGE.left;
      cells.forEach((cell, at) => {
        use(role, 8.5, head ? "#ffffff" : BLACK).text(cell, left + PAD, top + PAD, {
          width: (widths[at] ?? 0) - 2 * PAD,
        });
        left += widths[at] ?? 0;
      });
      rule(pen, top + height, "#c9ced4", 0.5);
      doc.y = top + height;
    };
    room(pen, 60);
    line(Object.keys(columns), true, false);
    rows.forEach((cells, at) => line(cells, false, at % 2 === 1));
    doc.y += 12;
  },

  questions(pen, { rows }) {
    const { doc, sheet, use } = pen;
    for (const [order = "", question = "", answer = ""] of rows) {
      room(pen, 34);
      const top = doc.y;
      use("bold", 9, sheet.ink).text(order, PAGE.left, top, { width: 24 });
      use("regular", 9.5, GREY).text(question, PAGE.left + 26, top, { width: WIDTH * 0.5 - 36 });
      const under = doc.y;
      use("bold", 9.5).text(answer, PAGE.left + WIDTH * 0.5, top, { width: WIDTH * 0.5 });
      // An answer that ran over to the next page leaves the pen higher than it began.
      doc.y = (doc.y < top ? doc.y : Math.max(doc.y, under)) + 5;
      rule(pen, doc.y, "#dde1e6", 0.5);
      doc.y += 6;
    }
  },
};
