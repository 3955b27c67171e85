/** Milliseconds since 1970. Rows hold moments as UTC texts without a zone, which sort as the moments do. */
export type Moment = number;
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The last formatted moment: the next one is mostly in the same second, and a text is mostly parsed soon after. */
let latest = { from: Number.NaN, start: "", moment: Number.NaN, text: "" };

export function format(moment: Moment): string {
  if (moment === latest.moment) return latest.text;
  const past = moment - latest.from;
  if (past >= 0 && past < second && Number.isInteger(past)) {
    latest.moment = moment;
    latest.text = latest.start + String(past).padStart(3, "0");
    return latest.text;
  }
  const text = new Date(moment).toISOString().slice(0, 23);
  // A year of five digits makes the text longer, and the cut removes other characters than the time zone.
  const from = text.at(-4) === "." ? Math.floor(Math.trunc(moment) / second) * second : Number.NaN;
  latest = { from, start: text.slice(0, -3), moment: Math.trunc(moment), text };
  return text;
}
export const parse = (text: string): Moment =>
  text === latest.text ? latest.moment : Date.parse(`${text.length === 10 ? `${text}T00:00:00` : text}Z`);
export const dayOf = (moment: Moment): string => format(moment).slice(0, 10);
export const frenchDay = (moment: Moment): string => dayOf(moment).split("-").reverse().join("/");
export const startOfDay = (moment: Moment): Moment => moment - (moment % day);

/** The same day of a later month, or its last day when the month is shorter. */
export function addMonths(from: Moment, months: number): Moment {
  const date = new Date(from);
  const target = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  return target.getTime() + (Math.min(date.getUTCDate(), last) - 1) * day + (from % day);
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
  let next = nextDaily(after, offset);
  while ((Math.floor(next / day) + 4) % 7 !== weekday) next += day;
  return next;
};
export const nextMonthly = (after: Moment, offset: number): Moment => {
  const first = (moment: Moment) => parse(`${dayOf(moment).slice(0, 7)}-01`) + offset;
  return first(after) > after ? first(after) : first(addMonths(parse(`${dayOf(after).slice(0, 7)}-01`), 1));
};

const units = { Y: 12, M: 1, W: 7 * day, D: day, TH: hour, TM: minute, TS: second } as const;

export function addDuration(from: Moment, duration: string): Moment {
  const [date = "", time = ""] = duration.slice(1).split("T");
  const parts = (text: string) =>
    [...text.matchAll(/(\d+)([YMWDHS])/g)].map(([, count, unit]) => ({ count: Number(count), unit: unit as string }));
  let moment = from;
  for (const { count, unit } of parts(date)) {
    const size = units[unit as keyof typeof units];
    moment = unit === "Y" || unit === "M" ? addMonths(moment, count * size) : moment + count * size;
  }
  for (const { count, unit } of parts(time)) moment += count * units[`T${unit}` as keyof typeof units];
  return moment;
}
