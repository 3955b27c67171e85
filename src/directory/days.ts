import type { Chance } from "./chance.ts";
import type { Category, CompanyStatus } from "./company.ts";

const two = (number: number) => String(number).padStart(2, "0");

export function drawDay(chance: Chance, firstYear: number, lastYear: number): string {
  return `${chance.int(firstYear, lastYear)}-${two(chance.int(1, 12))}-${two(chance.int(1, 28))}`;
}

/** Companies drawn in these years are founded again after each span; otherwise a late clock would show no young one. */
const recurring = { from: 2020, years: 20 };

/** Mostly before 2018, so that an account whose clock stands at 2020 has companies with a past. */
export function drawCreation(chance: Chance, status: CompanyStatus, category: Category): string {
  if (status === "ACTIVE" && chance.bool(0.15))
    return drawDay(chance, recurring.from, recurring.from + recurring.years - 1);
  return chance.bool(0.3) ? drawDay(chance, category === "IT" ? 1984 : 1962, 1995) : drawDay(chance, 1996, 2017);
}

/** The latest recurrence of a day by today, once in so many years. */
function lastTime(today: string, day: string, years: number): string {
  const [year, rest] = [Number(day.slice(0, 4)), day.slice(4)];
  const last = Number(today.slice(0, 4)) - (rest > today.slice(4) ? 1 : 0);
  return `${last - ((((last - year) % years) + years) % years)}${rest}`;
}

/** The founding day as it is known today: never in the future. */
export function foundedBefore(today: string, creation: string): string {
  const stays = Number(creation.slice(0, 4)) < recurring.from && creation <= today;
  return stays ? creation : lastTime(today, creation, recurring.years);
}

/** Accounts close with the year and are filed by the middle of the next; null before the first. */
export function lastBalanceSheet(today: string, creation: string): string | null {
  const closed = `${Number(today.slice(0, 4)) - (today.slice(4) < "-07-01" ? 2 : 1)}-12-31`;
  return closed < creation ? null : closed;
}

const later = (a: string, b: string) => (a > b ? a : b);

/** A drawn day as it is known today: neither in the future nor before the company was founded. */
const pastDay = (years: number) => (today: string, day: string, creation: string) =>
  later(day <= today ? day : lastTime(today, day, years), creation);
export const inOfficeSince = pastDay(recurring.years);
/** A procedure lasts about a year, a term of office much longer. */
export const openedOn = pastDay(1);

export function drawSince(chance: Chance, creation: string): string {
  return later(drawDay(chance, 2004, 2019), creation);
}
