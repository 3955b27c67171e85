import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chance } from "../../src/directory/chance.ts";
import { drawFile } from "../../src/domain/draw-file.ts";
import { drawsOf, factsOf } from "../../src/files/facts.ts";
import { padTo } from "../../src/files/padding.ts";
import { produceFile } from "../../src/files/produce.ts";
import { templates } from "../../src/files/templates.ts";
import { charpentes, infoOf, installed, munich, nobody, textOf } from "./sample.ts";

const types: { code: string; label: string; kind: string }[] = JSON.parse(
  readFileSync("fixtures/document-types.json", "utf8"),
);
const files = types
  .filter(({ kind }) => kind !== "FORM")
  .map(({ code, label }) => ({ documentCode: code, documentName: label }));
const poppler = installed("pdftotext") && installed("pdfinfo");

function hasWideFont(): boolean {
  try {
    return Boolean(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"));
  } catch {
    console.log("dejavu-fonts-ttf is not installed: the tests of other alphabets are skipped");
    return false;
  }
}
const wide = hasWideFont();

describe("the documents", () => {
  it("have a template for every code that is a file or comes from a source", () => {
    expect(files.map(({ documentCode }) => documentCode).filter((code) => !templates[code])).toEqual([]);
  });

  it("leave open only what the facts can fill", () => {
    const facts = Object.keys(factsOf(charpentes, drawsOf(charpentes)));
    const open = [...JSON.stringify(templates).matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(open.filter((name) => !facts.includes(name as string))).toEqual([]);
  });

  it.each(files)("$documentCode is the same bytes twice, and as many as its size says", (document) => {
    const subject = { ...charpentes, ...document };
    const once = produceFile(subject);
    expect(once.length).toBe(120_000);
    expect(produceFile(structuredClone(subject)).equals(once)).toBe(true);
    expect(produceFile({ ...subject, evidenceId: 1, reference: "autre" }).equals(once)).toBe(false);
  });

  it.skipIf(!poppler).each(files)(
    "$documentCode can be read, and says whose it is and that it is a specimen",
    (document) => {
      const text = textOf(produceFile({ ...charpentes, ...document }));
      for (const expected of ["Charpentes Morvandelles", "21992014700010", "SPÉCIMEN - sandbox", "KBIS-2025-004512"]) {
        expect(text).toContain(expected);
      }
      expect(text.includes("15/01/2025") || text.includes("15 janvier 2025")).toBe(true);
      expect(text).not.toMatch(/undefined|null|NaN|\{\w+\}/);
    },
  );

  it.skipIf(!poppler).each(files)("$documentCode of a foreign company names it by its numbers", (document) => {
    const text = textOf(produceFile({ ...munich, ...document }));
    expect(text).toContain("Alpenblick Präzision GmbH");
    expect(text).toMatch(/München HRB 998812|990100012/);
    expect(text).not.toContain("SIRET");
  });

  it.skipIf(!poppler).each(files)("$documentCode leaves no hole when nothing is known", (document) => {
    expect(textOf(produceFile({ ...nobody, ...document }))).not.toMatch(/undefined|null|NaN| ,|au \.|jusqu'au [^\d]/);
  });

  it.skipIf(!poppler)("bear the day they were issued, not the day they were made", () => {
    expect(infoOf(produceFile(charpentes))).toMatchObject({
      Title: "EXTRAIT KBIS",
      CreationDate: expect.stringContaining("Jan 15"),
      Pages: "1",
      "File size": "120000 bytes",
    });
  });

  it.skipIf(!poppler)("say what the register knows of a collective procedure", () => {
    const collectiveProcedure = {
      type: "REDRESSEMENT_JUDICIAIRE",
      openingDate: "2024-11-04",
      court: "tribunal de commerce de Dijon",
    };
    expect(textOf(produceFile({ ...charpentes, collectiveProcedure }))).toContain(
      "Jugement du 4 novembre 2024 (tribunal de commerce de Dijon) ouvrant un redressement judiciaire",
    );
  });

  it.skipIf(!poppler)("report a match only for a company under sanctions", () => {
    const screening = { ...charpentes, documentCode: "SCR_SANCTIONS" };
    expect(textOf(produceFile(screening))).not.toContain("CORRESPONDANCE");
    expect(textOf(produceFile({ ...screening, sanctioned: true }))).toContain("CORRESPONDANCE");
  });

  it.skipIf(!poppler)("speak of an assessment on a scorecard, and of a search only on a screening", () => {
    const wording = /recherche|Surveillance jusqu'au/;
    const scorecard = textOf(produceFile({ ...charpentes, documentCode: "SCORE_RSE" }));
    expect(scorecard).not.toMatch(wording);
    expect(scorecard).toContain("Entreprise évaluée Charpentes Morvandelles");
    expect(textOf(produceFile({ ...charpentes, documentCode: "SCR_PPE" }))).toMatch(wording);
  });

  it.skipIf(!poppler)("state that a company without employees has no foreign ones", () => {
    expect(textOf(produceFile({ ...charpentes, documentCode: "LNTE", workforce: 0 }))).toContain("ÉTAT NÉANT");
  });

  it.skipIf(!poppler)("show a bank's own numbers on a RIB", () => {
    const text = textOf(produceFile({ ...charpentes, documentCode: "RIB" }));
    for (const expected of [
      "30004",
      "00823",
      "00010054321",
      "FR76 3000 4008 2300 0100 5432 188",
      "BNPAFRPP",
      "BNP Paribas",
    ]) {
      expect(text).toContain(expected);
    }
  });

  it.skipIf(!poppler)("stand for a code nobody has heard of", () => {
    const text = textOf(produceFile({ ...charpentes, documentCode: "__proto__", documentName: "Pièce inconnue" }));
    expect(text).toContain("Pièce inconnue");
  });
});

describe("the letters", () => {
  it.skipIf(!poppler)("keep French accents, ligatures and the euro", () => {
    const name = "Çà & Là, œuvre d'été - Noël à 5 € « naïf »";
    expect(textOf(produceFile({ ...charpentes, name }))).toContain(name);
  });

  it.skipIf(!poppler || !wide).each(["Łódź Żółć Spółka", "Αθήνα Ελληνική", "Москва Ёлка", "Škoda Čedok ő ű"])(
    "keep %s",
    (name) => {
      expect(textOf(produceFile({ ...charpentes, name }))).toContain(name);
    },
  );

  it.skipIf(!wide)("leave no trace in the next document", () => {
    const polish = { ...charpentes, name: "Łódzka Spółka" };
    const once = produceFile(polish);
    produceFile({ ...charpentes, name: "Москва Αθήνα" });
    expect(produceFile(polish).equals(once)).toBe(true);
  });

  it.skipIf(!poppler)("replace what no font has by a sign that shows, never by another letter", () => {
    const text = textOf(produceFile({ ...charpentes, name: "Wang 漢字 🏗️ SARL\u202e\u0000" }));
    expect(text).toContain(wide ? "Wang □□ □ SARL" : "Wang ?? ? SARL");
  });

  it("fit in the smallest size, whatever the alphabet", () => {
    const name = "Żółć Ελληνική Москва ".repeat(6);
    const sizes = files.map(
      (document) =>
        produceFile({ ...charpentes, ...document, name, ceo: name, addressLine1: name, fileSize: undefined }).length,
    );
    expect(Math.max(...sizes)).toBeLessThan(88 * 1024);
  }, 30_000);

  it("are produced for any company at all", () => {
    const strange = fc.string({ unit: "binary", maxLength: 60 });
    fc.assert(
      fc.property(fc.constantFrom(...files), strange, strange, fc.nat(1e9), (document, name, street, capital) => {
        const pdf = produceFile({
          ...charpentes,
          ...document,
          name,
          addressLine1: street,
          addressCity: street,
          capital,
        });
        expect(pdf.length).toBe(120_000);
      }),
      { numRuns: 40 },
    );
  }, 30_000);
});

describe("the size", () => {
  it("is exact to the byte, also where the pointer to the table gains a digit", () => {
    const natural = produceFile({ ...charpentes, fileSize: undefined });
    for (const fileSize of [
      natural.length,
      natural.length + 1,
      99_999,
      ...Array.from({ length: 2000 }, (_, at) => 100_000 + at),
      999_999,
    ]) {
      const pdf = padTo(natural, fileSize);
      expect(pdf.length).toBe(fileSize);
      const pointer = Number(/startxref\n(\d+)\n%%EOF\n?$/.exec(pdf.toString("latin1", pdf.length - 60))?.[1]);
      expect(pdf.toString("latin1", pointer, pointer + 5)).toBe("xref\n");
    }
  });

  it("is the natural one when what was asked for is too small", () => {
    const natural = produceFile({ ...charpentes, fileSize: undefined });
    expect(produceFile({ ...charpentes, fileSize: 10 }).equals(natural)).toBe(true);
  });

  it("and the name are drawn alike from the same key, and look like people's", () => {
    const drawn = files.map(({ documentCode }) =>
      drawFile(documentCode, charpentes, chance(1, "file", documentCode), "2025-01-15"),
    );
    const again = files.map(({ documentCode }) =>
      drawFile(documentCode, charpentes, chance(1, "file", documentCode), "2025-01-15"),
    );
    expect(again).toEqual(drawn);
    for (const { fileName, fileSize } of drawn) {
      expect(fileName).toMatch(/^[^{}/\\]+\.pdf$/);
      expect(fileSize).toBeGreaterThanOrEqual(88 * 1024);
      expect(fileSize).toBeLessThanOrEqual(1024 * 1024);
    }
  });

  it("can be produced whatever was drawn", () => {
    for (const document of files) {
      const { fileSize } = drawFile(document.documentCode, charpentes, chance(2, document.documentCode), "2025-01-15");
      expect(produceFile({ ...charpentes, ...document, fileSize }).length).toBe(fileSize);
    }
  });
});
