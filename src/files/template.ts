import type { Chance } from "../directory/chance.ts";
import type { Facts } from "./facts.ts";
import type { Block, Columns, Rows, Sheet } from "./sheet.ts";
import type { Subject } from "./subject.ts";

/** A sheet whose strings leave places open, `{name}`, and whose tables may be drawn. */
export type Template = Omit<Sheet, "body" | "reference"> & { body: readonly OpenBlock[] };

type OpenRows = Rows | ((subject: Subject, draws: Chance) => Rows);
type OpenBlock = { [Kind in Block["kind"]]: Opened<Extract<Block, { kind: Kind }>> }[Block["kind"]];
type Opened<Closed> = Closed extends { rows: Rows } ? Omit<Closed, "rows"> & { rows: OpenRows } : Closed;

export const heading = (text: string): OpenBlock => ({ kind: "heading", text });
export const text = (text: string): OpenBlock => ({ kind: "text", text });
export const lead = (text: string): OpenBlock => ({ kind: "lead", text });
export const notice = (text: string): OpenBlock => ({ kind: "notice", text });
export const fields = (rows: OpenRows): OpenBlock => ({ kind: "fields", rows });
export const cells = (rows: OpenRows): OpenBlock => ({ kind: "cells", rows });
export const table = (columns: Columns, rows: OpenRows): OpenBlock => ({ kind: "table", columns, rows });
/** The numbered articles of a contract. */
export const articles = (list: Rows): OpenBlock[] =>
  list.flatMap(([title = "", content = ""], at) => [heading(`Article ${at + 1} - ${title}`), text(content)]);

/** Neither empty tables nor the headings over nothing. */
function withoutHoles(blocks: Block[]): Block[] {
  const full = blocks.filter((block) => !("rows" in block) || block.rows.length > 0);
  return full.filter(({ kind }, at) => kind !== "heading" || (full[at + 1]?.kind ?? "heading") !== "heading");
}

export function compose(template: Template, subject: Subject, facts: Facts, draws: Chance): Sheet {
  const fill = (open: string) =>
    open.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(facts, name) ? facts[name as keyof Facts] : whole));
  // A label whose value is unknown is not printed: a foreign company has no SIRET.
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
    body: withoutHoles(template.body.map(close)),
    signature: template.signature?.map(fill),
    seal: template.seal === undefined ? undefined : fill(template.seal),
    mentions: template.mentions === undefined ? undefined : fill(template.mentions),
    reference: facts.reference,
  };
}
