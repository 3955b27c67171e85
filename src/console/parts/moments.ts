/** A moment of an account, which has no zone, in milliseconds. */
export const millis = (moment: string): number => Date.parse(`${moment.length > 10 ? moment : `${moment}T00:00:00`}Z`);

/** A moment of an account from milliseconds. */
export const momentOf = (at: number): string => new Date(at).toISOString().slice(0, 23);

const [minute, hour, day] = [60, 3600, 86_400];
const units: readonly [limit: number, size: number, one: string, several: string][] = [
  [90, 1, "s", "s"],
  [90 * minute, minute, "min", "min"],
  [36 * hour, hour, "h", "h"],
  [60 * day, day, "day", "days"],
  [730 * day, 30.44 * day, "month", "months"],
  [Number.POSITIVE_INFINITY, 365.25 * day, "year", "years"],
];

/** How far two moments are apart, in words. */
export function distance(from: string, to: string): string {
  const seconds = Math.abs(millis(to) - millis(from)) / 1000;
  const [, size, one, several] = units.find(([limit]) => seconds < limit) as (typeof units)[number];
  const count = Math.round(seconds / size);
  return `${count} ${count === 1 ? one : several}`;
}

/** How far a moment is from now, where now is known. */
export function relative(moment: string, now: string | undefined): string {
  if (now === undefined) return "";
  return moment <= now ? `${distance(moment, now)} ago` : `in ${distance(now, moment)}`;
}

/** What the clock of the visitor's wall says, in the form of the account's. */
export function wallClock(at: Date): readonly [date: string, time: string] {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
  return [local.slice(0, 10), local.slice(11, 16)];
}

/** The short name of a time zone, such as GMT+1; of the visitor's own unless another is named. */
export const zoneOf = (at: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat("en", { timeZoneName: "short", timeZone })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/** The moment that a visitor typed: a day begins at midnight, a minute at its first second. */
export function completed(typed: string): string {
  const text = typed.trim().replace(" ", "T");
  if (/^[\d-]{10}$/.test(text)) return `${text}T00:00:00`;
  return /T\d\d:\d\d$/.test(text) ? `${text}:00` : text;
}
