import { day, dayOf, parse } from "../domain/time.ts";

const MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" ");
const countries = new Intl.DisplayNames("fr", { type: "region" });

/** `2025-01-15` or a date-time becomes `15/01/2025`. */
export function shortDate(date: string | null | undefined): string {
  return date ? date.slice(0, 10).split("-").reverse().join("/") : "";
}

/** `2025-01-01` becomes `1er janvier 2025`. */
export function longDate(date: string | null | undefined): string {
  if (!date) return "";
  const [year, month, day] = date.slice(0, 10).split("-").map(Number);
  return `${day === 1 ? "1er" : day} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

export function addDays(date: string, days: number): string {
  return dayOf(parse(date.slice(0, 10)) + days * day);
}

/** `1 234 567`, with spaces that do not break. */
export function grouped(value: number | string): string {
  return String(typeof value === "number" ? Math.round(value) : value).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
}

export function money(value: number, currency: string): string {
  return `${grouped(value)}\u00a0${currency === "EUR" ? "€" : currency}`;
}

/** `219966488` by 3 becomes `219 966 488`. */
export function spaced(value: string | null | undefined, by: number): string {
  return (value ?? "").replace(new RegExp(`(.{${by}})(?=.)`, "g"), "$1 ");
}

/** `6201Z` becomes `62.01Z`. */
export function dotted(activityCode: string | null): string {
  return (activityCode ?? "").replace(/^(\d\d)(\d\d[A-Z])$/, "$1.$2");
}

export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code;
}

/** `de Dijon`, `d'Annecy`, `du Mans`. */
