import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { defaultConfiguration } from "../../src/domain/configuration.ts";
import { DRAWING_VERSION, entityTag, producedTag } from "../../src/files/composition.ts";
import { drawPdf } from "../../src/files/page.ts";
import { produceFile } from "../../src/files/produce.ts";
import type { Block, Sheet } from "../../src/files/sheet.ts";
import type { FileSubject } from "../../src/files/subject.ts";
import { charpentes } from "./sample.ts";

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex").slice(0, 12);

const changes: Partial<FileSubject>[] = [
  ...[...defaultConfiguration.documentTypes.keys()].flatMap((documentCode, at) =>
    at % 4 === 0 ? { documentCode } : [],
  ),
  ...[{ documentName: "Autre nom" }, { reference: "KBIS-2025-004513" }, { issueDate: "2025-01-16" }],
  ...[{ expirationDate: null }, { fileSize: 120_001 }, { name: "Charpentes du Morvan" }, { executives: [] }],
  ...[{ siret: "21992014700028" }, { workforce: 49 }, { addressCity: "Beaune" }],
];

describe("the tag of a produced file", () => {
  it("differs for files with different bytes, and is the same for the same file", () => {
    const subjects = [charpentes, ...changes.map((change) => ({ ...charpentes, ...change }))];
    const tags = subjects.map(producedTag);
    const tagged = subjects.map((subject, at) => `${tags[at]} ${digest(produceFile(subject))}`);
    expect(new Set(tags).size).toBe(new Set(tagged).size);
    expect(subjects.map((subject) => producedTag(structuredClone(subject)))).toEqual(tags);
  });

  it("follows the entries of a form", () => {
    const entry = { type: "string", key: "k", title: "Question", order: 1, value: "Oui" } as const;
    const form = { ...charpentes, kind: "form" as const, formdata: [entry] };
    expect(producedTag(structuredClone(form))).toBe(producedTag(form));
    expect(producedTag({ ...form, formdata: [{ ...entry, value: "Non" }] })).not.toBe(producedTag(form));
  });

  it("is a strong entity tag of 22 characters", () => {
    expect(producedTag(charpentes)).toMatch(/^"[\w-]{22}"$/);
    const tagOf = (...pieces: string[]) => {
      const hash = createHash("sha256");
      for (const piece of pieces) hash.update(piece);
      return entityTag(hash);
    };
    expect(tagOf("a", "b")).toBe(tagOf("ab"));
    expect(tagOf("a")).not.toBe(tagOf("b"));
  });
});

const rows = [["1.", "Première", "valeur"]] as const;
const whole: Sheet = {
  ...{ style: "register", ink: "#24476b", authority: ["Autorité", "Service"], aside: ["À droite", "N° 1"] },
  ...{ title: "Titre", subtitle: "Sous-titre", seal: "SCEAU", mentions: "Mentions.", reference: "R-1" },
  signature: ["Fait à Dijon", "Claire Martin", "Présidente"],
  body: [
    { kind: "heading", text: "Intitulé" },
    { kind: "text", text: "Texte" },
    { kind: "lead", text: "Accroche" },
    { kind: "notice", text: "Avis" },
    { kind: "fields", rows },
    { kind: "cells", rows },
    { kind: "table", columns: { "N°": 20, Nom: 30, Valeur: 50 }, rows: [...rows, ...rows] },
    { kind: "questions", rows },
  ],
};
const long = "Une phrase qui passe à la ligne. ".repeat(8).trim();
const longRows = Array.from({ length: 9 }, (_, at) => [`${at}`, at % 2 ? long : "court", at % 3 ? "court" : long]);
/** Every kind of block, with texts of several lines, as often as a page is filled by it. */
const longBody: Block[] = whole.body.flatMap((block): Block[] =>
  "text" in block
    ? Array(6).fill({ ...block, text: long })
    : [{ ...block, rows: block.kind === "cells" ? longRows.slice(0, 3) : longRows }],
);
const longTexts = { subtitle: long, title: long.slice(0, 90), aside: [long, "", "x"], mentions: long, body: longBody };
const { aside: _aside, subtitle: _subtitle, seal: _seal, mentions: _mentions, signature: _signature, ...bare } = whole;
const styles = ["register", "letter", "certificate", "band", "deed"] as const;
/** The last block, a heading above it or not, leaves no room for the signature. */
const full = (last: Block[]): Sheet => ({
  ...whole,
  body: [{ kind: "text", text: Array(36).fill("Ligne").join("\n") }, ...last],
});
const sheets: Record<string, Sheet> = {
  ...Object.fromEntries(
    styles.flatMap((style): [string, Sheet][] => [
      [style, { ...whole, style }],
      [`long ${style}`, { ...whole, ...longTexts, style, serif: true }],
      [`bare ${style}`, { ...bare, style, authority: [], body: whole.body.slice(0, 2) }],
    ]),
  ),
  "in another alphabet": { ...whole, title: "Żółć", body: [{ kind: "text", text: "Москва 漢" }] },
  "a signature with its last block": full([{ kind: "notice", text: "Fin" }]),
  "a signature with its last block and heading": full([
    { kind: "heading", text: "Fin" },
    { kind: "text", text: "Fin" },
  ]),
};

describe("a drawn sheet", () => {
  it("has the same bytes unless DRAWING_VERSION is raised, because clients keep a file with its tag", () => {
    const drawn = Object.entries(sheets).map(([name, sheet]) => [
      name,
      digest(drawPdf({ sheet, created: "2025-01-15T10:00:00", subject: "Sujet" })),
    ]);
    expect({ DRAWING_VERSION, ...Object.fromEntries(drawn) }).toEqual({
      ...{ DRAWING_VERSION: 3, register: "81cc14c7ae01", letter: "f3712ae4093e", certificate: "a6eeeb6ceb2b" },
      ...{ band: "2e7253cdd0ec", deed: "a16e2b112d6d", "in another alphabet": "edf34136b806" },
      ...{ "long register": "9bff6258348b", "long letter": "358c7da34453", "long certificate": "f62a20b93505" },
      ...{ "long band": "563978da26ed", "long deed": "19a73452e315" },
      ...{ "bare register": "18abaa8f010e", "bare letter": "4e5dce8affb6", "bare certificate": "d2e1a8f134e8" },
      ...{ "bare band": "f097eda13919", "bare deed": "b2ce680be0df" },
      "a signature with its last block": "a15ada6a1dae",
      "a signature with its last block and heading": "8fdfec44fa5f",
    });
  });
});
