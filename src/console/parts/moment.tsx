import { clock } from "../state.ts";

/** A moment of an account, which has no zone, in milliseconds. */
export const millis = (moment: string): number => Date.parse(`${moment.length > 10 ? moment : `${moment}T00:00:00`}Z`);

/** A moment of an account from milliseconds. */
export const momentOf = (at: number): string => new Date(at).toISOString().slice(0, 23);

const units: [limit: number, size: number, name: string][] = [
  [90, 1, "s"],
  [90 * 60, 60, "min"],
  [36 * 3600, 3600, "h"],
  [60 * 86_400, 86_400, "day"],
  [730 * 86_400, 30.44 * 86_400, "month"],
  [Number.POSITIVE_INFINITY, 365.25 * 86_400, "year"],
];

/** How far two moments are apart, in words. */
export function distance(from: string, to: string): string {
  const seconds = Math.abs(millis(to) - millis(from)) / 1000;
  const [, size, name] = units.find(([limit]) => seconds < limit) as (typeof units)[number];
  const count = Math.round(seconds / size);
  return `${count} ${name}${count !== 1 && /y|n?th/.test(name) ? "s" : ""}`;
}

/** How far a moment is from the account's clock. */
export function relative(moment: string): string {
  const now = clock.value?.now;
  if (now === undefined) return "";
  return moment <= now ? `${distance(moment, now)} ago` : `in ${distance(now, moment)}`;
}

/**
 * A moment as the service writes it, without its T, and without its year where there is little room; how far it is
 * from the account's clock is the tooltip.
 */
export function Moment({ at, short }: { at: string | null | undefined; short?: boolean | "day" }) {
  if (!at) return <span class="quiet">–</span>;
  const text = at.replace("T", " ");
  return (
    <time class="mono" dateTime={at} title={`${text}, ${relative(at)}`}>
      {short ? text.slice(short === "day" ? 5 : 0, 16) : text}
    </time>
  );
}
