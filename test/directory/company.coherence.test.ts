import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isDuns, isFrenchVat, isLocalId, isSiren, isSiret, isVat, vatCountry } from "../../contract/identifiers.ts";
import { bankOf, givesIban, isIban } from "../../src/directory/banks.ts";
import type { Company } from "../../src/directory/company.ts";
import { foundedBefore } from "../../src/directory/days.ts";
import { territories } from "../../src/directory/territories.ts";
import { everywhere, french, international } from "./sample.ts";

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

const broken = (companies: Company[], holds: (company: Company) => boolean) =>
  companies.filter((company) => !holds(company)).slice(0, 3);

it("the sample has 1,200 French and 1,200 international companies", () =>
  expect([french.length, international.length]).toEqual([1200, 1200]));

describe("identifiers of a company", () => {
  it("gives a French company valid identifiers that belong together", () => {
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

  it("gives an international company a DUNS, a registry number and, in the Union, a VAT number", () => {
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

  it("offers an identifier by which the company can be added", () => {
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
  it("draws category, titles, capital and activity of a French company that fit its legal form", () => {
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

  it("gives companies of the euro area, Bulgaria among them, amounts in euros, and no others", () => {
    const euro = "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(" ");
    const union = [...euro, ..."CZ DK HU PL RO SE".split(" ")];
    const inUnion = everywhere.filter(({ addressCountryCode }) => union.includes(addressCountryCode));
    const wrong = inUnion.filter(
      ({ addressCountryCode, turnoverCurrency }) => euro.includes(addressCountryCode) !== (turnoverCurrency === "EUR"),
    );
    expect(new Set(inUnion.map(({ addressCountryCode }) => addressCountryCode)).size).toBeGreaterThan(20);
    expect(wrong.map(({ name, turnoverCurrency }) => `${name} ${turnoverCurrency}`)).toEqual([]);
  });

  it("ends the name of a foreign company with its legal form, which gives label and title", () => {
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

  it("keeps the workforce in its range and the turnover in proportion to it", () => {
    expect(
      broken(everywhere, (company) => {
        const bracket = brackets.find(({ code }) => code === company.workforceRangeCode);
        return (
          bracket !== undefined &&
          company.workforceRangeLabel === bracket.label &&
          company.workforce >= bracket.min &&
          company.workforce <= (bracket.max ?? Number.POSITIVE_INFINITY) &&
          (company.usualTurnover === null || company.usualTurnover > 0) &&
          Number.isInteger(company.capital ?? 0) &&
          Number.isInteger(company.usualTurnover ?? 0) &&
          company.turnoverCurrency === company.capitalCurrency
        );
      }),
    ).toEqual([]);
    const perHead = everywhere
      .filter(
        ({ usualTurnover, turnoverCurrency, workforce }) =>
          usualTurnover && turnoverCurrency === "EUR" && workforce > 5,
      )
      .map(({ usualTurnover, workforce }) => (usualTurnover as number) / workforce);
    expect(Math.min(...perHead)).toBeGreaterThan(40_000);
    expect(Math.max(...perHead)).toBeLessThan(750_000);
  });

  it("takes activity code, label and category from one row of the nomenclature", () => {
    expect(
      broken(everywhere, ({ activityCode, activityLabel, category }) =>
        activities.some((row) => row.code === activityCode && row.label === activityLabel && row.category === category),
      ),
    ).toEqual([]);
    expect(new Set(french.map(({ category }) => category)).size).toBe(9);
  });
});

describe("places and persons", () => {
  it("draws post code, city and greffe of every French establishment from one row", () => {
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

  it("draws post code and city of a foreign establishment from one row of its country", () => {
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

  it("draws names and streets of France that living people have and any town knows", () => {
    const known = fixture("france.json") as Record<string, Record<string, number>>;
    const streets = [...Object.keys(known.streets!), ...Object.keys(known.zones!)];
    const inParis: string[] = fixture("places.json").france[0].streets;
    expect(
      broken(
        french,
        ({ executives, establishments }) =>
          executives.every(({ firstName }) => firstName in known.men! || firstName in known.women!) &&
          establishments.every(({ addressLine1, addressCity }) =>
            (addressCity === "Paris" ? inParis : streets).includes(addressLine1.replace(/\d+/, "{n}")),
          ),
      ),
    ).toEqual([]);
    expect(new Set(french.map(({ executives }) => executives[0]?.firstName)).size).toBeGreaterThan(100);
  });

  it("names a sole trader after its owner, who has run it since it was founded within twenty years", () => {
    const soleTraders = french.filter(({ legalForm }) => legalForm === "EI");
    expect(
      broken(soleTraders, ({ name, executives, dateCreation, activityCode, acronym }) => {
        const [owner] = executives as [Company["executives"][number]];
        const founded = foundedBefore("2026-01-15", dateCreation);
        return (
          name.split(" - ")[0]?.toUpperCase() === `${owner.firstName} ${owner.lastName}`.toUpperCase() &&
          owner.since === dateCreation &&
          founded > "2006-01-15" &&
          acronym === null &&
          !/^(64|68|70[^2])/.test(activityCode)
        );
      }),
    ).toEqual([]);
    expect(soleTraders.some(({ name }) => name.includes(" - "))).toBe(true);
    expect(soleTraders.length).toBeGreaterThan(40);
  });

  it("makes the first executive the head, in office since the company was founded or later", () => {
    expect(
      broken(
        everywhere,
        ({ ceo, executives, dateCreation }) =>
          ceo === `${executives[0]?.lastName} ${executives[0]?.firstName}` &&
          executives.every(({ since }) => since >= dateCreation && since < "2040"),
      ),
    ).toEqual([]);
  });

  it("lists the head office first, at the address of the company", () => {
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
});

describe("bank, bases and status", () => {
  it("draws a strictly valid IBAN of the country, at a bank of the table", () => {
    const banked = everywhere.filter(({ bank, addressCountryCode }) => bank && givesIban(addressCountryCode));
    expect(
      broken(
        banked,
        ({ bank, name, addressCountryCode }) =>
          isIban(bank?.iban ?? "") &&
          bank?.country === addressCountryCode &&
          bank.iban?.startsWith(addressCountryCode) === true &&
          bank.holder === name &&
          bankOf(bank.iban)?.bankName === bank.bankName &&
          bankOf(bank.iban)?.bic === bank.bic,
      ),
    ).toEqual([]);
    expect(french.filter(({ bank }) => bank).length / french.length).toBeGreaterThan(0.93);
    expect(french.some(({ bank }) => bank === null)).toBe(true);
  });

  it("keeps the hidden bases within their ranges", () => {
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

  it("opens a collective procedure only for that status, some days to some years ago by its type", () => {
    expect(
      broken(everywhere, ({ status, collectiveProcedure }) =>
        status === "COLLECTIVE_PROCEDURE"
          ? collectiveProcedure !== null &&
            "daysOpen" in collectiveProcedure &&
            collectiveProcedure.daysOpen >= 12 &&
            collectiveProcedure.daysOpen <= (collectiveProcedure.type === "LIQUIDATION_JUDICIAIRE" ? 900 : 330)
          : collectiveProcedure === null,
      ),
    ).toEqual([]);
    for (const status of ["ACTIVE", "COLLECTIVE_PROCEDURE", "STRUCK_OFF"])
      expect(french.some((company) => company.status === status)).toBe(true);
  });

  it("closes every establishment of a company that is struck off", () => {
    expect(
      broken(
        everywhere,
        ({ status, establishments }) => status !== "STRUCK_OFF" || establishments.every((place) => place.closed),
      ),
    ).toEqual([]);
  });
});
