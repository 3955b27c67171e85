import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isDuns, isFrenchVat, isLocalId, isSiren, isSiret, isVat, vatCountry } from "../../contract/identifiers.ts";
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
const triples: { postCode: string; city: string; greffe: string }[] = fixture("places.json").france;

type Sample = readonly Company[];
type Fact = [what: string, companies: Sample, holds: (company: Company) => boolean | undefined];

it("the sample has 1,200 French and 1,200 international companies, of every kind", () => {
  expect([french.length, international.length, soleTraders.length > 40, union.size]).toEqual([1200, 1200, true, 28]);
  const distinct = (of: (company: Company) => unknown) => new Set(french.map(of)).size;
  expect([distinct(({ category }) => category), distinct(({ status }) => status)]).toEqual([9, 3]);
  expect(distinct(({ executives }) => executives[0]?.firstName)).toBeGreaterThan(100);
  const banked = french.filter(({ bank }) => bank).length;
  expect([banked > 0.93 * 1200, banked < 1200]).toEqual([true, true]);
  expect(soleTraders.some(({ name }) => name.includes(" - "))).toBe(true);
  const perHead = everywhere.flatMap(({ usualTurnover, turnoverCurrency, workforce }) =>
    usualTurnover && turnoverCurrency === "EUR" && workforce > 5 ? usualTurnover / workforce : [],
  );
  expect([Math.min(...perHead) > 40_000, Math.max(...perHead) < 750_000]).toEqual([true, true]);
});

const union = new Set(territories.filter(({ vat }) => vat).map(({ code, country }) => (code === "XI" ? "" : country)));
const euro = "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(" ");
const otherMoney = "CZ DK HU PL RO SE".split(" ");
const soleTraders = french.filter(({ legalForm }) => legalForm === "EI");
const formOf = (name: string) => frenchForms.find(({ form }) => form === name) as Form;
const known = fixture("france.json") as Record<string, Record<string, number>>;
const streets = [...Object.keys(known.streets!), ...Object.keys(known.zones!)];
const inParis: string[] = fixture("places.json").france[0].streets;
const within = (value: number, [least, most]: readonly [number, number]) => value >= least && value <= most;

const identifiers: Fact[] = [
  [
    "a French company has valid identifiers that belong together",
    french,
    ({ siren, siret, tva, duns, localId }) =>
      isSiren(siren as string) &&
      isSiret(siret as string) &&
      siret?.startsWith(siren as string) &&
      isFrenchVat(tva as string) &&
      tva?.endsWith(siren as string) &&
      isDuns(duns) &&
      localId === null,
  ],
  [
    "an international company has a DUNS, a registry number and, in the Union, a VAT number",
    international,
    ({ siren, siret, tva, duns, localId, addressCountryCode: country }) =>
      siren === null &&
      siret === null &&
      isDuns(duns) &&
      isLocalId(country, localId as string) &&
      (tva === null ? !union.has(country) : isVat(tva) && vatCountry(tva) === country),
  ],
  [
    "a company can be added by the identifier that it offers",
    everywhere,
    ({ siret, tva, duns, companyIdType, companyIdValue }) =>
      companyIdValue === { CIT001: siret, CIT002: tva, CIT003: duns }[companyIdType],
  ],
];

const kinds: Fact[] = [
  [
    "category, titles, capital and activity of a French company fit its legal form",
    french,
    ({ legalForm, legalCategoryCode, legalCategoryLabel, executives, capital, activityCode }) => {
      const { code, label, head, second, capital: range, activities: prefixes } = formOf(legalForm);
      return (
        code === legalCategoryCode &&
        label === legalCategoryLabel &&
        head.includes(executives[0]?.role as string) &&
        executives.every(({ role }) => [...head, ...(second ?? [])].includes(role)) &&
        (range === null ? capital === null : capital !== null && within(capital, range)) &&
        (prefixes?.some((prefix) => activityCode.startsWith(prefix)) ?? true)
      );
    },
  ],
  [
    "companies of the euro area, Bulgaria among them, have amounts in euros, and other members have not",
    everywhere.filter(({ addressCountryCode }) => [...euro, ...otherMoney].includes(addressCountryCode)),
    ({ addressCountryCode, turnoverCurrency }) => euro.includes(addressCountryCode) === (turnoverCurrency === "EUR"),
  ],
  [
    "the name of a foreign company ends with its legal form, which gives label and title",
    international,
    ({ name, legalForm, legalCategoryLabel, legalCategoryCode, executives, addressCountryCode }) => {
      const home = territories.filter(({ country }) => country === addressCountryCode);
      const form = home.flatMap(({ forms }) => forms).find((one) => one.form === legalForm);
      return (
        name.endsWith(` ${legalForm}`) &&
        form?.label === legalCategoryLabel &&
        legalCategoryCode === null &&
        form.head.includes(executives[0]?.role as string)
      );
    },
  ],
];

const placesAndPersons: Fact[] = [
  [
    "post code, city and greffe of every French establishment are of one row",
    french,
    ({ addressPostCode, addressCity, greffe, establishments }) =>
      triples.some((row) => row.postCode === addressPostCode && row.city === addressCity && row.greffe === greffe) &&
      establishments.every((place) =>
        triples.some(({ postCode, city }) => postCode === place.addressPostCode && city === place.addressCity),
      ),
  ],
  [
    "names and streets of France are those that living people have and any town knows",
    french,
    ({ executives, establishments }) =>
      executives.every(({ firstName }) => firstName in known.men! || firstName in known.women!) &&
      establishments.every(({ addressLine1, addressCity }) =>
        (addressCity === "Paris" ? inParis : streets).includes(addressLine1.replace(/\d+/, "{n}")),
      ),
  ],
  [
    "a sole trader is named after its owner, who has run it since it was founded within twenty years",
    soleTraders,
    ({ name, executives: [owner], dateCreation, activityCode, acronym }) =>
      name.split(" - ")[0]?.toUpperCase() === `${owner?.firstName} ${owner?.lastName}`.toUpperCase() &&
      owner?.since === dateCreation &&
      foundedBefore("2026-01-15", dateCreation) > "2006-01-15" &&
      acronym === null &&
      !/^(64|68|70[^2])/.test(activityCode),
  ],
];

const bankAndStatus: Fact[] = [
  [
    "a collective procedure is open only for that status, some days to some years ago by its type",
    everywhere,
    ({ status, collectiveProcedure: procedure }) =>
      status === "COLLECTIVE_PROCEDURE"
        ? procedure !== null &&
          "daysOpen" in procedure &&
          within(procedure.daysOpen, [12, procedure.type === "LIQUIDATION_JUDICIAIRE" ? 900 : 330])
        : procedure === null,
  ],
];

it.each([...identifiers, ...kinds, ...placesAndPersons, ...bankAndStatus])("%s", (_what, companies, holds) => {
  expect(companies.filter((company) => !holds(company)).slice(0, 3)).toEqual([]);
});
