import { describe, expect, it } from "vitest";
import { defaultConfiguration, storedConfiguration } from "../../src/domain/configuration.ts";
import { canHave } from "../../src/domain/dossier/requirements.ts";
import { compositionOf } from "../../src/files/composition.ts";
import { drawsOf, factsOf } from "../../src/files/facts.ts";
import type { Block } from "../../src/files/sheet.ts";
import type { FileSubject } from "../../src/files/subject.ts";
import {
  articles,
  cells,
  compose,
  fields,
  heading,
  lead,
  notice,
  type Template,
  table,
  text,
} from "../../src/files/template.ts";
import { templates } from "../../src/files/templates.ts";
import { charpentes, munich, unknown } from "./sample.ts";

const sheetOf = (documentCode: string, change: Partial<FileSubject> = {}, of = charpentes) =>
  compositionOf({ ...of, ...change, documentCode }).sheet;
/** Every text of a document. */
const textOf = (...wish: Parameters<typeof sheetOf>) => JSON.stringify(sheetOf(...wish));
/** The rows of the first table, or none. */
const tableOf = (...wish: Parameters<typeof sheetOf>) =>
  sheetOf(...wish).body.find((block): block is Extract<Block, { kind: "table" }> => block.kind === "table")?.rows;

const files = [...defaultConfiguration.documentTypes.values()]
  .filter(({ kind }) => kind !== "FORM")
  .map(({ code }) => code);
const all = Object.keys(templates);

