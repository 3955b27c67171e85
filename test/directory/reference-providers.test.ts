import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSiren } from "../../contract/identifiers.ts";
import { numbersOf, sirenOf, siretOf } from "../../src/directory/numbers.ts";
import { type Lookup, resolve } from "../../src/directory/reference-providers.ts";
import { territories } from "../../src/directory/territories.ts";
import { find } from "./sample.ts";

const establishmentsOf = (siren: string) => find("SIREN", siren).establishments;

const sirens = fc
  .stringMatching(/^\d{8}$/)
  .filter((body) => body !== "00000000" && !body.startsWith("2199000"))
  .map(sirenOf);

describe("the French provider", () => {
  it("finds a company of companies.json by its numbers", () => {
    expect(find("DUNS", "990100012")).toEqual(find("SIRET", "21996648800021"));
    expect(find("DUNS", "990100012")).toMatchObject({ name: "Novalune Systèmes", companyIdValue: "21996648800021" });
  });

  it("finds the same French company by SIREN, SIRET of the head office, VAT number and DUNS", () => {
    fc.assert(
      fc.property(sirens, (siren) => {
        const company = find("SIREN", siren);
        expect(find("SIRET", company.siret as string)).toEqual(company);
        expect(find("DUNS", company.duns)).toEqual(company);
        if (company.tva) expect(find("VAT", company.tva)).toEqual(company);
      }),
      { numRuns: 80 },
    );
  });

  it("gives a SIRET the address of its own establishment and the name of the legal unit", () => {
    fc.assert(
      fc.property(sirens, fc.integer({ min: 1, max: 9999 }), (siren, sequence) => {
        const siret = siretOf(siren, sequence);
        const [unit, here] = [find("SIREN", siren), find("SIRET", siret)];
        const own = here.establishments.find((establishment) => establishment.siret === siret);
        const { name, tva, duns, executives } = unit;
        expect(here).toMatchObject({ siren, siret, companyIdValue: siret, name, tva, duns, executives });
        const { addressLine1, addressCity, addressPostCode } = here;
        expect(own).toMatchObject({ addressLine1, addressCity, addressPostCode });
        expect(here.establishments.slice(0, unit.establishments.length)).toEqual(unit.establishments);
      }),
      { numRuns: 60 },
    );
  });

  it("lists the establishments of a SIREN, head office first", () => {
    const lists = Array.from({ length: 100 }, (_, at) => establishmentsOf(sirenOf(`2199${1000 + at}`)));
    for (const list of lists) expect(list.map(({ headOffice }) => headOffice)).toEqual(list.map((_, at) => at === 0));
    expect(lists.filter(({ length }) => length > 1).length).toBeGreaterThan(33);
    expect(lists.filter(({ length }) => length === 1).length).toBeGreaterThan(20);
  });

  it("keeps an alphanumeric VAT key of the query", () => {
    expect(find("VAT", "FRK7399859412")).toEqual({ ...find("SIREN", "399859412"), tva: "FRK7399859412" });
  });

  it("finds an establishment of La Poste by its own rule", () => {
    expect(find("SIRET", "35600000049837").siren).toBe("356000000");
    expect(establishmentsOf("356000000").length).toBeGreaterThan(0);
  });
});

describe("the international provider", () => {
  const places = fc
    .tuple(fc.constantFrom(...territories), fc.nat(9999))
    .filter(([{ code }, serial]) => serial > 8 || (code !== "DE" && code !== "GB"));

  it("finds the same company by DUNS, VAT number and registry number, in every territory", () => {
    fc.assert(
      fc.property(places, ([territory, serial]) => {
        const { duns, tva, localId } = numbersOf(territory, serial);
        const company = find("DUNS", duns);
        const { country: addressCountryCode } = territory;
        const abroad = { siren: null, siret: null, source: "INTL_REFERENCE", addressCountryCode };
        expect(company).toMatchObject({ duns, tva, localId, ...abroad });
        expect(find("LOCAL_ID", localId, territory.country)).toEqual(company);
        if (tva) expect(find("VAT", tva)).toEqual(company);
      }),
      { numRuns: 150 },
    );
  });

  it("gives no number to two companies", () => {
    const numbers = territories.flatMap((territory) =>
      [0, 1, 4711, 9999].map((serial) => numbersOf(territory, serial)),
    );
    const all = numbers.flatMap(({ duns, tva }) => (tva ? [duns, tva] : [duns]));
    expect(new Set(all).size).toBe(all.length);
  });

  it("resolves a VAT number outside its blocks to the same company each time, under that number", () => {
    for (const tva of [
      "DE319988015",
      "ESB99012346",
      "IT99004120152",
      "BE0799012358",
      "NL869901242B01",
      "XI110305878",
    ]) {
      expect(find("VAT", tva)).toMatchObject({ tva, companyIdType: "CIT002", companyIdValue: tva });
      expect(find("VAT", tva)).toEqual(find("VAT", tva));
    }
  });

  it("draws a company that fits the letters of its number", () => {
    expect([find("VAT", "ESA58818501").legalForm, find("VAT", "ESB99012346").legalForm]).toEqual(["SA", "SL"]);
    expect(find("LOCAL_ID", "Hamburg HRB 1234", "DE").addressCity).toBe("Hamburg");
    expect(["Edinburgh", "Glasgow"]).toContain(find("LOCAL_ID", "SC123456", "GB").addressCity);
    expect(["Belfast", "Londonderry", "Armagh"]).toContain(find("LOCAL_ID", "NI123456", "GB").addressCity);
    expect(find("LOCAL_ID", "0799.012.358", "BE")).toEqual(find("VAT", "BE0799012358"));
    expect(find("LOCAL_ID", "556703-7485", "SE").tva).toBe("SE556703748501");
  });

  it("knows every country by LOCAL_ID, and Monaco by French VAT numbers without a SIREN", () => {
    expect(find("LOCAL_ID", "C-12345", "KE")).toMatchObject({ addressCity: "Nairobi" });
    const monaco = find("DUNS", numbersOf(territories.find(({ code }) => code === "MC")!, 42).duns);
    expect([monaco.addressCity, isSiren(monaco.tva!.slice(4))]).toEqual(["Monaco", false]);
  });
});

describe("an invalid number", () => {
  it.each<[Lookup["by"], string, string?]>([
    ["SIREN", "219966489"],
    ["SIRET", "21996648800022"],
    ["VAT", "FR38219966488"],
    ["VAT", "GB399012435"],
    ["DUNS", "000000000"],
    ["LOCAL_ID", "219966488", "FR"],
    ["LOCAL_ID", "99012345"],
    ["LOCAL_ID", "12345", "ZZ"],
    ["LOCAL_ID", "B99012345", "ES"],
  ])("does not resolve %s %s (%s)", (by, value, countryCode) =>
    expect(resolve({ by, value, countryCode })).toEqual({ unknown: true }),
  );
});
