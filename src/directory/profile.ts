import { z } from "zod";
import type { Chance } from "./chance.ts";
import type { Category, CollectiveProcedure, Company, CompanyStatus } from "./company.ts";
import { readFixture } from "./fixtures.ts";

const KnownCategory = z.enum([
  "IT",
  "Construction",
  "Services",
  "Industry",
  "Trade",
  "Transport",
  "Energy",
  "Hospitality",
  "Holding",
]);

export const activities = readFixture(
  "naf.json",
  z.array(
    z.strictObject({
      code: z.string().regex(/^\d{4}[A-Z]$/),
      label: z.string(),
      category: KnownCategory,
      trades: z.array(z.string()).min(1),
    }),
  ),
);

const workforces = readFixture(
  "workforce.json",
  z.array(
    z.strictObject({ code: z.string(), label: z.string(), min: z.int(), max: z.int().nullable(), weight: z.number() }),
  ),
);

export type Activity = (typeof activities)[number];

/** How often a category is drawn, what a person turns over there in a year, and its environmental base. */
const categories: Record<Category, { weight: number; perHead: readonly [number, number]; environment: number }> = {
  IT: { weight: 18, perHead: [90_000, 180_000], environment: 70 },
  Construction: { weight: 22, perHead: [100_000, 200_000], environment: 40 },
  Services: { weight: 30, perHead: [45_000, 130_000], environment: 60 },
  Industry: { weight: 12, perHead: [130_000, 300_000], environment: 40 },
  Trade: { weight: 7, perHead: [250_000, 700_000], environment: 55 },
  Transport: { weight: 6, perHead: [90_000, 180_000], environment: 35 },
  Energy: { weight: 2, perHead: [200_000, 600_000], environment: 35 },
  Hospitality: { weight: 2, perHead: [50_000, 110_000], environment: 60 },
  Holding: { weight: 3, perHead: [100_000, 400_000], environment: 60 },
};

const categoryWeights = Object.entries(categories).map(
  ([category, { weight }]) => [category as Category, weight] as const,
);

export function drawActivity(chance: Chance): Activity {
  const category = chance.weighted(categoryWeights);
  return chance.pick(activities.filter((activity) => activity.category === category));
}

interface Size {
  workforce: number;
  workforceRangeCode: string;
  workforceRangeLabel: string;
  capital: number | null;
  turnover: number | null;
}

interface Limits {
  workforce: readonly [min: number, max: number];
  capital: readonly [min: number, max: number] | null;
  rate: number;
}

/** Head count first; turnover follows from it, and the capital stays below both the form's and a quarter of the turnover. */
export function drawSize(
  chance: Chance,
  category: Category,
  { workforce: [fewest, most], capital, rate }: Limits,
): Size {
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
    turnover: chance.bool(0.06) ? null : turnover,
  };
}

function drawCapital(chance: Chance, min: number, max: number): number {
  const top = Math.max(min, max);
  return Math.max(Math.ceil(min), rounded(min * (top / min) ** chance.float(), 2));
}

function rounded(amount: number, figures: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) + 1 - figures);
  return Math.round(amount / unit) * unit;
}

const two = (number: number) => String(number).padStart(2, "0");

function drawDay(chance: Chance, firstYear: number, lastYear: number): string {
  return `${chance.int(firstYear, lastYear)}-${two(chance.int(1, 12))}-${two(chance.int(1, 28))}`;
}

/** Mostly before 2018, so that a sandbox whose clock stands at 2020 sees companies with a past; a few are of a generation that comes round. */
export function drawCreation(chance: Chance, status: CompanyStatus, category: Category): string {
  if (status === "ACTIVE" && chance.bool(0.15))
    return drawDay(chance, generation.from, generation.from + generation.years - 1);
  return chance.bool(0.3) ? drawDay(chance, category === "IT" ? 1984 : 1962, 1995) : drawDay(chance, 1996, 2017);
}

/** Those founded in these years are founded anew with each such span, or no company would be young when the span is over. */
const generation = { from: 2020, years: 20 };

/** The last time by today that a day comes round, once in so many years. */
function lastTime(today: string, day: string, years: number): string {
  const [year, rest] = [Number(day.slice(0, 4)), day.slice(4)];
  const last = Number(today.slice(0, 4)) - (rest > today.slice(4) ? 1 : 0);
  return `${last - ((((last - year) % years) + years) % years)}${rest}`;
}

/** When a company was founded, as it is known on a day: whole spans earlier for whoever is yet to be, or of the generation that comes round. */
export function foundedBefore(today: string, creation: string): string {
  const stays = Number(creation.slice(0, 4)) < generation.from && creation <= today;
  return stays ? creation : lastTime(today, creation, generation.years);
}

/** Accounts are closed with the year and filed by the middle of the next one; a company has none before its first. */
export function lastBalanceSheet(today: string, creation: string): string | null {
  const closed = `${Number(today.slice(0, 4)) - (today.slice(4) < "-07-01" ? 2 : 1)}-12-31`;
  return closed < creation ? null : closed;
}

const later = (a: string, b: string) => (a > b ? a : b);

/** What is known of a company has happened, and in its life. */
const happened = (years: number) => (today: string, day: string, creation: string) =>
  later(day <= today ? day : lastTime(today, day, years), creation);
/** Heads stay long, and courts are quicker. */
export const inOfficeSince = happened(generation.years);
export const openedOn = happened(1);

/** In office since a day of the company's life. */
export function drawSince(chance: Chance, creation: string): string {
  return later(drawDay(chance, 2004, 2019), creation);
}

export interface Traits {
  status: CompanyStatus;
  hasBank: boolean;
  sanctioned: boolean;
}

const statuses = [
  ["ACTIVE", 95],
  ["COLLECTIVE_PROCEDURE", 3],
  ["STRUCK_OFF", 2],
] as const;

export function drawTraits(chance: Chance): Traits {
  return { status: chance.weighted(statuses), hasBank: chance.bool(0.97), sanctioned: chance.bool(0.01) };
}

const procedures = [
  ["SAUVEGARDE", 2],
  ["REDRESSEMENT_JUDICIAIRE", 5],
  ["LIQUIDATION_JUDICIAIRE", 3],
] as const;

export function drawProcedure(chance: Chance, status: CompanyStatus, court: string): CollectiveProcedure | null {
  if (status !== "COLLECTIVE_PROCEDURE") return null;
  return { type: chance.weighted(procedures), openingDate: drawDay(chance, 2018, 2019), court };
}

export function drawBases(chance: Chance, category: Category): Company["bases"] {
  return { financial: chance.int(35, 95), cyber: chance.int(45, 90), environment: categories[category].environment };
}

export function acronymOf(chance: Chance, name: string): string | null {
  const initials = Array.from(name.matchAll(/(?<![\p{L}'’])\p{Lu}/gu), ([letter]) =>
    letter.normalize("NFD").slice(0, 1),
  );
  return chance.bool(0.15) && initials.length >= 2 ? initials.join("") : null;
}
