import { workingDayBy } from "./calendar.ts";
import { type Chance, chance, weights } from "./chance.ts";
import type { Category, CollectiveProcedure, Company, CompanyStatus, DrawnProcedure } from "./company.ts";
import { courtOf } from "./french-places.ts";
import { rounded } from "./rounded.ts";

const two = (number: number) => String(number).padStart(2, "0");

function drawDay(chance: Chance, firstYear: number, lastYear: number): string {
  return `${chance.int(firstYear, lastYear)}-${two(chance.int(1, 12))}-${two(chance.int(1, 28))}`;
}

/** Companies drawn in these years are founded again after each span; otherwise a late clock would show no young one. */
const recurring = { from: 2020, years: 20 };

/** A sole trader is founded in the last twenty years, whatever the clock says: within a working life. */
export const drawBeginning = (chance: Chance): string =>
  drawDay(chance, recurring.from, recurring.from + recurring.years - 1);

/** Mostly before 2018, so that an account whose clock stands at 2020 has companies with a past. */
export function drawCreation(chance: Chance, status: CompanyStatus, category: Category): string {
  if (status === "ACTIVE" && chance.bool(0.15)) return drawBeginning(chance);
  return chance.bool(0.3) ? drawDay(chance, category === "IT" ? 1984 : 1962, 1995) : drawDay(chance, 1996, 2017);
}

/** The latest recurrence up to today of a day that comes once in a number of years. */
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

/** A legal unit: a SIREN in France, a DUNS elsewhere. */
export const unitOf = ({ siren, duns }: { siren: string | null; duns: string | null }): string => siren ?? duns ?? "";

const yearEnds = weights(["12-31", 80], ["06-30", 8], ["09-30", 7], ["03-31", 5]);

/** The day and the month on which the fiscal years of a legal unit end. */
export const yearEndOf = (unit: string): string => chance(0, "fiscal year", unit).weighted(yearEnds);

/** The day on which a legal unit files the accounts of a year, in the fifth to the ninth month after its end. */
export function filedOn(closing: string, unit: string): string {
  const month = Number(closing.slice(5, 7)) + 4 + (Number(unit) % 5);
  const year = Number(closing.slice(0, 4)) + Math.floor(month / 12);
  return `${year}-${two((month % 12) + 1)}-${two(1 + (Number(unit) % 28))}`;
}

/** The end of the last year whose accounts are filed; the first may end in the year after the foundation. */
export function lastBalanceSheet(today: string, creation: string, unit: string): string | null {
  const [year, end] = [Number(today.slice(0, 4)), yearEndOf(unit)];
  const closing = (yearsAgo: number) => `${year - yearsAgo}-${end}`;
  // The accounts of 9999 are filed in 10000, a year that no comparison of days knows.
  const closed = [0, 1].map(closing).find((day) => day <= today && filedOn(day, unit) <= today) ?? closing(2);
  return closed.slice(0, 4) <= creation.slice(0, 4) ? null : closed;
}

/** From 0.85 to 1.15; a year shares two of its three draws with the next, so that they differ by 10 % at most. */
function turnoverFactor(unit: string, year: number): number {
  const draws = [year, year - 1, year - 2].map((one) => chance(0, "turnover", unit, one).float());
  return 0.85 + 0.1 * draws.reduce((sum, draw) => sum + draw, 0);
}

/** The accounts that are filed by today. They depend on the legal unit, so its establishments agree. */
export function accountsOn(
  today: string,
  creation: string,
  company: Pick<Company, "siren" | "duns" | "usualTurnover">,
) {
  const unit = unitOf(company);
  const lastBalanceSheetDate = company.usualTurnover === null ? null : lastBalanceSheet(today, creation, unit);
  if (company.usualTurnover === null || lastBalanceSheetDate === null)
    return { turnover: null, lastBalanceSheetDate: null };
  const factor = turnoverFactor(unit, Number(lastBalanceSheetDate.slice(0, 4)));
  return { turnover: rounded(company.usualTurnover * factor, 3), lastBalanceSheetDate };
}

const later = (a: string, b: string) => (a > b ? a : b);
export const daysBefore = (today: string, days: number) =>
  new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

/** A drawn day as it is known today: neither in the future nor before the company was founded. */
export const inOfficeSince = (today: string, day: string, creation: string): string =>
  later(day <= today ? day : lastTime(today, day, recurring.years), creation);

type Place = Pick<Company, "addressCountryCode" | "addressPostCode">;

/** A procedure as it is known today: one that the portfolio knows already stays. */
export function procedureOn(
  today: string,
  procedure: CollectiveProcedure | DrawnProcedure,
  creation: string,
  seat: Place & Pick<Company, "greffe" | "activityCode">,
): CollectiveProcedure {
  if ("openingDate" in procedure) return procedure;
  const { type, court, daysOpen } = procedure;
  const sitting = workingDayBy(seat.addressCountryCode, daysBefore(today, daysOpen), seat.addressPostCode);
  const openingDate = later(sitting, creation);
  return { type, openingDate, court: seat.greffe ? courtOf(seat.greffe, openingDate, seat.activityCode) : court };
}

/** The day on which a company was struck off, as it is known today: one that the portfolio knows already stays. */
export function strikeOffOn(
  today: string,
  company: Pick<Company, "status" | "siren" | "duns" | "struckOffOn"> & Place,
  earliest: string,
): string | undefined {
  if (company.status !== "STRUCK_OFF") return undefined;
  const days = chance(0, "strike-off", unitOf(company)).int(30, 700);
  const { struckOffOn, addressCountryCode, addressPostCode } = company;
  return struckOffOn ?? later(workingDayBy(addressCountryCode, daysBefore(today, days), addressPostCode), earliest);
}

export function drawSince(chance: Chance, creation: string): string {
  return later(drawDay(chance, 2006, 2025), creation);
}
