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
