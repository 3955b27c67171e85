import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isDuns, isFrenchVat, isLocalId, isSiren, isSiret, isVat, vatCountry } from "../../contract/identifiers.ts";
import { bankOf, isIban } from "../../src/directory/banks.ts";
import { chance } from "../../src/directory/chance.ts";
import type { Company } from "../../src/directory/company.ts";
import { foundedBefore, lastBalanceSheet } from "../../src/directory/days.ts";
import { sirenOf } from "../../src/directory/numbers.ts";
import { resolve } from "../../src/directory/reference-providers.ts";
import { territories } from "../../src/directory/territories.ts";

const fixture = (name: string) => JSON.parse(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), "utf8"));

interface Form {
  form: string;
  code: string;
  label: string;
  head: string[];
  second: string[] | null;
  capital: [number, number] | null;
  activities: string[] | null;
}

const frenchForms: Form[] = fixture("legal-forms.json");
const brackets: { code: string; label: string; min: number; max: number | null }[] = fixture("workforce.json");
const activities: { code: string; label: string; category: string }[] = fixture("naf.json");
const triples: { postCode: string; city: string; greffe: string }[] = fixture("places.json").france;

const all = (by: "SIREN" | "DUNS", values: string[]) =>
  values
    .map((value) => resolve({ by, value }))
    .flatMap((resolution) => ("found" in resolution ? [resolution.found] : []));

const draw = chance(7, "sample");
const french = all(
  "SIREN",
  Array.from({ length: 1200 }, (_, at) =>
    sirenOf(at % 2 ? `2199${1000 + draw.int(0, 8999)}` : String(draw.int(10_000_000, 99_999_999))),
  ),
);
const international = all(
  "DUNS",
  Array.from(
    { length: 1200 },
    (_, at) =>
      `99${String((territories[at % territories.length]?.duns.from ?? 0) + draw.int(100, 9999)).padStart(7, "0")}`,
  ),
);
const everywhere = [...french, ...international];

const broken = (companies: Company[], holds: (company: Company) => boolean) =>
  companies.filter((company) => !holds(company)).slice(0, 3);

it("the sample is large", () => expect([french.length, international.length]).toEqual([1200, 1200]));

describe("identifiers", () => {
  it("of a French company hang together and pass their checks", () => {
    expect(
      broken(
        french,
        ({ siren, siret, tva, duns, localId }) =>
          isSiren(siren as string) &&
          isSiret(siret as string) &&
          (siret as string).startsWith(siren as string) &&
          isFrenchVat(tva as string) &&
          (tva as string).endsWith(siren as string) &&
          isDuns(duns) &&
          localId === null,
      ),
    ).toEqual([]);
  });

  it("of an international company are a DUNS, the country's registry number and, in the Union, a VAT number", () => {
    const union = new Set(
      territories.filter(({ vat }) => vat).map(({ code, country }) => (code === "XI" ? "" : country)),
    );
    expect(
      broken(
        international,
        ({ siren, siret, tva, duns, localId, addressCountryCode: country }) =>
          siren === null &&
          siret === null &&
          isDuns(duns) &&
          isLocalId(country, localId as string) &&
          (tva === null ? !union.has(country) : isVat(tva) && vatCountry(tva) === country),
      ),
    ).toEqual([]);
    expect(union.size).toBe(28);
  });

  it("offer one that can be posted", () => {
    expect(
      broken(
        everywhere,
        (company) =>
          ({ CIT001: company.siret, CIT002: company.tva, CIT003: company.duns })[company.companyIdType] ===
          company.companyIdValue,
      ),
    ).toEqual([]);
  });
});

