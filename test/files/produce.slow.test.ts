import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chance } from "../../src/directory/chance.ts";
import { defaultConfiguration } from "../../src/domain/configuration.ts";
import { drawFile } from "../../src/domain/document/draw-file.ts";
import { compositionOf } from "../../src/files/composition.ts";
import { produceFile } from "../../src/files/produce.ts";
import { drawnTextOf, infoOf, installed, pagesOf } from "./readers.ts";
import { charpentes, munich, unknown } from "./sample.ts";

const files = [...defaultConfiguration.documentTypes.values()]
  .filter(({ kind }) => kind !== "FORM")
  .map(({ code, label }) => ({ documentCode: code, documentName: label }));
const poppler = installed("pdftotext") && installed("pdfinfo");

/** Headings are drawn in capitals, and a reader takes a space between close letters for none. */
const plain = (text: string) => text.replace(/\s+/g, "").toLowerCase();
const textsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(textsIn);

describe("the PDF of a file", () => {
  it.each(files)("$documentCode has as many bytes as its size says", (document) => {
    const { fileSize } = drawFile(
      defaultConfiguration,
      document.documentCode,
      charpentes,
      chance(2, document.documentCode),
      "2025-01-15",
    );
    expect(produceFile({ ...charpentes, ...document, fileSize }).length).toBe(fileSize);
  });

  it.skipIf(!poppler).each(files)(
    "$documentCode shows every text of its sheet, and that it is a specimen",
    (document) => {
      // Each document is of one of three companies, in turn.
      const company = [charpentes, munich][files.indexOf(document) % 3] ?? unknown;
      const subject = { ...company, ...document };
      const { style: _style, ink: _ink, seal: _seal, body, ...sheet } = compositionOf(subject).sheet;
      const blocks = body.map((block) => ("text" in block ? block.text : block.rows));
      const shown = plain(drawnTextOf(produceFile(subject)) as string);
      expect(textsIn([sheet, blocks]).filter((text) => !shown.includes(plain(text)))).toEqual([]);
      expect(shown).toContain("spécimen-sandbox-documentfictif");
    },
  );

  it.skipIf(!poppler).each(files)("the last page of $documentCode holds more than a signature", (document) => {
    for (const name of ["X", "Compagnie générale de construction et de rénovation du Morvan ".repeat(2)]) {
      const pages = pagesOf(produceFile({ ...charpentes, ...document, name }));
      const words = pages.at(-1)?.split(/Fait |Certifié conforme|Délivré |Édité le/)[0] ?? "";
      expect({ name, words: words.trim() }).toEqual({ name, words: expect.stringMatching(/^.{41}/) });
    }
  });

  it.skipIf(!poppler)("its metadata name the day on which the document was issued", () => {
    expect(infoOf(produceFile(charpentes))).toMatchObject({
      ...{ Title: "EXTRAIT KBIS", CreationDate: expect.stringContaining("Jan 15"), Pages: "1" },
      "File size": "120000 bytes",
    });
  });

  it("every document fits in the smallest size, whatever its alphabet", () => {
    const name = "Żółć Ελληνική Москва ".repeat(6);
    const natural = { name, ceo: name, addressLine1: name, fileSize: undefined };
    const sizes = files.map((document) => produceFile({ ...charpentes, ...document, ...natural }).length);
    expect(Math.max(...sizes)).toBeLessThan(88 * 1024);
  });

  it("a document can be produced for any company", () => {
    const strange = fc.string({ unit: "binary", maxLength: 60 });
    fc.assert(
      fc.property(fc.constantFrom(...files), strange, strange, fc.nat(1e9), (document, name, street, capital) => {
        const address = { addressLine1: street, addressCity: street };
        expect(produceFile({ ...charpentes, ...document, ...address, name, capital }).length).toBe(120_000);
      }),
      { numRuns: 40 },
    );
  });

  it.skipIf(!poppler)(
    "a form has several pages where the answers are long, and each says that it is a specimen",
    () => {
      const value = "Nous formons chaque année tous nos collaborateurs. ".repeat(75);
      const questions = Array.from({ length: 12 }, (_, at) => ({
        key: `k${at}`,
        title: `Question ${at + 1}`,
        order: at,
      }));
      const formdata = questions.map((question) => ({ ...question, type: "string" as const, value }));
      const form = { ...charpentes, kind: "form" as const, documentCode: "IBAN", fileSize: undefined, formdata };
      const pages = pagesOf(produceFile(form));
      expect(pages.length).toBeGreaterThan(5);
      expect(pages.filter((page) => !page.includes("SPÉCIMEN - sandbox"))).toEqual([]);
      expect(pages.join(" ").match(/Question \d+/g)).toHaveLength(12);
    },
  );
});
