import { clockRange } from "../../contract/shared.ts";

/** Milliseconds since 1970. Rows hold moments as UTC texts without a zone, which sort as the moments do. */
export type Moment = number;
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

const at = (text: string): Moment => Date.parse(`${text}Z`);
/** The moments that a text can hold. */
const [earliest, latestOfAll] = [at("0000-01-01T00:00:00.000"), at(clockRange.to)];
const clockStart = at(clockRange.from);

/** The nearest moment that a clock can show. */
export const onClock = (moment: Moment): Moment => Math.min(Math.max(moment, clockStart), latestOfAll);
/** Whether time ends before the moment, so that it never comes. */
export const isNever = (moment: Moment): boolean => moment > latestOfAll;

/** The last formatted moment: the next one is mostly in the same second, and a text is mostly parsed soon after. */
let latest = { from: Number.NaN, start: "", moment: Number.NaN, text: "" };

/** A moment before year 0 or after year 9999 becomes the first or the last one: no other text fits a DateTime. */
export function format(moment: Moment): string {
  if (moment === latest.moment) return latest.text;
  const past = moment - latest.from;
  if (past >= 0 && past < second && Number.isInteger(past)) {
    latest.moment = moment;
    latest.text = latest.start + String(past).padStart(3, "0");
    return latest.text;
  }
  const held = Math.trunc(Math.min(Math.max(moment, earliest), latestOfAll));
  const text = new Date(held).toISOString().slice(0, 23);
  latest = { from: Math.floor(held / second) * second, start: text.slice(0, -3), moment: held, text };
  return text;
}
export const parse = (text: string): Moment =>
  text === latest.text ? latest.moment : Date.parse(`${text.length === 10 ? `${text}T00:00:00` : text}Z`);
export const dayOf = (moment: Moment): string => format(moment).slice(0, 10);
export const frenchDay = (moment: Moment): string => dayOf(moment).split("-").reverse().join("/");
export const startOfDay = (moment: Moment): Moment => Math.floor(moment / day) * day;
/** A Thursday, as 1970-01-01 was. */
export const startOfWeek = (moment: Moment): Moment => Math.floor(moment / (7 * day)) * 7 * day;

// Date.UTC would read a year before 100 as one of the twentieth century.
const startOfMonth = (date: Date, later: number): Moment =>
  startOfDay(new Date(date).setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth() + later, 1));

/** The same day of a later month, or its last day when the month is shorter. */
export function addMonths(from: Moment, months: number): Moment {
  const date = new Date(from);
  const first = startOfMonth(date, months);
  const days = (startOfMonth(date, months + 1) - first) / day;
  return first + (Math.min(date.getUTCDate(), days) - 1) * day + (from - startOfDay(from));
}

/** The last millisecond of a day that is given as YYYY-MM-DD. */
export const endOfDay = (text: string): Moment => parse(text) + day - 1;

/** The next moment at this time of day, strictly after. */
export const nextDaily = (after: Moment, offset: number): Moment => {
  const today = startOfDay(after) + offset;
  return today > after ? today : today + day;
};
/** 1970-01-01 was a Thursday, so weekday 1 is Monday. */
export const nextWeekly = (after: Moment, weekday: number, offset: number): Moment => {
  const next = nextDaily(after, offset);
  const days = (weekday - (Math.floor(next / day) + 4)) % 7;
  return next + (days < 0 ? days + 7 : days) * day;
};
export const nextMonthly = (after: Moment, offset: number): Moment => {
  const thisMonth = startOfMonth(new Date(after), 0) + offset;
  return thisMonth > after ? thisMonth : startOfMonth(new Date(after), 1) + offset;
};

const units = { Y: 12, M: 1, W: 7 * day, D: day, TH: hour, TM: minute, TS: second } as const;

/** The moment that is a duration later, or earlier with the direction -1. */
export function addDuration(from: Moment, duration: string, direction: 1 | -1 = 1): Moment {
  const [date = "", time = ""] = duration.split("T");
  const parts = (text: string) =>
    [...text.matchAll(/(\d+)([YMWDHS])/g)].map(([, count, unit]) => ({
      count: direction * Number(count),
      unit: unit as string,
    }));
  let moment = from;
  for (const { count, unit } of parts(date)) {
    const size = units[unit as keyof typeof units];
    moment = unit === "Y" || unit === "M" ? addMonths(moment, count * size) : moment + count * size;
  }
  for (const { count, unit } of parts(time)) moment += count * units[`T${unit}` as keyof typeof units];
  return moment;
}
