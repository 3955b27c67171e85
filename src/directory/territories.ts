import { z } from "zod";
import { readFixture } from "./fixtures.ts";
import { Names, Street, Streets } from "./persons.ts";

export const Range = z.tuple([z.number(), z.number()]);
/** The title of a man, then of a woman. */
export const Titles = z.tuple([z.string(), z.string()]);

const Territory = z.strictObject({
  /** ISO 3166, or XI for Northern Ireland, as in its VAT numbers. */
  code: z.string().length(2),
  country: z.string().length(2),
  language: z.string(),
  currency: z.string().length(3),
  /** Units of the currency for a euro. */
  rate: z.number(),
  /** A template: `#####` is the serial, `?` a free digit, `.` a check digit, `@` a check letter. */
  vat: z.string().nullable(),
  localId: z.string(),
  court: z.string(),
  forms: z
    .array(z.strictObject({ form: z.string(), label: z.string(), head: Titles, capital: Range, workforce: Range }))
    .min(1),
  cities: z.array(z.strictObject({ postCode: z.string(), city: z.string(), register: z.string().optional() })).min(1),
});

type Facts = z.infer<typeof Territory>;

/** A territory and its share of the DUNS block 99xxxxxxx. */
export type Territory = Facts & { duns: { from: number; size: number } };
type City = Facts["cities"][number];

export const places = readFixture(
  "places.json",
  z.strictObject({
    france: z.array(
      z.strictObject({
        postCode: z.string(),
        city: z.string(),
        greffe: z.string(),
        /** Where the streets of any town would not be believed. */
        streets: z.array(Street).optional(),
      }),
    ),
    capitals: z.record(z.string(), z.string()),
  }),
);

export const languages = readFixture(
  "languages.json",
  z.record(
    z.string(),
    Names.extend({
      endings: z.array(z.string()),
      words: z.array(z.string()),
      liquidator: Titles.default(["Liquidator", "Liquidator"]),
    }),
  ),
);

/** Zones are streets of yards and workshops. */
export const france = readFixture("france.json", Names.extend({ zones: Streets }));

export type Language = (typeof languages)[string];

const described = readFixture("territories.json", z.array(Territory).max(78));

const limitedCompany: Facts["forms"][number] = {
  form: "Ltd",
  label: "Limited liability company",
  head: ["Director", "Director"],
  capital: [25_000, 500_000],
  workforce: [1, 999],
};

// The other countries have a capital, English names and nothing else.
const undescribed = Object.entries(places.capitals).map(
  ([code, city]): Facts => ({
    code,
    country: code,
    language: "world",
    currency: "USD",
    rate: 1.08,
    vat: null,
    localId: "99#####",
    court: "Commercial Court of {city}",
    forms: [limitedCompany],
    // A filler: half of these countries have no post codes.
    cities: [{ postCode: "00000", city }],
  }),
);

/**
 * A DUNS names its territory by position, so new territories go to the end of their lists. The first two positions
 * belong to the companies of companies.json.
 */
export const territories: readonly Territory[] = [
  ...described.map((facts, at) => ({ ...facts, duns: { from: (at + 2) * 100_000, size: 100_000 } })),
  ...undescribed.map((facts, at) => ({ ...facts, duns: { from: 8_000_000 + at * 10_000, size: 10_000 } })),
];

/** Great Britain has two territories: Northern Ireland has VAT numbers of its own. */
export const territoriesOf = (country: string): Territory[] =>
  territories.filter((candidate) => candidate.country === country);

export const describedTerritories: readonly Territory[] = territories.slice(0, described.length);

export const cityOf = ({ cities }: Territory, serial: number) => cities[serial % cities.length] as City;
