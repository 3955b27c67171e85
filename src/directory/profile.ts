import { z } from "zod";
import { type Chance, weights } from "./chance.ts";
import type { Category, Company, CompanyStatus } from "./company.ts";
import { readFixture } from "./fixtures.ts";
import { rounded } from "./rounded.ts";

/** How often a category is drawn, the yearly turnover per person, and its environmental base. */
const categories = {
  IT: { weight: 18, perHead: [90_000, 180_000], environment: 70 },
  Construction: { weight: 22, perHead: [100_000, 200_000], environment: 40 },
  Services: { weight: 30, perHead: [45_000, 130_000], environment: 60 },
  Industry: { weight: 12, perHead: [130_000, 300_000], environment: 40 },
  Trade: { weight: 7, perHead: [250_000, 700_000], environment: 55 },
  Transport: { weight: 6, perHead: [90_000, 180_000], environment: 35 },
  Energy: { weight: 2, perHead: [200_000, 600_000], environment: 35 },
  Hospitality: { weight: 2, perHead: [50_000, 110_000], environment: 60 },
  Holding: { weight: 3, perHead: [100_000, 400_000], environment: 60 },
} as const satisfies Record<Category, object>;

const categoryNames = Object.keys(categories) as Category[];
const categoryWeights = categoryNames.map((category) => [category, categories[category].weight] as const);

export const activities = readFixture(
  "naf.json",
  z.array(
    z.strictObject({
      code: z.string().regex(/^\d{4}[A-Z]$/),
      label: z.string(),
      english: z.string(),
      category: z.enum(categoryNames),
      trades: z.array(z.string()).min(1),
    }),
  ),
);
export type Activity = (typeof activities)[number];

export const workforces = readFixture(
  "workforce.json",
  z.array(
    z.strictObject({ code: z.string(), label: z.string(), min: z.int(), max: z.int().nullable(), weight: z.number() }),
  ),
);

export function drawActivity(chance: Chance): Activity {
  const category = chance.weighted(categoryWeights);
  return chance.pick(activities.filter((activity) => activity.category === category));
}

interface Limits {
  workforce: readonly [min: number, max: number];
  capital: readonly [min: number, max: number] | null;
}

/** Turnover follows from the workforce; the capital stays below the form's maximum and a quarter of the turnover. */
export function drawSize(chance: Chance, category: Category, { workforce: heads, capital }: Limits, rate: number) {
  const [fewest, most] = heads;
  const brackets = workforces.filter(({ min, max }) => min >= fewest && (max ?? Number.POSITIVE_INFINITY) <= most);
  const bracket = chance.weighted(brackets.map((row) => [row, row.weight] as const));
  const workforce = chance.int(bracket.min, bracket.max ?? bracket.min);
  const [low, high] = categories[category].perHead;
  const turnover = rounded(Math.max(workforce, 0.6) * chance.int(low, high) * rate, 3);
  return {
    workforce,
    workforceRangeCode: bracket.code,
    workforceRangeLabel: bracket.label,
    capital: capital && drawCapital(chance, capital[0] * rate, Math.min(capital[1] * rate, turnover / 4)),
    usualTurnover: chance.bool(0.06) ? null : turnover,
  };
}

function drawCapital(chance: Chance, min: number, max: number): number {
  const top = Math.max(min, max);
  return Math.max(Math.ceil(min), rounded(min * (top / min) ** chance.float(), 2));
}

export interface Traits {
  status: CompanyStatus;
  hasBank: boolean;
  sanctioned: boolean;
}

/** Active, with bank details and without sanctions. */
export const healthy: Traits = { status: "ACTIVE", hasBank: true, sanctioned: false };

const statuses = weights(["ACTIVE", 95], ["COLLECTIVE_PROCEDURE", 3], ["STRUCK_OFF", 2]);

export function drawTraits(chance: Chance): Traits {
  return { status: chance.weighted(statuses), hasBank: chance.bool(0.97), sanctioned: chance.bool(0.01) };
}

const leastEnvironment = 31;

export function drawBases(chance: Chance, category: Category): Company["bases"] {
  const [financial, cyber] = [chance.int(35, 95), chance.int(45, 90)];
  const [environment, spread] = [categories[category].environment, chance.int(-12, 12)];
  // A sector alone makes no company the worst.
  return { financial, cyber, environment: Math.max(environment + spread, leastEnvironment) };
}
