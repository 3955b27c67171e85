import { describe, expect, it } from "vitest";
import { chance } from "../../src/directory/chance.ts";
import { courtOf, drawStreet } from "../../src/directory/french-places.ts";

describe("courtOf", () => {
  it.each([
    ["Lyon", "Tribunal de commerce de Lyon"],
    ["Le Mans", "Tribunal de commerce du Mans"],
    ["Évry", "Tribunal de commerce d'Évry"],
    ["Strasbourg", "Tribunal judiciaire de Strasbourg"],
  ])("names the court of %s", (greffe, court) => expect(courtOf(greffe)).toBe(court));
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