describe("legal form, size and activity", () => {
  it("agree in France: category, titles, capital and activity are those of the form", () => {
    expect(
      broken(french, (company) => {
        const form = frenchForms.find(({ form }) => form === company.legalForm) as Form;
        const titles = [...form.head, ...(form.second ?? [])];
        return (
          form.code === company.legalCategoryCode &&
          form.label === company.legalCategoryLabel &&
          form.head.includes(company.executives[0]?.role as string) &&
          company.executives.every(({ role }) => titles.includes(role)) &&
          (form.capital === null
            ? company.capital === null
            : company.capital !== null && company.capital >= form.capital[0] && company.capital <= form.capital[1]) &&
          (form.activities?.some((prefix) => company.activityCode.startsWith(prefix)) ?? true)
        );
      }),
    ).toEqual([]);
  });

  it("agree abroad: the name ends in the form, and the label and title are the form's", () => {
    expect(
      broken(international, (company) => {
        const home = territories.filter(({ country }) => country === company.addressCountryCode);
        const form = home.flatMap(({ forms }) => forms).find(({ form }) => form === company.legalForm);
        return (
          company.name.endsWith(` ${company.legalForm}`) &&
          form?.label === company.legalCategoryLabel &&
          company.legalCategoryCode === null &&
          form.head.includes(company.executives[0]?.role as string)
        );
      }),
    ).toEqual([]);
  });

  it("keep the head count inside its bracket and the money in proportion", () => {
    expect(
      broken(everywhere, (company) => {
        const bracket = brackets.find(({ code }) => code === company.workforceRangeCode);
        return (
          bracket !== undefined &&
          company.workforceRangeLabel === bracket.label &&
          company.workforce >= bracket.min &&
          company.workforce <= (bracket.max ?? Number.POSITIVE_INFINITY) &&
          (company.turnover === null || company.turnover > 0) &&
          Number.isInteger(company.capital ?? 0) &&
          Number.isInteger(company.turnover ?? 0) &&
          company.turnoverCurrency === company.capitalCurrency
        );
      }),
    ).toEqual([]);
    const perHead = everywhere
      .filter(({ turnover, turnoverCurrency, workforce }) => turnover && turnoverCurrency === "EUR" && workforce > 5)
      .map(({ turnover, workforce }) => (turnover as number) / workforce);
    expect(Math.min(...perHead)).toBeGreaterThan(40_000);
    expect(Math.max(...perHead)).toBeLessThan(750_000);
  });

  it("take activity, label and category from one row of the nomenclature", () => {
    expect(
      broken(everywhere, ({ activityCode, activityLabel, category }) =>
        activities.some((row) => row.code === activityCode && row.label === activityLabel && row.category === category),
      ),
    ).toEqual([]);
    expect(new Set(french.map(({ category }) => category)).size).toBe(9);
  });
});

