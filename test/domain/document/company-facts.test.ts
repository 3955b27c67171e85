import { describe, expect, it } from "vitest";
import { chance } from "../../../src/directory/chance.ts";
import type { FormField } from "../../../src/domain/configuration.ts";
import * as facts from "../../../src/domain/document/company-facts.ts";
import type { Drawer } from "../../../src/domain/document/drawer.ts";

const { factOf } = facts;
const company = {
  ...{ name: "Béton & Fils", siren: "123456789", siret: "12345678900011", tva: "FR1", duns: "9", localId: "L1" },
  ...{ legalCategoryLabel: "SAS", activityCode: "62.01Z", addressLine1: "1 rue A", addressPostCode: "21000" },
  ...{ addressCity: "Dijon", addressCountryCode: "FR", dateCreation: "2001-02-03", today: "2026-01-15" },
  ...{ workforce: 12, employees: 13, turnover: 1000, turnoverCurrency: "EUR", chance: chance(1, "x") },
  signatory: { name: "Ana Ruiz", role: "Présidente" },
  bank: { iban: "FR7630006000011234567890189", holder: "Titulaire" },
  past: (most: number, least: number) => `${most} to ${least} days ago`,
  number: (min: number, max: number) => `${min} to ${max}`,
} as unknown as Drawer;
const unknown = {
  ...{ ...company, siren: null, siret: null, tva: null, duns: null, localId: null, legalCategoryLabel: undefined },
  ...{ activityCode: undefined, addressLine1: undefined, addressPostCode: null, addressCity: undefined },
  ...{ dateCreation: null, workforce: null, turnover: null, bank: null },
} as unknown as Drawer;
const abroad = { ...company, iban: "DE89370400440532013000" };

describe("a fact of a company", () => {
  it.each<[fact: Parameters<typeof factOf>[0], known: string, without: string]>([
    ["name", "Béton & Fils", "Béton & Fils"],
    ["siren", "123456789", ""],
    ["siret", "12345678900011", ""],
    ["vat", "FR1", ""],
    ["legalForm", "SAS", ""],
    ["activityCode", "62.01Z", ""],
    ["address", "1 rue A, 21000 Dijon", ""],
    ["city", "Dijon", ""],
    ["country", "FR", "FR"],
    ["foundingDate", "03/02/2001", "15/01/2026"],
    ["workforce", "12", "0"],
    ["turnover", "1000", "0"],
    ["executive", "Ana Ruiz", "Ana Ruiz"],
    ["executiveRole", "Présidente", "Présidente"],
    ["email", "ana.ruiz@beton-fils.example", "ana.ruiz@beton-fils.example"],
    ["iban", "FR7630006000011234567890189", ""],
    ["bic", "", ""],
    ["bank", "", ""],
    ["accountHolder", "Titulaire", "Béton & Fils"],
    ["today", "15/01/2026", "15/01/2026"],
  ])("its %s is %j, and %j where the directory does not know it", (fact, known, without) => {
    expect([factOf(fact, company), factOf(fact, unknown)]).toEqual([known, without]);
  });

  it("follows the contact, another account, the bank check and the numbers of another country", () => {
    expect({
      email: factOf("email", { ...company, contact: { name: "C", email: "c@d.example" } }),
      wrong: factOf("iban", { ...company, outcome: "invalid" }),
      iban: factOf("iban", abroad),
      ...{ bank: factOf("bank", abroad), bic: factOf("bic", abroad) },
      siren: factOf("siren", { ...unknown, localId: "L" }),
      siret: [{ localId: "L", duns: "D" }, { duns: "D" }].map((more) => factOf("siret", { ...unknown, ...more })),
    }).toEqual({
      ...{ email: "c@d.example", wrong: "FR7630006000011234567890198", iban: abroad.iban, bank: "Commerzbank Köln" },
      bic: "COBADEFFXXX",
      ...{ siren: "L", siret: ["L", "D"] },
    });
  });
});

it.each([
  ["iban", "x", "FR7630006000011234567890189"],
  ["date", "Date de création", "03/02/2001"],
  ["date", "x", "700 to 10 days ago"],
  ["number", "Effectif", "13"],
  ["number", "Chiffre d'affaires", "1000"],
  ["number", "Taux de x", "0 to 100"],
  ["number", "x", "0 to 40"],
  ["string", "SIRET", "12345678900011"],
  ["string", "N° SIREN", "123456789"],
  ["string", "TVA", "FR1"],
  ["string", "Courriel", "ana.ruiz@beton-fils.example"],
  ["string", "Mobile", expect.stringMatching(/^\+33 3 53 01 \d\d \d\d$/)],
  ["string", "Nom de la société", "Béton & Fils"],
  ["string", "Adresse", "1 rue A, 21000 Dijon"],
  ["string", "Ville", "Dijon"],
  ["string", "Pays", "FR"],
  ["string", "Code SWIFT", ""],
  ["string", "Titulaire du compte", "Titulaire"],
  ["string", "Fonction", "Présidente"],
  ["string", "Signataire", "Ana Ruiz"],
])("a field of type %s with the title %s is %j", (type, title, value) => {
  expect(facts.usualValue({ type, title } as FormField, company)).toEqual(value);
});

it("a field of yes or no is yes twice as often, and a text about nothing known is one of some", () => {
  const valuesOf = (type: string) =>
    Array.from({ length: 300 }, (_, key) =>
      facts.usualValue({ type, title: "x" } as FormField, { ...company, chance: chance(1, "usual", key) }),
    );
  const answers = valuesOf("boolean");
  expect(new Set(answers)).toEqual(new Set(["true", "false"]));
  expect(answers.filter((answer) => answer === "true").length).toSatisfy((count: number) => count > 170 && count < 230);
  const texts = ["Conforme", "En cours de mise à jour", "Oui, sur l'ensemble des sites", "Sans objet", "Voir annexe"];
  expect([...new Set(valuesOf("string"))].sort()).toEqual(texts);
});

it("a turnover is in euros, a name becomes part of an address, and two digits of an IBAN change places", () => {
  const { inEuros, slug, withSwappedDigits } = facts;
  const euros = ["EUR", "USD", "XXX"].map((turnoverCurrency) => inEuros({ turnover: 100, turnoverCurrency }));
  expect([...euros, inEuros({ turnover: null, turnoverCurrency: "EUR" })]).toEqual([100, 93, 100, 0]);
  expect([slug("", "."), slug("É à", "."), slug("a".repeat(70), "-")]).toEqual(["contact", "e.a", "a".repeat(60)]);
  expect(["FR7600", "FR7612", "FR76A1234"].map(withSwappedDigits)).toEqual(["FR7600", "FR7621", "FR76A1243"]);
});

it.each([
  ["FR", "21000", /^\+33 3 53 01 \d\d \d\d$/],
  ["FR", null, /^\+33 1 99 00 \d\d \d\d$/],
  ["DE", null, /^\+49 30 23125 \d{3}$/],
  ["ZZ", null, /^\+33 55 50 \d{4}$/],
])("a telephone number of %s %s is in a range that nobody has: %s", (country, postCode, form) => {
  expect(facts.telephone(country, postCode, chance(1, "telephone"))).toMatch(form);
});