describe("a template", () => {
  it("fills its places, and leaves out what is empty with the heading above it", () => {
    const template: Template = {
      style: "band",
      ...{ ink: "#000000", authority: ["{name}", "{tva}", "{nothing}"], aside: ["{duns}", "n° {year}"] },
      ...{ title: "De {name}", subtitle: "Le {issued}", seal: "{name}", signature: ["{ceo}", "{tva}"] },
      mentions: "Deux\n      lignes de {name}.",
      body: [
        ...[heading("Rien de {name}"), fields({ SIRET: "{siret}" }), heading("Texte")],
        ...[text("Une\n    phrase."), notice("Un\n    avis."), lead("{name}")],
        cells({ Pays: "{ofCountry}", TVA: "{tva}" }),
        table({ A: 1, B: 2 }, ({ name }, draws) => [
          ["{name}", name],
          ["x", draws.digits(2)],
        ]),
        ...[heading("Vide"), table({ A: 1 }, () => [])],
        ...articles({ Objet: "Vendre\n      tout.", Durée: "{nothing}" }),
        heading("À la fin"),
      ],
    };
    const filled = (one: Template) => compose(one, unknown, factsOf(unknown, drawsOf(unknown)), drawsOf(unknown));
    expect(filled(template)).toEqual({
      ...{ style: "band", ink: "#000000", authority: ["X", "{nothing}"], aside: ["n° 2025"] },
      ...{ title: "De X", subtitle: "Le 15/01/2025", seal: "X", signature: ["La direction", ""], reference: "R" },
      mentions: "Deux lignes de X.",
      body: [
        { kind: "heading", text: "Texte" },
        { kind: "text", text: "Une phrase." },
        { kind: "notice", text: "Un avis." },
        { kind: "lead", text: "X" },
        { kind: "cells", rows: [["Pays", "États-Unis"]] },
        { kind: "table", columns: { A: 1, B: 2 }, rows: ["X X", "x 81"].map((row) => row.split(" ")) },
        { kind: "heading", text: "Article 1 - Objet" },
        { kind: "text", text: "Vendre tout." },
        { kind: "heading", text: "Article 2 - Durée" },
        { kind: "text", text: "{nothing}" },
      ],
    });
    const { title, style, ink } = template;
    const bare = filled({ style, ink, title, authority: [], body: [] });
    expect(bare).toEqual({ style, ink, title: "De X", authority: [], body: [], reference: "R" });
  });

  it.each(all)("of %s says something in each of its places", (code) => {
    const { body, style: _style, serif: _serif, ...rest } = templates[code] as (typeof templates)[string];
    expect(rest.ink).toMatch(/^#[\da-f]{6}$/);
    const orEmpty = (texts: string | readonly string[]) => (texts.length === 0 ? [""] : texts);
    const blocks = body.flatMap((block): readonly string[] | string => {
      if ("text" in block) return block.text;
      if (typeof block.rows === "function") return "columns" in block ? Object.keys(block.columns) : [];
      const rows = "columns" in block ? [Object.keys(block.columns), ...block.rows] : block.rows;
      if ("columns" in block) expect(new Set(rows.map(({ length }) => length)).size).toBe(1);
      return orEmpty(rows.flat());
    });
    const { isFaint: _faint, ...said } = rest;
    const texts = [...Object.values(said).flatMap(orEmpty), ...orEmpty(blocks)];
    expect(texts.filter((part) => part.trim() === "" || /\n {2}|\s$/.test(part.replace(/\n +/g, " ")))).toEqual([]);
  });

  it.each(files)("of %s names the company, also abroad, and leaves no gap where nothing is known", (code) => {
    expect(templates[code]).toBeDefined();
    const [french, abroad, empty] = [charpentes, munich, unknown].map((subject) => textOf(code, {}, subject));
    for (const part of ["Charpentes Morvandelles", "21992014700010", "KBIS-2025-004512"])
      expect(french).toContain(part);
    expect(french).toMatch(/15\/01\/2025|15 janvier 2025/);
    for (const part of [/Alpenblick Präzision GmbH/, /München HRB 998812|990100012/]) expect(abroad).toMatch(part);
    expect(abroad).not.toContain("SIRET");
    for (const text of [french, abroad, empty]) expect(text).not.toMatch(/undefined|null|NaN|\{\w+\}/);
    expect(empty).not.toMatch(/ ,|au \.|jusqu'au [^\d]/);
    // An office that signs has no gender that its signatory may not have.
    for (const subject of [charpentes, munich])
      expect((sheetOf(code, {}, subject).signature ?? []).join(" | ")).not.toMatch(
        /\| (Le|La) |directeur \||greffier|gestionnaire/,
      );
  });

  it("is chosen by the code and by the company", () => {
    const titleOf = (...wish: Parameters<typeof sheetOf>) => sheetOf(...wish).title;
    expect([titleOf("KBIS"), titleOf("KBIS", { siren: null })]).toEqual(["EXTRAIT KBIS", "EXTRAIT DU REGISTRE"]);
    expect(textOf("LNTE", { workforce: 0 })).toContain("ÉTAT NÉANT");
    const association = { legalCategoryCode: "9220", legalCategoryLabel: "Association déclarée", capital: null };
    expect(textOf("STATUTS", association)).toContain("loi du 1er juillet 1901");
    expect(textOf("STATUTS", association)).not.toMatch(/société|capital|associés/i);
    for (const addressCountryCode of ["AT", "CH", "SK"])
      expect(titleOf("A1", { addressCountryCode })).toBe("CERTIFICAT A1");
    expect(textOf("A1", { workforce: 391 }, munich)).not.toContain("391");
    expect(titleOf("A1", { addressCountryCode: "US" })).toBe("CERTIFICATE OF COVERAGE");
    expect(sheetOf("IBAN")).toEqual(sheetOf("RIB"));
    for (const code of ["__proto__", "NOPE"])
      expect(titleOf(code, { documentName: "Pièce inconnue" })).toBe("Pièce inconnue");
    const without = textOf("RIB", { iban: null, bic: null, bankName: null });
    expect(without).toContain("Aucun compte n'est connu");
    expect(without).not.toMatch(/Agence|IBAN|tenu en/);
  });
});

describe("the words of a document", () => {
  const owner = { lastName: "ROUSSEL", firstName: "Lucie", role: "Entrepreneuse individuelle", since: "2012-03-15" };
  const soleTrader: FileSubject = {
    ...{ ...charpentes, name: "Lucie Roussel", legalCategoryCode: "1000", ceo: "ROUSSEL Lucie", executives: [owner] },
    ...{ legalCategoryLabel: "Entrepreneur individuel", capital: null, workforce: 0 },
  };
  const possible = [...defaultConfiguration.documentTypes.keys()].filter((code) =>
    canHave(defaultConfiguration, soleTrader as never, code),
  );
  it.each(possible)("%s of a sole trader speaks of a person, not of a body with a seat", (code) => {
    const said = textOf(code, {}, soleTrader);
    expect(said).not.toMatch(/représentée? par|Siège social|[Pp]ersonne morale|pour le compte|civile qu'elle/);
    expect(said).not.toMatch(/pour elle|Direction (développement|de la conformité)/);
  });

  it("an extract names nothing that happened after it was issued", () => {
    const manager = { ...owner, role: "Gérante", since: "2025-01-15" };
    const executives = [{ ...owner, since: "2025-02-02" }, manager];
    for (const code of ["KBIS", "RNE"]) {
      expect(textOf(code, { executives })).toContain('["Entrepreneuse individuelle","ROUSSEL Lucie"]');
      expect(textOf(code, { executives })).toContain('["Gérante","ROUSSEL Lucie, depuis le 15/01/2025"]');
    }
  });

  it.each([
    ["2025-01-10", true],
    ["2025-01-20", false],
  ])("a liquidator since %s stands on an extract of 15 January and signs: %s", (since, isThere) => {
    const named = { lastName: "GARCIA", firstName: "Karim", role: "Liquidateur judiciaire", since };
    const change = { executives: [...charpentes.executives, named] };
    expect(textOf("KBIS", change).includes("GARCIA Karim, depuis le 10/01/2025")).toBe(isThere);
    expect(textOf("KBIS", change)).toContain("MARTIN Claire");
    const [signer, other] = isThere ? ["GARCIA Karim", "MARTIN Claire"] : ["MARTIN Claire", "GARCIA"];
    expect(textOf("CODE_CONDUITE", change)).toContain(signer);
    expect(textOf("CODE_CONDUITE", change)).not.toContain(other);
  });

  it("statutes name the partners as the legal form does", () => {
    expect(textOf("STATUTS", { legalCategoryCode: "5499" })).toMatch(/Les associés sont.*approbation des associés/);
    expect(textOf("STATUTS", { legalCategoryCode: "5599" })).toMatch(
      /Les actionnaires sont.*approbation des actionnaires/,
    );
    expect(textOf("STATUTS", {}, munich)).not.toContain("France");
  });

  it.each<[what: string, Partial<FileSubject>, matches: string[], others: string[]]>([
    ["a company and its heads", {}, [], ["Charpentes Morvandelles", "MARTIN Claire", "LEFÈVRE Noël"]],
    ["a head under sanctions", { sanctioned: true }, ["MARTIN Claire"], ["Charpentes Morvandelles", "LEFÈVRE Noël"]],
    ["a company without known heads", { sanctioned: true, executives: [] }, ["Charpentes Morvandelles"], []],
    ["a sole trader once", { ...soleTrader, sanctioned: true }, ["ROUSSEL Lucie"], []],
  ])("a screening searches %s", (_, change, matches, others) => {
    const rows = tableOf("SCR_SANCTIONS", change) ?? [];
    const named = (result: string) => rows.filter((row) => row[2] === result).map(([name]) => name);
    expect([named("CORRESPONDANCE à examiner"), named("Aucune correspondance")]).toEqual([matches, others]);
    const roles = Object.fromEntries(rows.map(([name, role]) => [name, role]));
    expect(roles["Charpentes Morvandelles"] ?? "Personne morale").toBe("Personne morale");
    expect(roles["MARTIN Claire"] ?? "Présidente").toBe("Présidente");
  });

  it("a scorecard shows the score of the provider and themes whose mean it is, each with its level", () => {
    for (const score of [0, 38, 45, 64, 65, 100, null]) {
      const rows = tableOf("SCORE_RSE", { score }) as string[][];
      expect(rows.map(([theme]) => theme)).toEqual([
        ...["Environnement", "Social et droits humains", "Éthique des affaires", "Achats responsables", "Ensemble"],
      ]);
      const notes = rows.map(([, note = ""]) => Number(/^(\d+)\/100$/.exec(note)?.[1]));
      const mean = score ?? 77;
      const sum = notes.reduce((all, note) => all + note, 0);
      expect({ mean, whole: notes.at(-1), sum }).toEqual({ mean, whole: mean, sum: 5 * mean });
      expect(notes.filter((note) => note > 100 || Math.abs(note - mean) > 12)).toEqual([]);
      expect(rows.map(([, , level]) => level)).toEqual(
        notes.map((note) => (note >= 65 ? "Avancé" : note >= 45 ? "Confirmé" : "Partiel")),
      );
    }
    expect(textOf("SCORE_RSE")).not.toMatch(/recherche|Surveillance jusqu'au/);
    expect(textOf("SCR_PPE")).toMatch(/recherche.*Surveillance jusqu'au/);
  });

  it("a penetration test lists three to five different findings", () => {
    const lists = Array.from(
      { length: 40 },
      (_, at) => tableOf("PENTEST", { reference: `PENTEST-${at}` }) as string[][],
    );
    for (const rows of lists) {
      expect(rows.map(([number]) => number)).toEqual(rows.map((_, at) => `V${at + 1}`));
      expect(new Set(rows.map(([, finding]) => finding)).size).toBe(rows.length);
    }
    const seen = (cell: number) => [...new Set(lists.flatMap((rows) => rows.map((row) => row[cell])))].sort();
    expect([...new Set(lists.map(({ length }) => length))].sort()).toEqual([3, 4, 5]);
    expect([seen(1).length, seen(3).length, seen(1).includes("")]).toEqual([6, 6, false]);
    expect([seen(2), seen(4)]).toEqual([
      ["Faible", "Moyenne", "Élevée"],
      ["Corrigée", "Planifiée"],
    ]);
  });

  it("a list of foreign workers is of some employers, half of the staff at most, hired since the foundation", () => {
    const lists = Array.from({ length: 40 }, (_, at) => ({
      old: tableOf("LNTE", { siren: String(219_920_000 + at), workforce: 4 }),
      young: tableOf("LNTE", { siren: String(219_920_000 + at), workforce: 4, dateCreation: "2025-01-02" }),
    }));
    expect([...new Set(lists.map(({ old }) => old?.length))].sort()).toEqual([1, 2, undefined]);
    const worker = [
      expect.stringMatching(/^[A-ZÉ ]+ \p{L}/u),
      expect.any(String),
      expect.stringMatching(/^\d\d\/\d\d\/20\d\d$/),
      expect.stringContaining("Carte"),
      expect.stringMatching(/^\d{10}$/),
    ];
    for (const { old = [], young = [] } of lists) {
      expect(old).toEqual(old.map(() => worker));
      expect(new Set(old.map(([name]) => name)).size).toBe(old.length);
      expect(young.map(([, , hired]) => hired)).toEqual(old.map(() => "02/01/2025"));
    }
  });

  it.each(["LNTE", "CARTE_BTP"])("a %s of another year names the same workers, with the same numbers", (code) => {
    const renewed = { reference: `${code}-2`, issueDate: "2026-02-03" };
    for (const siren of ["219920001", "219920002", "219920003"])
      expect(tableOf(code, { siren, ...renewed })).toEqual(tableOf(code, { siren }));
  });

  it("a site card is of a worker of its own, and of no executive", () => {
    const cards = tableOf("CARTE_BTP") as string[][];
    expect(cards.map(([number]) => number)).toEqual(cards.map(() => expect.stringMatching(/^\d{4} \d{4} \d\d$/)));
    expect(new Set(cards.map(([, name]) => name)).size).toBe(6);
    expect(cards.map(([, , role = "", state]) => `${role.slice(0, 4)} ${state}`)).toEqual(
      ["Chef", "Maço", "Char", "Élec", "Cond", "Couv"].map((role) => `${role} Active`),
    );
    expect(textOf("CARTE_BTP")).not.toMatch(/MARTIN Claire|LEFÈVRE Noël/);
    const lengths = [2, null].map((workforce) => tableOf("CARTE_BTP", { workforce })?.length);
    expect(lengths).toEqual([2, 1]);
  });

  it("a certificate names its standard, its scope and its dates", () => {
    const { authority, subtitle, body, signature, seal } = sheetOf("ISO_27001");
    const texts = body.flatMap((block) => ("text" in block ? block.text : block.rows.map((row) => row.join(" | "))));
    expect([...authority, subtitle, ...texts, signature?.[0], signature?.[2], seal]).toEqual([
      ...["Certivance", "Organisme certificateur", "Certificat n° 7256483"],
      "ISO/IEC 27001:2022 - Sécurité de l'information",
      ...["Nous certifions que le système de management de", "Charpentes Morvandelles"],
      "12 rue de l'Exemple, 21000 Dijon\nSIRET 21992014700010",
      "a été évalué et jugé conforme aux exigences de la norme ISO/IEC 27001:2022 pour le périmètre suivant :",
      expect.stringContaining("Travaux de charpente. Déclaration d'applicabilité version 2025.1"),
      "Siège et établissement principal | 12 rue de l'Exemple, 21000 Dijon | Travaux de charpente",
      ...["Première certification | 06/08/2014", "Certificat émis le | 15/01/2025", "Valable jusqu'au | 15/04/2025"],
      ...["Fait le 15 janvier 2025", "Direction de la certification", "SYSTÈME\nCERTIFIÉ\nCertivance"],
    ]);
  });
});

it.each([
  ["ILLEGIBLE", "EXTRAIT KBIS", true],
  ["WRONG_PAPER", "RELEVÉ", true],
  ["WRONG_COMPANY", "EXTRAIT KBIS", false],
] as const)("a paper that is %s has the title %s, and names the company: %s", (defect, title, isOwn) => {
  const [right, wrong] = [sheetOf("KBIS"), sheetOf("KBIS", { defect })];
  expect(wrong).not.toEqual(right);
  expect(wrong.title.toUpperCase()).toContain(title);
  expect(JSON.stringify(wrong).includes(charpentes.name)).toBe(isOwn);
});

it.each(["KBIS", "RIB", "ASS_RC_PRO", "CODE_CONDUITE"])(
  "a %s of a wrong company says nothing of the right one",
  (code) => {
    // The stranger that this reference draws has another name than the heads of the right company.
    const reference = "KBIS-3";
    const [right, wrong] = [textOf(code, { reference }), textOf(code, { reference, defect: "WRONG_COMPANY" })];
    const own = [
      ...[
        "Charpentes",
        "MARTIN",
        "LEFÈVRE",
        "219920147",
        "219 920 147",
        "4391",
        "charpente",
        "120 000",
        "Dijon",
        "Exemple",
      ],
      ...["5432188", "BNPAFRPP", "BNP", "15/03/2012", "15 mars 2012", "15219920147"],
    ];
    const inRight = own.filter((text) => right?.includes(text));
    expect(inRight).not.toEqual([]);
    expect(inRight.filter((text) => wrong?.includes(text))).toEqual([]);
  },
);

describe("a document type of an account's own", () => {
  const configured = (code: string, entry: object) =>
    storedConfiguration({
      configuration: {
        format: "tiers-sandbox/configuration@1",
        documentTypes: { [code]: { label: "Plan", ...entry } },
      },
    });
  it.each([
    ["PLAN", {}, "letter", "MARTIN Claire"],
    ["PLAN", { signedBy: "CERTIFIER" }, "certificate", "Valable jusqu'au"],
    ["KBIS", {}, "letter", "Référence"],
    ["RIB", { signedBy: "LABORATORY" }, "certificate", "KBIS-2025-004512"],
    ["KBIS", { label: "Extrait Kbis", months: 6 }, "register", "Charpentes"],
  ])("%s as %j has a paper of its own meaning", (code, entry, style, words) => {
    const sheet = sheetOf(code, { configuration: configured(code, entry), documentName: "Plan" });
    expect([sheet.style, JSON.stringify(sheet).includes(words)]).toEqual([style, true]);
    expect(JSON.stringify(sheet)).not.toMatch(/\{\w+\}/);
  });
});
