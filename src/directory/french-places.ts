import type { Chance } from "./chance.ts";
import type { Category } from "./company.ts";
import { france, places } from "./territories.ts";

export type Place = (typeof places.france)[number];

const withYard: readonly (string | null)[] = [
  "Construction",
  "Industry",
  "Trade",
  "Transport",
  "Energy",
] satisfies Category[];

/** A house in a street of the town; builders, factories and carriers are mostly in a business zone. */
export function drawStreet(draw: Chance, postCode: string | null, category: string | null): string {
  const inZone = withYard.includes(category) && draw.bool(0.7);
  const own = places.france.find((place) => place.postCode === postCode)?.streets;
  const street = own ? draw.pick(own) : draw.from(inZone ? france.zones : france.streets);
  return street.replace("{n}", String(draw.int(1, 99)));
}

export const drawAddress = (draw: Chance, { postCode, city }: Place, category: string) => ({
  addressLine1: drawStreet(draw, postCode, category),
  addressPostCode: postCode,
  addressCity: city,
  addressCountryCode: "FR",
});

/** A name with its preposition, as in "Radiation d'Estonville". */
export const ofName = (name: string): string => (/^[aeiouyhàâéèêëîïôœ]/i.test(name) ? `d'${name}` : `de ${name}`);

/** The town with its preposition, as in "tribunal du Mans". */
export function ofPlace(city: string): string {
  const article = /^le (.*)$/i.exec(city);
  return article ? `du ${article[1]}` : ofName(city);
}

/** Alsace and Moselle have no commercial courts. */
const civilCourts = ["Strasbourg", "Metz"];

/** Twelve commercial courts are courts of economic activities since 2025. */
const economicCourts = new Set([
  ...["Auxerre", "Avignon", "Le Havre", "Le Mans", "Limoges", "Lyon"],
  ...["Marseille", "Nancy", "Nanterre", "Paris", "Saint-Brieuc", "Versailles"],
]);
const economicSince = "2025-01-01";
/** Lawyers stay before the civil courts. */
const lawyers = "6910Z";

/** The court of a place on a day: for its register, or for a procedure of a company with this activity. */
export function courtOf(greffe: string, day: string, activityCode?: string | null): string {
  const isCivil = civilCourts.includes(greffe) || activityCode === lawyers;
  const isEconomic = economicCourts.has(greffe) && day >= economicSince;
  const kind = isCivil ? "judiciaire" : isEconomic ? "des activités économiques" : "de commerce";
  return `Tribunal ${kind} ${ofPlace(greffe)}`;
}
