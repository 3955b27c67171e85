import { describe, expect, it } from "vitest";
import { directory, searchByName } from "../../src/directory/name-search.ts";

const names = (query: string, countryCode?: string) => searchByName(query, countryCode).map(({ name }) => name);

describe("the fixed directory", () => {
  it("has a few hundred companies, the French ones in the block of invented numbers", () => {
    const french = directory().filter(({ addressCountryCode }) => addressCountryCode === "FR");
    expect(directory().length).toBeGreaterThanOrEqual(300);
    expect(french.length).toBeGreaterThanOrEqual(190);
    expect(french.filter(({ siren }) => !siren?.startsWith("2199"))).toEqual([]);
    expect(new Set(directory().map(({ addressCountryCode }) => addressCountryCode)).size).toBeGreaterThan(12);
  });

  it("the directory has no name and no DUNS twice", () => {
    for (const key of ["name", "duns"] as const)
      expect(new Set(directory().map((company) => company[key])).size).toBe(directory().length);
  });

  it("begins with the fixed companies of companies.json", () => {
    expect(
      directory()
        .slice(0, 16)
        .map(({ name, siret }) => `${siret} ${name}`),
    ).toEqual([
      "21992014700010 Charpentes Morvandelles",
      "21993187000022 Atelier Batiform",
      "21994562300011 Électricité Rivalanne",
      "21990733400011 Étanchéité du Val Doré",
      "21995120900036 Terrassements Guilhon",
      "21996648800021 Novalune Systèmes",
      "21997305400014 Cyberfort Conseil",
      "21991976800040 Hébergia Cloud",
      "21998811000017 Logiciels Marjolaine",
      "21992490900019 Propreté Lumina",
      "21993855200029 Vigie Sécurité Ouest",
      "21994013700074 Intérim Horizon Emploi",
      "21995769300019 Transports Aubrac Fret",
      "21996022600013 Mécanique Précision Drômoise",
      "21997784000012 Cabinet Orvel & Associés",
      "21998146100011 Jean Lacroix - Paysages du Lac",
    ]);
  });
});

describe("searchByName", () => {
  it.each([
    "Novalune Systèmes",
    "novalune",
    "NOVALUNE SYSTEMES",
    "valune sys",
    "Novalune Systèmes SAS",
    "novalune systemes s.a.s.",
    "  Novalune,  Systèmes ",
  ])("finds Novalune by %j", (query) => expect(names(query)).toEqual(["Novalune Systèmes"]));

  it("ignores accents and punctuation in name and query", () => {
    expect(names("etancheite du val dore")).toEqual(["Étanchéité du Val Doré"]);
    expect(names("cabinet orvel et associes")).toEqual([]);
    expect(names("cabinet orvel associes")).toEqual(["Cabinet Orvel & Associés"]);
  });

  it("finds only companies of the given country", () => {
    expect(names("novalune", "DE")).toEqual([]);
    expect(searchByName("a", "DE").length).toBeGreaterThan(0);
    expect(searchByName("a", "DE").filter(({ addressCountryCode }) => addressCountryCode !== "DE")).toEqual([]);
  });

  it("finds a foreign company with, without and with another legal form", () => {
    const company = directory().find(({ legalForm }) => legalForm === "sp. z o.o.")!;
    const stem = company.name.replace(" sp. z o.o.", "");
    for (const query of [stem, company.name, `${stem} Sp. z o. o.`, `${stem} GmbH`])
      expect(names(query)).toEqual([company.name]);
  });

  it("finds nothing for an empty or unknown name", () =>
    expect([names(""), names(" . "), names("no company is called this")]).toEqual([[], [], []]));
});
