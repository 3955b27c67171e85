import { describe, expect, it } from "vitest";
import { chance } from "../../src/directory/chance.ts";
import { courtOf, drawStreet } from "../../src/directory/french-places.ts";

describe("courtOf", () => {
  it.each([
    ["Lyon", "2024-12-31", "6201Z", "Tribunal de commerce de Lyon"],
    ["Lyon", "2025-01-01", "6201Z", "Tribunal des activités économiques de Lyon"],
    ["Le Mans", "2026-01-15", null, "Tribunal des activités économiques du Mans"],
    ["Évry", "2026-01-15", null, "Tribunal de commerce d'Évry"],
    ["Strasbourg", "2026-01-15", "6201Z", "Tribunal judiciaire de Strasbourg"],
    ["Paris", "2026-01-15", "6910Z", "Tribunal judiciaire de Paris"],
  ])("names the court of %s on %s for %s", (greffe, day, activity, court) => {
    expect(courtOf(greffe, day, activity)).toBe(court);
  });
});

describe("drawStreet", () => {
  const streets = (postCode: string, category: string) =>
    Array.from({ length: 200 }, (_, at) => drawStreet(chance(1, "street", at), postCode, category));

  it("draws Parisian streets in Paris alone", () => {
    const parisian = /Haussmann|Boétie|Saint-Honoré|Malesherbes|Courcelles|Miromesnil/;
    expect(streets("75008", "IT").filter((street) => !parisian.test(street))).toEqual([]);
    expect(streets("74000", "IT").filter((street) => parisian.test(street))).toEqual([]);
  });
});
