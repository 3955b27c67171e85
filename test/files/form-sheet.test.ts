import { describe, expect, it } from "vitest";
import type { FormEntry } from "../../contract/documents.ts";
import { compositionOf } from "../../src/files/composition.ts";
import type { FormSubject } from "../../src/files/subject.ts";
import { charpentes, munich } from "./sample.ts";

const entry = (order: number, type: FormEntry["type"], title: string, value: string): FormEntry =>
  ({ type, key: `k${order}`, title, order, value }) as FormEntry;
const formOf = (formdata: FormEntry[], change: Partial<FormSubject> = {}): FormSubject => ({
  ...{ ...charpentes, kind: "form", documentCode: "IBAN", documentName: "Coordonnées bancaires", formdata },
  ...change,
});
const rowsOf = (subject: FormSubject) =>
  compositionOf(subject).sheet.body.flatMap((block) => ("rows" in block ? [block.rows] : []));
const answerTo = (type: FormEntry["type"], value: string) => rowsOf(formOf([entry(1, type, "Q", value)]))[1]?.[0]?.[2];

describe("the sheet of a form", () => {
  it("has the company, and every question in order with its answer", () => {
    const iban = entry(2, "iban", "IBAN", "FR7630004008230001005432188");
    const form = formOf([iban, entry(1, "string", "Titulaire", "X")]);
    expect(compositionOf(form)).toEqual({
      created: "2025-01-15",
      subject: "IBAN - Charpentes Morvandelles",
      sheet: {
        ...{ style: "band", ink: "#24476b", authority: ["Formulaire rempli en ligne", "IBAN"] },
        aside: ["Pièce n° KBIS-2025-004512", "Remplie le 15/01/2025"],
        ...{ title: "Coordonnées bancaires", subtitle: "Charpentes Morvandelles", reference: "KBIS-2025-004512" },
        body: [
          {
            kind: "fields",
            rows: [
              ["Entreprise", "Charpentes Morvandelles"],
              ["SIRET", "21992014700010"],
              ["Date de la réponse", "15 janvier 2025"],
              ["Fin de validité", "15 avril 2025"],
            ],
          },
          { kind: "heading", text: "Réponses" },
          {
            kind: "questions",
            rows: [
              ["1.", "Titulaire", "X"],
              ["2.", "IBAN", "FR76 3000 4008 2300 0100 5432 188"],
            ],
          },
        ],
        mentions:
          "Document consolidé à partir des réponses saisies par le tiers, qui en certifie l'exactitude. " +
          "Les réponses sont reproduites sans modification.",
      },
    });
  });

  it("identifies a company abroad by its local number and its DUNS", () => {
    expect(rowsOf(formOf([], { ...munich, kind: "form", expirationDate: null }))[0]).toEqual([
      ["Entreprise", "Alpenblick Präzision GmbH"],
      ["Identifiant local", "München HRB 998812"],
      ["Numéro DUNS", "990100012"],
      ["Date de la réponse", "15 janvier 2025"],
    ]);
    expect(rowsOf(formOf([], { ...munich, kind: "form", duns: null, localId: null }))[0]).toHaveLength(3);
  });

  it("declares owners at the seat, where it is known", () => {
    const place = { addressLine1: "3 rue du Parc", addressCity: "Lyon", addressCountryCode: "FR" };
    const identityOf = (change: Partial<FormSubject>) =>
      Object.fromEntries(rowsOf(formOf([], { documentCode: "RBE", ...change }))[0] as [string, string][]);
    expect(identityOf({ seat: { ...place, siret: "21992014700028", addressPostCode: "69001" } })).toMatchObject({
      ...{ SIRET: "21992014700028", "Siège social": "3 rue du Parc, 69001 Lyon" },
    });
    const abroad = identityOf({ seat: { ...place, siret: null, addressPostCode: null } as never });
    expect(abroad).toMatchObject({ "Siège social": "3 rue du Parc, Lyon" });
    expect(abroad).not.toHaveProperty("SIRET");
    expect(identityOf({ seat: undefined })).toMatchObject({ SIRET: "21992014700010" });
    expect(identityOf({ documentCode: "IBAN", seat: { ...place, siret: null } as never })).toMatchObject({
      SIRET: "21992014700010",
    });
  });

  const [person, domain] = ["maximilienne.delarochefoucauld", "@morvan.example"];
  it.each<[FormEntry["type"], string, string]>([
    ["string", "", "-"],
    ["boolean", "true", "Oui"],
    ["boolean", "false", "Non"],
    ["boolean", "peut-être", "peut-être"],
    ["date", "01/01/2025", "01/01/2025"],
    ["number", "6150000", "6\u00a0150\u00a0000"],
    ["number", "-6150000.5", "-6\u00a0150\u00a0000,5"],
    ["number", "1e6000000", "1e6000000"],
    ["number", "x6150000", "x6150000"],
    ["string", "6150000", "6150000"],
    ["string", person + domain, `${person}\n${domain}`],
    ["string", `à ${person}${domain}`, `à ${person}${domain}`],
    ["string", `${person}${domain} ?`, `${person}${domain} ?`],
    ["string", `${"a".repeat(20)}@${"b".repeat(15)}`, `${"a".repeat(20)}@${"b".repeat(15)}`],
    ["string", `${"a".repeat(20)}@${"b".repeat(16)}`, `${"a".repeat(20)}\n@${"b".repeat(16)}`],
  ])("shows the %s %j as %j", (type, value, shown) => expect(answerTo(type, value)).toBe(shown));
});
