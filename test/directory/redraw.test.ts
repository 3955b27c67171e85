import { describe, expect, it } from "vitest";
import { chance } from "../../src/directory/chance.ts";
import { activities } from "../../src/directory/profile.ts";
import { otherActivity, otherHead, otherName } from "../../src/directory/redraw.ts";

const french = { name: "Propreté Lumina", addressCountryCode: "FR", activityCode: "8121Z", legalForm: "SARL" };
const draws = Array.from({ length: 50 }, (_, at) => chance(1, "redraw", at));

describe("another name of a company", () => {
  it.each([
    ["Propreté Lumina", "8121Z", /^Propreté \S+$|^\S+ Propreté$/],
    ["Intérim Horizon Emploi", "7820Z", /^Intérim \S+$|^\S+ Intérim$/],
    ["Estalieu Services aux Bâtiments", "8110Z", /^Services aux Bâtiments \S+$|^\S+ Services aux Bâtiments$/],
    ["Cabinet Orvel & Associés", "6910Z", /^Cabinet \S+$|^\S+ Cabinet$/],
    ["Hébergia Cloud", "6311Z", /Hébergement|Données/],
  ])("keeps the trade of %s", (name, activityCode, expected) => {
    const names = draws.map((draw) => otherName(draw, { ...french, name, activityCode }));
    expect(names.filter((other) => other === undefined || !expected.test(other))).toEqual([]);
    expect(new Set(names).size).toBeGreaterThan(40);
  });

  it("ends with the legal form abroad", () => {
    const german = { ...french, name: "Doriltal Gruppe AG", addressCountryCode: "DE", legalForm: "AG" };
    expect(otherName(chance(1), german)).toMatch(/ AG$/);
  });

  it("is not drawn for a sole trader, nor is another head", () => {
    const soleTrader = { ...french, name: "Sophie Garcia", legalForm: "EI" };
    expect([otherName(chance(1), soleTrader), otherHead(chance(1), soleTrader)]).toEqual([undefined, undefined]);
  });
});

describe("another activity of a company", () => {
  it("is of the same group of the nomenclature, or none", () => {
    const others = activities.map(({ code, category }) => {
      const other = otherActivity(chance(1, code), { ...french, activityCode: code, legalForm: "SAS" });
      return { code, category, other };
    });
    const wrong = others.filter(
      ({ code, category, other }) =>
        other && (other.code === code || other.code.slice(0, 3) !== code.slice(0, 3) || other.category !== category),
    );
    expect(wrong).toEqual([]);
    expect(others.find(({ code }) => code === "8121Z")?.other?.code).toBe("8122Z");
    expect(others.find(({ code }) => code === "6910Z")?.other).toBeUndefined();
  });
});
