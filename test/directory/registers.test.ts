import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compact, isLocalId, localIdPattern } from "../../contract/identifiers.ts";
import type { Company } from "../../src/directory/company.ts";
import { territories } from "../../src/directory/territories.ts";
import { find } from "./sample.ts";

const added = ({ companyIdType, companyIdValue }: Company) =>
  find(companyIdType === "CIT002" ? "VAT" : "DUNS", companyIdValue);

/** Registry numbers of every form that a country's register allows, with right check digits. */
const numbersOf = (country: string) =>
  fc.stringMatching(new RegExp(localIdPattern(country))).filter((value) => isLocalId(country, value));

const countries = [...new Set(territories.map(({ country }) => country))];

describe("registers", () => {
  it("a registry number of any country finds a company that is the same when it is added", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...countries).chain((country) => fc.tuple(fc.constant(country), numbersOf(country))),
        ([country, value]) => {
          const company = find("LOCAL_ID", value, country);
          expect(added(company)).toEqual(company);
          expect(find("LOCAL_ID", company.localId as string, country)).toEqual(company);
        },
      ),
      { numRuns: 40, seed: 6 },
    );
  });

  const six = fc.stringMatching(/^[1-9]\d{0,5}$/);
  it.each<[string, string, fc.Arbitrary<string>]>([
    ["LU", "B and up to six digits", six.map((digits) => `B${digits}`)],
    ["PL", "a KRS number", fc.stringMatching(/^00\d{8}$/)],
    [
      "DE",
      "HRB at a court that the directory knows",
      fc
        .tuple(fc.constantFrom("München", "Hamburg", "Frankfurt am Main"), six)
        .map(([court, n]) => `${court} HRB ${n}`),
    ],
    ["GB", "eight digits", fc.stringMatching(/^[01]\d{7}$/)],
    ["GB", "a letter register", fc.stringMatching(/^(SC|NI|OC|LP)\d{6}$/)],
    ["CH", "a UID", numbersOf("CH").filter((value) => /^CHE[1-4]/.test(compact(value)))],
    ["ES", "a NIF", numbersOf("ES")],
    ["BE", "an enterprise number", numbersOf("BE")],
    ["SE", "an organisation number", numbersOf("SE")],
  ])("a company found by a number of %s, %s, has that number", (country, _, numbers) => {
    fc.assert(
      fc.property(numbers, (value) => {
        const company = find("LOCAL_ID", value, country);
        expect(compact(company.localId as string)).toBe(compact(value));
        expect(added(company)).toEqual(company);
      }),
      { numRuns: 12, seed: 6 },
    );
  });

  it("keeps an Austrian number with the right check letter and replaces one with a wrong letter", () => {
    expect(find("LOCAL_ID", "FN 56247 t", "AT").localId).toBe("FN 56247 t");
    expect(find("LOCAL_ID", "93363z", "AT").localId).toBe("FN 93363 z");
    expect(find("LOCAL_ID", "FN 56247 a", "AT").localId).not.toMatch(/56247/);
  });

  it("finds an Italian company by its REA number under its codice fiscale", () => {
    const company = find("LOCAL_ID", "MI - 9912345", "IT");
    expect(`IT${company.localId}`).toBe(company.tva);
  });

  it("gives a number inside our own blocks its DUNS there, and no second one", () => {
    expect([find("LOCAL_ID", "SC900123", "GB").duns.slice(0, 2), find("LOCAL_ID", "SC800123", "GB").duns]).toEqual([
      "99",
      "920800123",
    ]);
    expect(find("DUNS", "920900123").localId).not.toBe("SC900123");
  });

  it("gives companies abroad different DUNS", () => {
    const spread = fc.stringMatching(/^[013-9]\d{8}$/).filter((duns) => !duns.startsWith("99") && duns !== "000000000");
    fc.assert(
      fc.property(spread, (duns) => {
        const company = find("DUNS", duns);
        expect(company.duns).toBe(duns);
        if (company.addressCountryCode !== "US" && company.addressCountryCode !== "GB") return;
        expect(find("LOCAL_ID", company.localId as string, company.addressCountryCode)).toEqual(company);
      }),
      { numRuns: 40, seed: 6 },
    );
  });
});
