import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chance } from "../../src/directory/chance.ts";
import { drawFile } from "../../src/domain/document/draw-file.ts";
import { drawsOf, factsOf } from "../../src/files/facts.ts";
import { padTo } from "../../src/files/padding.ts";
import { produceFile } from "../../src/files/produce.ts";
import { templates } from "../../src/files/templates.ts";
import { infoOf, installed, pagesOf, textOf } from "./readers.ts";
import { charpentes, munich, unknown } from "./sample.ts";

const types: { code: string; label: string; kind: string }[] = JSON.parse(
  readFileSync("fixtures/document-types.json", "utf8"),
);
const files = types
  .filter(({ kind }) => kind !== "FORM")
  .map(({ code, label }) => ({ documentCode: code, documentName: label }));
const poppler = installed("pdftotext") && installed("pdfinfo");

describe("the templates", () => {
  it("every document code that is a file or comes from a source has a template", () => {
    expect(files.map(({ documentCode }) => documentCode).filter((code) => !templates[code])).toEqual([]);
  });

  it("templates leave open only places that the facts fill", () => {
    const facts = Object.keys(factsOf(charpentes, drawsOf(charpentes)));
    const open = [...JSON.stringify(templates).matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(open.filter((name) => !facts.includes(name as string))).toEqual([]);
  });

  it.each(files)("$documentCode has the same bytes when it is produced again, as many as its size says", (document) => {
    const subject = { ...charpentes, ...document };
    const once = produceFile(subject);
    expect(once.length).toBe(120_000);
    expect(produceFile(structuredClone(subject)).equals(once)).toBe(true);
    expect(produceFile({ ...subject, evidenceId: 1, reference: "autre" }).equals(once)).toBe(false);
  });

  it.skipIf(!poppler).each(files)("$documentCode names its company and says that it is a specimen", (document) => {
    const text = textOf(produceFile({ ...charpentes, ...document }));
    for (const expected of ["Charpentes Morvandelles", "21992014700010", "SPÉCIMEN - sandbox", "KBIS-2025-004512"]) {
      expect(text).toContain(expected);
    }
    expect(text.includes("15/01/2025") || text.includes("15 janvier 2025")).toBe(true);
    expect(text).not.toMatch(/undefined|null|NaN|\{\w+\}/);
  });

  it.skipIf(!poppler).each(files)(
    "$documentCode of a foreign company names it by its local number or its DUNS",
    (document) => {
      const text = textOf(produceFile({ ...munich, ...document }));
      expect(text).toContain("Alpenblick Präzision GmbH");
      expect(text).toMatch(/München HRB 998812|990100012/);
      expect(text).not.toContain("SIRET");
    },
  );

  it.skipIf(!poppler).each(files)("$documentCode leaves no gap when nothing is known of the company", (document) => {
    expect(textOf(produceFile({ ...unknown, ...document }))).not.toMatch(/undefined|null|NaN| ,|au \.|jusqu'au [^\d]/);
  });

  it.skipIf(!poppler)("the metadata of a PDF name the day on which the document was issued", () => {
    expect(infoOf(produceFile(charpentes))).toMatchObject({
      Title: "EXTRAIT KBIS",
      CreationDate: expect.stringContaining("Jan 15"),
      Pages: "1",
      "File size": "120000 bytes",
    });
  });

  it.skipIf(!poppler)("an extract names the collective procedure of its company", () => {
    const collectiveProcedure = {
      type: "REDRESSEMENT_JUDICIAIRE" as const,
      openingDate: "2024-11-04",
      court: "tribunal de commerce de Dijon",
    };
    expect(textOf(produceFile({ ...charpentes, collectiveProcedure }))).toContain(
      "Jugement du 4 novembre 2024 (tribunal de commerce de Dijon) ouvrant un redressement judiciaire",
    );
  });

  it.skipIf(!poppler)("a sanctions screening reports a match only for a sanctioned company", () => {
    const screening = { ...charpentes, documentCode: "SCR_SANCTIONS" };
    expect(textOf(produceFile(screening))).not.toContain("CORRESPONDANCE");
    expect(textOf(produceFile({ ...screening, sanctioned: true }))).toContain("CORRESPONDANCE");
  });

  it.skipIf(!poppler)("a scorecard speaks of an assessment, and only a screening speaks of a search", () => {
    const wording = /recherche|Surveillance jusqu'au/;
    const scorecard = textOf(produceFile({ ...charpentes, documentCode: "SCORE_RSE" }));
    expect(scorecard).not.toMatch(wording);
    expect(scorecard).toContain("Entreprise évaluée Charpentes Morvandelles");
    expect(textOf(produceFile({ ...charpentes, documentCode: "SCR_PPE" }))).toMatch(wording);
  });

  it.skipIf(!poppler)(
    "the list of foreign employees of a company without employees is a statement that there are none",
    () => {
      expect(textOf(produceFile({ ...charpentes, documentCode: "LNTE", workforce: 0 }))).toContain("ÉTAT NÉANT");
    },
  );

  it.skipIf(!poppler)("a RIB shows the bank's national numbers", () => {
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

  it.skipIf(!poppler)("a RIB names the currency of its account", () => {
    const rib = { ...charpentes, documentCode: "RIB" };
    expect(textOf(produceFile(rib))).toContain("tenu en euros.");
    expect(textOf(produceFile({ ...rib, iban: "GB33BUKB20201555555555" }))).toContain("tenu en livre sterling (GBP).");
  });

  it.skipIf(!poppler)("an extract of Strasbourg comes from its civil court", () => {
    const text = textOf(produceFile({ ...charpentes, greffe: "Strasbourg" }));
    expect(text).toContain("Greffe du tribunal judiciaire de");
    expect(text).not.toContain("tribunal de commerce");
  });

  it.skipIf(!poppler)("no executive of a company has a site card", () => {
    expect(textOf(produceFile({ ...charpentes, documentCode: "CARTE_BTP" }))).not.toMatch(/MARTIN Claire|LEFÈVRE Noël/);
  });

  it.skipIf(!poppler)("a list of foreign workers is of some employers only, and at most half of the staff", () => {
    const lists = Array.from({ length: 30 }, (_, at) => {
      const siren = String(219_920_000 + at);
      return textOf(produceFile({ ...charpentes, documentCode: "LNTE", siren, workforce: 4 }));
    });
    const empty = lists.filter((text) => text.includes("ÉTAT NÉANT")).length;
    expect([empty > 5, empty < 25]).toEqual([true, true]);
    for (const text of lists) expect(text.match(/\b\d{10}\b/g)?.length ?? 0).toBeLessThanOrEqual(2);
  });

  it.skipIf(!poppler)("a name that begins with a vowel loses the vowel of its preposition", () => {
    const text = textOf(produceFile({ ...charpentes, documentCode: "LNTE", name: "Estonville Conseil" }));
    expect(text).toContain("pour le compte d'Estonville Conseil");
  });

  it("the same authority has one signatory, and other authorities have others", () => {
    const signatoryOf = (change: object) => {
      const subject = { ...charpentes, ...change };
      return factsOf(subject, drawsOf(subject)).signatory;
    };
    const [kbis, again] = [signatoryOf({}), signatoryOf({ evidenceId: 9, reference: "X", name: "Autre" })];
    expect(again).toBe(kbis);
    const cities = ["Dijon", "Lille", "Metz", "Nantes", "Brest", "Paris", "Lyon", "Nice"];
    expect(new Set(cities.map((greffe) => signatoryOf({ greffe }))).size).toBeGreaterThan(5);
    const poles = ["DE", "PL", "US", "ES"].map((addressCountryCode) =>
      signatoryOf({ documentCode: "A1", addressCountryCode, greffe: null }),
    );
    expect(new Set(poles).size).toBe(4);
  });

  it("a certificate was first issued whole cycles of three years ago, and not before the company existed", () => {
    const seen = new Set<number>();
    for (let at = 0; at < 60; at++) {
      const subject = { ...charpentes, documentCode: "ISO_27001", siren: String(219_920_000 + at) };
      const [day, month, year] = factsOf(subject, drawsOf(subject)).firstCertified.split("/").map(Number);
      expect([day, month]).toEqual([15, 1]);
      seen.add(2025 - (year as number));
      expect(factsOf({ ...subject, dateCreation: "2024-12-01" }, drawsOf(subject)).firstCertified).toBe("15/01/2025");
    }
    expect([...seen].sort((a, b) => a - b)).toEqual([0, 3, 6, 9]);
  });

  it.skipIf(!poppler).each(files)("the last page of $documentCode holds more than a signature", (document) => {
    for (const name of ["X", "Compagnie générale de construction et de rénovation du Morvan ".repeat(2)]) {
      const pages = pagesOf(produceFile({ ...charpentes, ...document, name }));
      const words = pages.at(-1)?.split(/Fait |Certifié conforme|Délivré |Édité le/)[0] ?? "";
      expect([document.documentCode, words.trim().length > 40]).toEqual([document.documentCode, true]);
    }
  });

  it.skipIf(!poppler)("an unknown document code has a general template", () => {
    const text = textOf(produceFile({ ...charpentes, documentCode: "__proto__", documentName: "Pièce inconnue" }));
    expect(text).toContain("Pièce inconnue");
  });
});

describe("the typeface", () => {
  it.skipIf(!poppler)("a PDF shows French accents, ligatures and the euro sign", () => {
    const name = "Çà & Là, œuvre d'été - Noël à 5 € « naïf »";
    expect(textOf(produceFile({ ...charpentes, name }))).toContain(name);
  });

  it.skipIf(!poppler).each(["Łódź Żółć Spółka", "Αθήνα Ελληνική", "Москва Ёлка", "Škoda Čedok ő ű"])(
    "a PDF shows the company name %s",
    (name) => {
      expect(textOf(produceFile({ ...charpentes, name }))).toContain(name);
    },
  );

  it("the letters of one document leave no trace in the next", () => {
    const polish = { ...charpentes, name: "Łódzka Spółka" };
    const once = produceFile(polish);
    produceFile({ ...charpentes, name: "Москва Αθήνα" });
    expect(produceFile(polish).equals(once)).toBe(true);
  });

  it.skipIf(!poppler)("a character without a glyph becomes a visible sign, never another letter", () => {
    const text = textOf(produceFile({ ...charpentes, name: "Wang 漢字 🏗️ SARL\u202e\u0000" }));
    expect(text).toContain("Wang □□ □ SARL");
  });

  it("every document fits in the smallest size, whatever its alphabet", () => {
    const name = "Żółć Ελληνική Москва ".repeat(6);
    const sizes = files.map(
      (document) =>
        produceFile({ ...charpentes, ...document, name, ceo: name, addressLine1: name, fileSize: undefined }).length,
    );
    expect(Math.max(...sizes)).toBeLessThan(88 * 1024);
  });

  it("a document can be produced for any company", () => {
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
  });
});

describe("padTo", () => {
  it("a padded PDF has exactly the wanted size, also where the pointer to its table gains a digit", () => {
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

  it("a PDF keeps its natural size when the wanted one is too small", () => {
    const natural = produceFile({ ...charpentes, fileSize: undefined });
    expect(produceFile({ ...charpentes, fileSize: 10 }).equals(natural)).toBe(true);
  });

  it("drawFile draws the same plausible name and size from the same key", () => {
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

  it("a document can be produced in every size that drawFile draws", () => {
    for (const document of files) {
      const { fileSize } = drawFile(document.documentCode, charpentes, chance(2, document.documentCode), "2025-01-15");
      expect(produceFile({ ...charpentes, ...document, fileSize }).length).toBe(fileSize);
    }
  });
});