describe("places and persons", () => {
  it("pair post code, city and registry in France, at every establishment", () => {
    expect(
      broken(
        french,
        ({ addressPostCode, addressCity, greffe, establishments }) =>
          triples.some(
            (triple) => triple.postCode === addressPostCode && triple.city === addressCity && triple.greffe === greffe,
          ) &&
          establishments.every((place) =>
            triples.some(({ postCode, city }) => postCode === place.addressPostCode && city === place.addressCity),
          ),
      ),
    ).toEqual([]);
  });

  it("pair post code and city of the country abroad", () => {
    expect(
      broken(international, ({ establishments, addressCountryCode }) =>
        establishments.every((place) =>
          territories.some(
            ({ country, cities }) =>
              country === addressCountryCode &&
              cities.some(({ postCode, city }) => postCode === place.addressPostCode && city === place.addressCity),
          ),
        ),
      ),
    ).toEqual([]);
  });

  it("name the first executive as the head, in office since a day of the company's life", () => {
    expect(
      broken(
        everywhere,
        ({ ceo, executives, dateCreation }) =>
          ceo === `${executives[0]?.lastName} ${executives[0]?.firstName}` &&
          executives.every(({ since }) => since >= dateCreation && since < "2040"),
      ),
    ).toEqual([]);
  });

  it("put the head office first and give it the company's address", () => {
    expect(
      broken(
        everywhere,
        ({ establishments: [head], addressLine1, addressCity, siret }) =>
          head?.headOffice === true &&
          head.addressLine1 === addressLine1 &&
          head.addressCity === addressCity &&
          head.siret === siret,
      ),
    ).toEqual([]);
  });

  it.each(["2020-03-01", "2026-01-15", "2026-11-15", "2031-07-01", "2040-01-01", "2071-12-31"])(
    "on %s: none to come, most grown up and a few young",
    (today) => {
      const dates = everywhere.map(({ dateCreation }) => foundedBefore(today, dateCreation));
      const twoYearsAgo = `${Number(today.slice(0, 4)) - 2}${today.slice(4)}`;
      const young = dates.filter((date) => date > twoYearsAgo).length / dates.length;
      expect(dates.filter((date) => !/^\d{4}-\d\d-\d\d$/.test(date) || date > today)).toEqual([]);
      expect(young).toBeGreaterThan(0.005);
      expect(young).toBeLessThan(0.03);
    },
  );

  it("find a company founded on the same day from one moment to the next, until twenty years have passed", () => {
    expect(
      ["2024-05-06", "2025-05-05", "2025-05-06", "2045-05-05", "2045-05-06"].map((today) =>
        foundedBefore(today, "2025-05-06"),
      ),
    ).toEqual(["2005-05-06", "2005-05-06", "2025-05-06", "2025-05-06", "2045-05-06"]);
    expect(foundedBefore("2026-01-15", "1985-10-27")).toBe("1985-10-27");
  });

  it("close the accounts with the year, and file them by the middle of the next", () => {
    expect(["2026-06-30", "2026-07-01", "2031-01-01"].map((today) => lastBalanceSheet(today, "1985-10-27"))).toEqual([
      "2024-12-31",
      "2025-12-31",
      "2029-12-31",
    ]);
    expect([lastBalanceSheet("2026-07-01", "2025-12-01"), lastBalanceSheet("2026-06-30", "2025-12-01")]).toEqual([
      "2025-12-31",
      null,
    ]);
  });
});

describe("bank, bases and status", () => {
  it("hold a strictly valid IBAN of the company's country, with the bank of the table", () => {
    const banked = everywhere.filter(({ bank }) => bank !== null);
    expect(
      broken(
        banked,
        ({ bank, name, addressCountryCode }) =>
          isIban(bank!.iban) &&
          bank!.country === addressCountryCode &&
          bank!.iban.startsWith(addressCountryCode) &&
          bank!.holder === name &&
          bankOf(bank!.iban)?.bankName === bank!.bankName &&
          bankOf(bank!.iban)?.bic === bank!.bic,
      ),
    ).toEqual([]);
    expect(french.filter(({ bank }) => bank).length / french.length).toBeGreaterThan(0.93);
    expect(french.some(({ bank }) => bank === null)).toBe(true);
  });

  it("keep the hidden bases within their scales", () => {
    expect(
      broken(
        everywhere,
        ({ bases: { financial, cyber, environment } }) =>
          financial >= 35 &&
          financial <= 95 &&
          cyber >= 45 &&
          cyber <= 90 &&
          [35, 40, 55, 60, 70].includes(environment),
      ),
    ).toEqual([]);
  });

  it("open a collective procedure only where the status says so, after the company was founded", () => {
    expect(
      broken(everywhere, ({ status, collectiveProcedure, dateCreation }) =>
        status === "COLLECTIVE_PROCEDURE"
          ? collectiveProcedure !== null &&
            collectiveProcedure.openingDate > dateCreation &&
            collectiveProcedure.openingDate < "2020"
          : collectiveProcedure === null,
      ),
    ).toEqual([]);
    for (const status of ["ACTIVE", "COLLECTIVE_PROCEDURE", "STRUCK_OFF"])
      expect(french.some((company) => company.status === status)).toBe(true);
  });

  it("leave no establishment open in a company struck off", () => {
    expect(
      broken(
        everywhere,
        ({ status, establishments }) =>
          status !== "STRUCK_OFF" || establishments.every((place) => place.status === "CLOSED"),
      ),
    ).toEqual([]);
  });
});
