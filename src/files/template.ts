import type { Chance } from "../directory/chance.ts";
import type { Facts } from "./facts.ts";
import type { Block, Columns, Rows, Sheet } from "./sheet.ts";
import type { FileSubject } from "./subject.ts";

/** A sheet whose strings have open places such as `{name}`, and whose rows may be drawn. */
export type Template = Omit<Sheet, "body" | "reference"> & { body: readonly OpenBlock[] };

type DrawnRows = (subject: FileSubject, draws: Chance) => Rows;
type OpenRows = Rows | DrawnRows;
type Pairs = Readonly<Record<string, string>>;
type OpenBlock = { [Kind in Block["kind"]]: Opened<Extract<Block, { kind: Kind }>> }[Block["kind"]];
type Opened<Closed> = Closed extends { rows: Rows } ? Omit<Closed, "rows"> & { rows: OpenRows } : Closed;

/** A text of a template may run over several lines of source. */
const joined = (text: string): string => text.replace(/\n +/g, " ");

export const heading = (text: string): OpenBlock => ({ kind: "heading", text });
export const text = (text: string): OpenBlock => ({ kind: "text", text: joined(text) });
export const lead = (text: string): OpenBlock => ({ kind: "lead", text });
export const notice = (text: string): OpenBlock => ({ kind: "notice", text: joined(text) });
export const fields = (rows: Pairs | DrawnRows): OpenBlock => ({
  kind: "fields",
  rows: typeof rows === "function" ? rows : Object.entries(rows),
});
export const cells = (pairs: Pairs): OpenBlock => ({ kind: "cells", rows: Object.entries(pairs) });
export const table = (columns: Columns, rows: OpenRows): OpenBlock => ({ kind: "table", columns, rows });
/** A table whose rows are lines of text, with a bar between their cells. */
export const textTable = (columns: Columns) => (template: TemplateStringsArray) => {
  const lines = template.join().trim().split(/\n +/);
  return table(
    columns,
    lines.map((line) => line.split(" | ")),
  );
};
/** The numbered articles of a contract, by their titles. */
export const articles = (pairs: Pairs): OpenBlock[] =>
  Object.entries(pairs).flatMap(([title, content], at) => [heading(`Article ${at + 1} - ${title}`), text(content)]);

/** Leaves out empty tables, and headings without a block below them. */
function withoutGaps(blocks: Block[]): Block[] {
  const full = blocks.filter((block) => !("rows" in block) || block.rows.length > 0);
  return full.filter(({ kind }, at) => kind !== "heading" || (full[at + 1]?.kind ?? "heading") !== "heading");
}

export function compose(template: Template, subject: FileSubject, facts: Facts, draws: Chance): Sheet {
  const fill = (open: string) =>
    open.replace(/\{(\w+)\}/g, (whole, name) =>
      Object.hasOwn(facts, name) ? (facts[name as keyof Facts] ?? "") : whole,
    );
  // A label without a value is not printed: a foreign company has no SIRET.
  const known = (rows: Rows) => rows.map((row) => row.map(fill)).filter((row) => row.at(-1) !== "");
  const close = (block: OpenBlock): Block => {
    if ("text" in block) return { ...block, text: fill(block.text) };
    return { ...block, rows: known(typeof block.rows === "function" ? block.rows(subject, draws) : block.rows) };
  };
  return {
    ...template,
    authority: template.authority.map(fill).filter(Boolean),
    aside: template.aside?.map(fill).filter(Boolean),
    title: fill(template.title),
    subtitle: template.subtitle === undefined ? undefined : fill(template.subtitle),
    body: withoutGaps(template.body.map(close)),
    signature: template.signature?.map(fill),
    seal: template.seal === undefined ? undefined : fill(template.seal),
    mentions: template.mentions === undefined ? undefined : fill(joined(template.mentions)),
    reference: facts.reference,
  };
}
