import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { FormEntry } from "../../contract/documents.ts";
import { PAGE } from "../../src/files/pen.ts";
import { produceFile } from "../../src/files/produce.ts";
import { inFile, infoOf, installed, textOf } from "./readers.ts";
import { charpentes } from "./sample.ts";

const poppler = installed("pdftotext");
const form = {
  ...charpentes,
  kind: "form" as const,
  documentCode: "IBAN",
  documentName: "Coordonnées bancaires (IBAN)",
  fileSize: undefined,
  formdata: [
    { type: "iban", key: "iban", title: "IBAN", order: 2, value: "FR7630004008230001005432188" },
    {
      type: "string",
      key: "titulaire_compte",
      title: "Titulaire du compte",
      order: 1,
      value: "Charpentes Morvandelles",
    },
    { type: "date", key: "date_effet", title: "Date d'effet", order: 3, value: "01/01/2025" },
    {
      type: "boolean",
      key: "compte_affacture",
      title: "Le compte est-il celui d'un affactureur ?",
      order: 4,
      value: "false",
    },
    { type: "number", key: "chiffre", title: "Chiffre d'affaires", order: 5, value: "6150000.5" },
    { type: "string", key: "precisions", title: "Précisions", order: 6, value: "" },
  ] satisfies FormEntry[],
};
const texts = (...entries: [title: string, value: string][]): FormEntry[] =>
  entries.map(([title, value], at) => ({ type: "string", key: `k${at}`, title, order: at + 1, value }));

describe("formSheet", () => {
  it.skipIf(!poppler)("the PDF of a form has its title, and every question in order with its answer", () => {
    const text = textOf(produceFile(form));
    expect(text).toContain("Coordonnées bancaires (IBAN)");
    expect(text).toContain("21992014700010");
    expect(text).toContain("SPÉCIMEN - sandbox");
    const lines = [
      "1. Titulaire du compte Charpentes Morvandelles",
      "2. IBAN FR76 3000 4008 2300 0100 5432 188",
      "3. Date d'effet 01/01/2025",
      "4. Le compte est-il celui d'un affactureur ? Non",
      "5. Chiffre d'affaires 6 150 000,5",
      "6. Précisions -",
    ];
    expect(lines.map((line) => text.includes(line))).toEqual(lines.map(() => true));
    expect(lines.map((line) => text.indexOf(line))).toEqual(
      lines.map((line) => text.indexOf(line)).toSorted((a, b) => a - b),
    );
  });

  it.skipIf(!poppler)("the PDF of a form breaks a long e-mail address before its domain, within the margin", () => {
    const [person, domain] = ["maximilienne.delarochefoucauld", "@travaux-publics-du-morvan.example"];
    const formdata = texts(["E-mail", person + domain], ["E-mail", "ab@cd.example"]);
    const pdf = produceFile({ ...form, formdata });
    expect(textOf(pdf)).toMatch(new RegExp(`1\\. E-mail ${person} ${domain.replace(".", "\\.")} `));
    expect(textOf(pdf)).toContain("2. E-mail ab@cd.example");
    const words = inFile(pdf, (path) => execFileSync("pdftotext", ["-bbox", path, "-"], { encoding: "utf8" }));
    const right = [...words.matchAll(/xMax="([\d.]+)"/g)].map(([, x]) => Number(x));
    expect(right.length).toBeGreaterThan(10);
    expect(Math.max(...right)).toBeLessThanOrEqual(PAGE.width - PAGE.right + 0.5);
  });

  it("the PDF of a form has the same bytes when it is produced again", () => {
    expect(produceFile(form).equals(produceFile(structuredClone(form)))).toBe(true);
  });

  it.skipIf(!poppler)("the PDF of a form with long answers has several pages", () => {
    const value = "Nous formons chaque année tous nos collaborateurs. ".repeat(75);
    const formdata = texts(...Array.from({ length: 12 }, (_, at): [string, string] => [`Question ${at + 1}`, value]));
    const pdf = produceFile({ ...form, formdata });
    expect(Number(infoOf(pdf).Pages)).toBeGreaterThan(5);
    const text = textOf(pdf);
    expect(formdata.every(({ title }) => text.includes(title))).toBe(true);
    expect(text.match(/SPÉCIMEN - sandbox/g)?.length).toBe(Number(infoOf(pdf).Pages));
  });
});
