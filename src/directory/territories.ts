import { z } from "zod";
import { readFixture } from "./fixtures.ts";

const Range = z.tuple([z.number(), z.number()]);
const Titles = z.tuple([z.string(), z.string()]).describe("of a man, of a woman");

const Territory = z.strictObject({
  /** As in a VAT prefix or ISO 3166; XI is the one that is no country. */
  code: z.string().length(2),
  country: z.string().length(2),
  tongue: z.string(),
  currency: z.string().length(3),
  /** Units of the currency for a euro, to keep amounts plausible. */
  rate: z.number(),
  /** Templates: `#####` the serial, `?` a digit that makes room for the check, `.` a check digit, `@` a check letter. */
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
export type City = Facts["cities"][number];

export const places = readFixture(
  "places.json",
  z.strictObject({
    france: z.array(z.strictObject({ postCode: z.string(), city: z.string(), greffe: z.string() })),
    capitals: z.record(z.string(), z.string()),
  }),
);

export const tongues = readFixture(
  "tongues.json",
  z.record(
    z.string(),
    z.strictObject({
      lastNames: z.array(z.string()),
      lastNamesOfWomen: z.array(z.string()).optional(),
      men: z.array(z.string()),
      women: z.array(z.string()),
      streets: z.array(z.string()),
      endings: z.array(z.string()),
      words: z.array(z.string()),
    }),
  ),
);

export type Tongue = (typeof tongues)[string];

const described = readFixture("territories.json", z.array(Territory).max(78));

// Of the rest of the world the provider knows a capital, English names and nothing else.
const undescribed = Object.entries(places.capitals).map(
  ([code, city]): Facts => ({
    code,
    country: code,
    tongue: "world",
    currency: "USD",
    rate: 1.08,
    vat: null,
    localId: "99#####",
    court: "Commercial Court of {city}",
    forms: [
      {
        form: "Ltd",
        label: "Limited liability company",
        head: ["Director", "Director"],
        capital: [25_000, 500_000],
        workforce: [1, 999],
      },
    ],
    // The usual filler: half of these countries have no post codes.
    cities: [{ postCode: "00000", city }],
  }),
);

/**
 * A DUNS names its territory by position, so new territories go to the end of their lists; the first two positions belong to
 * the companies whose DUNS is given.
 */
export const territories: readonly Territory[] = [
  ...described.map((facts, at) => ({ ...facts, duns: { from: (at + 2) * 100_000, size: 100_000 } })),
  ...undescribed.map((facts, at) => ({ ...facts, duns: { from: 8_000_000 + at * 10_000, size: 10_000 } })),
];

const byCode = new Map(territories.map((territory) => [territory.code, territory]));

export function territory(code: string): Territory | undefined {
  return byCode.get(code);
}

/** Great Britain is two territories, as Northern Ireland kept its VAT numbers. */
export function territoriesOf(country: string): Territory[] {
  return territories.filter((candidate) => candidate.country === country);
}

export const describedTerritories: readonly Territory[] = territories.slice(0, described.length);

export function cityOf({ cities }: Territory, serial: number): City {
  return cities[serial % cities.length] as City;
}
