import { describe, expect, it } from "vitest";
import { isDuns, isSiret, isVat } from "../../contract/identifiers.ts";
import { resolve } from "../../src/directory/reference-providers.ts";
import { type TestCase, testIdentifiers } from "../../src/directory/test-identifiers.ts";

const checks = { SIRET: isSiret, VAT: isVat, DUNS: isDuns };

const expected: Record<TestCase, unknown> = {
  active: { status: "ACTIVE", bank: true, sanctioned: false },
  "collective-procedure": { status: "COLLECTIVE_PROCEDURE", bank: true, sanctioned: false },
  "struck-off": { status: "STRUCK_OFF", bank: true, sanctioned: false },
  unknown: { unknown: true },
  "no-bank-details": { status: "ACTIVE", bank: false, sanctioned: false },
  "sanctioned-executive": { status: "ACTIVE", bank: true, sanctioned: true },
  timeout: { provider: "timeout" },
  down: { provider: "down" },
};

describe("test identifiers", () => {
  it("has each case once for each kind of number", () => {
    const offered = testIdentifiers.map(({ kind, case: which }) => `${kind} ${which}`);
    expect(offered).toEqual(
      Object.keys(checks).flatMap((kind) => Object.keys(expected).map((which) => `${kind} ${which}`)),
    );
  });

  it("has the same test identifiers in every version", () => {
    expect(testIdentifiers.map(({ value }) => value).join(" ")).toBe(
      "21990001600011 21990002400015 21990003200018 21990004000011 21990005700015 21990006500018 21990007300012 " +
        "21990008100015 DE999000017 DE999000025 DE999000033 DE999000041 DE999000050 DE999000068 DE999000076 " +
        "DE999000084 991000001 991000002 991000003 991000004 991000005 991000006 991000007 991000008",
    );
  });

  it.each(testIdentifiers)("$kind $value is valid and gives: $meaning", ({ kind, value, case: which }) => {
    expect(checks[kind](value)).toBe(true);
    const resolution = resolve({ by: kind, value });
    if (!("found" in resolution)) return expect(resolution).toEqual(expected[which]);
    const { status, bank, sanctioned } = resolution.found;
    expect({ status, bank: bank !== null, sanctioned }).toEqual(expected[which]);
  });

  it("behaves the same by the other numbers of the company", () => {
    expect(resolve({ by: "SIREN", value: "219900073" })).toEqual({ provider: "timeout" });
    expect(resolve({ by: "VAT", value: "FR54219900081" })).toEqual({ provider: "down" });
    expect(resolve({ by: "LOCAL_ID", value: "SC900004", countryCode: "GB" })).toEqual({ unknown: true });
  });
});
