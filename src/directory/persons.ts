import { z } from "zod";
import { type Chance, tableOf } from "./chance.ts";
import type { Executive } from "./company.ts";

/** Numbers that matter as shares only. */
const Frequencies = z.record(z.string(), z.number().positive()).transform(tableOf);

/** The only number in front of a street is that of the house, because a change of address replaces it. */
export const Street = z.string().regex(/^\D*\{n\}/);
export const Streets = z.record(Street, z.number().positive()).transform(tableOf);

/** Names and streets of a country or language. */
export const Names = z.strictObject({
  /** The table whose order the figures follow. They are rounded by hand from general knowledge, and no extract. */
  source: z.string(),
  lastNames: Frequencies,
  lastNamesOfWomen: Frequencies.optional(),
  men: Frequencies,
  women: Frequencies,
  streets: Streets,
});
export type Names = z.output<typeof Names>;

export function drawPerson(
  draw: Chance,
  names: Names,
  [man, woman]: readonly [string, string],
): Omit<Executive, "since"> {
  const female = draw.bool(0.4);
  return {
    lastName: draw.from((female && names.lastNamesOfWomen) || names.lastNames).toUpperCase(),
    firstName: draw.from(female ? names.women : names.men),
    role: female ? woman : man,
  };
}
