import { z } from "zod";
import { readFixture } from "./fixtures.ts";

/**
 * Working days and hours of every country. A place is a country with a post code, because some days are holidays in
 * parts of a country. Each place has one offset from UTC all year round: zone data would differ between hosts.
 */

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/**
 * `07-14` is a day of every year, `E+39` the 39th day after Easter, `mon 05-25` the first Monday from that day on, and
 * `2022-09-19` the day itself. Years limit the first three: `since 2019`, `until 2013`, `not 2020 2022`.
 */
const pattern = new RegExp(
  "^(?:E([+-]\\d+)|(?:(sun|mon|tue|wed|thu|fri|sat) )?(\\d\\d-\\d\\d)|(\\d{4}-\\d\\d-\\d\\d))" +
    "(?: since (\\d{4}))?(?: until (\\d{4}))?(?: not ([\\d ]+))?$",
);
const Holidays = z.array(z.string().regex(pattern));
const Calendar = z.strictObject({
  /** Minutes ahead of UTC. */
  offset: z.int(),
  weekend: z.array(z.enum(weekdays)).default(["sat", "sun"]),
  days: Holidays,
  /** Whether a holiday on a weekend is taken on the next working day. */
  moves: z.boolean().default(false),
  /** Post codes are given by their beginnings, and the first region that fits counts. */
  regions: z
    .array(
      z.strictObject({
        postCodes: z.array(z.string()).min(1),
        offset: z.int().optional(),
        also: Holidays.default([]),
        except: Holidays.default([]),
      }),
    )
    .default([]),
});

/** Working hours are the same everywhere, in local time. */
const { hours, countries } = readFixture(
  "calendars.json",
  z.strictObject({ hours: z.tuple([z.int(), z.int()]), countries: z.record(z.string(), Calendar) }),
);
export const calendarCountries: readonly string[] = Object.keys(countries);

const minute = 60_000;
const day = 86_400_000;
const [opening, closing] = [hours[0] * 60 * minute, hours[1] * 60 * minute];
const textOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const startOf = (text: string) => Date.parse(`${text}T00:00:00Z`);
const weekdayOf = (at: number) => weekdays[new Date(at).getUTCDay()] as (typeof weekdays)[number];

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
function easterOf(year: number): number {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100];
  const corrected = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + corrected + 15) % 30;
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * sunday) / 451);
  return startOf(`${String(year).padStart(4, "0")}-03-22`) + (epact + sunday - 7 * late) * day;
}

/** The day of a holiday in a year; none where the year has it not. */
function dayIn(year: number, holiday: string): number | undefined {
  const [, easter, weekday, date, once, since = 0, until = 9999, not = ""] = pattern.exec(holiday) as RegExpExecArray;
  const text = String(year).padStart(4, "0");
  if (once !== undefined) return once.startsWith(text) ? startOf(once) : undefined;
  if (year < Number(since) || year > Number(until) || not.includes(text)) return undefined;
  if (easter !== undefined) return easterOf(year) + Number(easter) * day;
  const from = startOf(`${text}-${date}`);
  if (weekday === undefined) return from;
  return from + ((weekdays.indexOf(weekday as never) - new Date(from).getUTCDay() + 7) % 7) * day;
}

type Place = Pick<z.infer<typeof Calendar>, "offset" | "weekend" | "moves" | "days"> & { key: string };

/** A place of its own for each region, made once: years of holidays are kept under its key. */
const places = Object.fromEntries(
  Object.entries(countries).map(([country, { regions, ...calendar }]) => {
    const parts = regions.map(({ postCodes, offset = calendar.offset, also, except }, at) => {
      const days = [...calendar.days.filter((one) => !except.includes(one)), ...also];
      return { postCodes, place: { ...calendar, offset, days, key: `${country}${at}` } };
    });
    return [country, { whole: { ...calendar, key: country } as Place, parts }];
  }),
);
const elsewhere: Place = { key: "", offset: 0, weekend: ["sat", "sun"], days: ["01-01"], moves: false };

function placeOf(country: string, postCode: string | null | undefined): Place {
  const known = places[country];
  if (!known) return elsewhere;
  const starts = postCode && known.parts.find((part) => part.postCodes.some((start) => postCode.startsWith(start)));
  return starts ? starts.place : known.whole;
}

/** The holidays of a year on which work would be done otherwise. */
function holidaysOf({ days, weekend, moves }: Place, year: number): Set<number> {
  const found = days.flatMap((holiday) => dayIn(year, holiday) ?? []).sort((a, b) => a - b);
  const taken = new Set(found.filter((at) => !weekend.includes(weekdayOf(at))));
  if (moves)
    for (let at of found.filter((one) => weekend.includes(weekdayOf(one)))) {
      while (taken.has(at) || weekend.includes(weekdayOf(at))) at += day;
      taken.add(at);
    }
  return taken;
}

/** Years of places that were asked for last; a long move of a clock does not keep them all. */
const years = new Map<string, Set<number>>();
const mostYears = 500;

/** Whether work is done on the day that begins at this moment of local time. */
function isOpen(place: Place, from: number): boolean {
  if (place.weekend.includes(weekdayOf(from))) return false;
  const year = new Date(from).getUTCFullYear();
  const key = `${place.key} ${year}`;
  let holidays = years.get(key);
  if (!holidays) {
    if (years.size >= mostYears) years.clear();
    holidays = holidaysOf(place, year);
    years.set(key, holidays);
  }
  return !holidays.has(from);
}

/** Whether authorities and companies of a place work on a day, given as YYYY-MM-DD. */
export const isWorkingDay = (country: string, text: string, postCode?: string | null): boolean =>
  isOpen(placeOf(country, postCode), startOf(text));

/** The last working day by a day; with a day that is one, itself. */
export function workingDayBy(country: string, text: string, postCode?: string | null): string {
  const place = placeOf(country, postCode);
  let at = startOf(text);
  while (!isOpen(place, at)) at -= day;
  return textOf(at);
}

/** The first working day from a day on; with a day that is one, itself. */
export function workingDayFrom(country: string, text: string, postCode?: string | null): string {
  const place = placeOf(country, postCode);
  let at = startOf(text);
  while (!isOpen(place, at)) at += day;
  return textOf(at);
}

const floor = (at: number) => Math.floor(at / day) * day;

/** Whether people of a place are at work at a moment, in milliseconds since 1970. */
export function isWorkingMoment(country: string, at: number, postCode?: string | null): boolean {
  const place = placeOf(country, postCode);
  const local = at + place.offset * minute;
  const from = floor(local);
  return local >= from + opening && local < from + closing && isOpen(place, from);
}

function open(place: Place, at: number): number {
  const local = at + place.offset * minute;
  let from = floor(local);
  if (isOpen(place, from) && local < from + closing) return Math.max(local, from + opening) - place.offset * minute;
  do from += day;
  while (!isOpen(place, from));
  return from + opening - place.offset * minute;
}

/** The first moment at or after another at which people of a place are at work. */
export const workingMoment = (country: string, at: number, postCode?: string | null): number =>
  open(placeOf(country, postCode), at);

/** The opening on the n-th working day after the day of a moment; with 0, on that day itself. */
export function openingAfter(country: string, at: number, days: number, postCode?: string | null): number {
  const place = placeOf(country, postCode);
  let from = floor(at + place.offset * minute);
  for (let left = days; left > 0; left--) {
    do from += day;
    while (!isOpen(place, from));
  }
  return from + opening - place.offset * minute;
}
