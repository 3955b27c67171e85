import { describe, expect, it } from "vitest";
import {
  compact,
  isDuns,
  isFrenchVat,
  isLocalId,
  isSiren,
  isSiret,
  isVat,
  localIdPattern,
  localIdPatterns,
  vatCountry,
  vatPattern,
  vatPrefixes,
} from "../../contract/identifiers.ts";
import { agreements, expectAgreement } from "./agreements.ts";
import { vatOracles } from "./oracles.ts";

it.each(agreements)("agrees with the oracle on %s", expectAgreement);

/** Numbers that a check takes, and numbers that it refuses with the reason. */
const cases: [name: string, check: (value: string) => boolean, good: string, bad: Record<string, string>][] = [
  [
    "a SIREN",
    isSiren,
    "219920147 219966488 356000000 732829320",
    {
      "219920148": "a wrong check digit",
      "000000000": "only zeros",
      "21992014": "eight digits",
      "2199201470": "ten digits",
      "21992014A": "a letter",
      "219 920 147": "spaces",
      "": "nothing",
    },
  ],
  [
    "a SIRET",
    isSiret,
    "21996648800021 21994013700074 35600000000048 35600000049837",
    {
      "11122233344455": "its SIREN fails although the whole number passes",
      "00000000000000": "only zeros",
      "21996648800022": "a wrong last digit",
      "35600000049838": "of La Poste, and its digits do not add up to a multiple of five",
      "35600000000063": "of La Poste, and no head office although the check digit is right",
      "21996648800029": "its digits add up to a multiple of five, as only those of La Poste may",
      "2199664880002": "thirteen digits",
    },
  ],
  [
    "a French VAT number",
    isFrenchVat,
    "FR37219966488 FR07219945623 FRK7399859412 FR4Z123456782",
    {
      FR38219966488: "a wrong key",
      FR37219966489: "no SIREN",
      FRO7399859412: "a letter that no key has",
      FRK8399859412: "a wrong key with a letter",
      "37219966488": "no prefix",
      FR12000000000: "only zeros",
    },
  ],
  [
    "a VAT number",
    isVat,
    "DE319988015 ESB99012346 IT99004120152 BE0799012358 NL869901242B01 LU39901225 PT519901231 IE3990123S ATU79901233 " +
      "PL7990123454 CZ640903926 XIGD001 XIHA500 XI110305878",
    {
      DE319988016: "a wrong check digit",
      GB399012435: "Great Britain has left",
      CHE499901233: "Switzerland never joined",
      GR094259216: "Greece writes EL",
      US123456789: "no such prefix",
      DE012345678: "a German number does not begin with 0",
      BE2799012358: "a Belgian number begins with 0 or 1",
      ESA5881850A: "a Spanish company of type A shows a digit",
      ESP5881850A0: "one character too many",
      de319988015: "lower case is not the compact form",
      RO1630615123457: "a Romanian personal code, which the oracle accepts",
      "": "nothing",
    },
  ],
  [
    "a DUNS, which has no check digit",
    isDuns,
    "990100012 123456789 000000001",
    { "000000000": "a placeholder", "999999999": "a placeholder", "12345678": "eight digits", "99-010-0012": "dashes" },
  ],
];

it.each(cases)("accepts and refuses as %s", (_, check, good, bad) => {
  expect(good.split(" ").filter((value) => !check(value))).toEqual([]);
  expect(Object.entries(bad).filter(([value]) => check(value))).toEqual([]);
});

describe("VAT numbers of the European Union", () => {
  it("knows the VAT prefixes of the member states and Northern Ireland", () => {
    expect(vatPrefixes.join(" ")).toBe(
      "AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI",
    );
    expect(Object.keys(vatOracles)).toEqual([...vatPrefixes]);
  });

  it("accepts VAT numbers of Bulgarian persons whose last alternative the oracle computes wrongly", () => {
    expect(["BG0542011030", "BG0542011033", "BG0542011038"].map(isVat)).toEqual([false, true, true]);
    expect(["BG0542011030", "BG0542011033"].map((value) => vatOracles.BG?.(value))).toEqual([true, false]);
  });

  it.each([
    ["CZ540101000", "nine digits end with 1953", false],
    ["CZ531231123", "the last day of the numbers with nine digits", true],
    ["CZ5401010000", "ten digits begin with 1954", true],
    ["CZ5413010009", "there is no thirteenth month", false],
    ["CZ0471010001", "a woman's month may be 70 higher since 2004", true],
    ["CZ8502290005", "1985 is no leap year", false],
    ["CZ8402290040", "a rest of 10 is written 0 until 1984", true],
    ["CZ8502280040", "a rest of 10 cannot be written since 1985", false],
  ])("reads the birth date in %s: %s", (value, _, verdict) => expect(isVat(value)).toBe(verdict));

  it("gives the country of a VAT number, and takes three zeros after the French key for Monaco", () => {
    const countries = { DE319988015: "DE", EL094259216: "GR", XI110305878: "GB", FR37219966488: "FR", ZZ1: undefined };
    const found = Object.keys({ ...countries, FR53000005998: "" }).map((value) => [value, vatCountry(value)]);
    expect(Object.fromEntries(found)).toEqual({ ...countries, FR53000005998: "MC" });
    expect(isFrenchVat("FR53000005998")).toBe(false);
  });

  it("gives a pattern of VAT numbers that a JSON schema can use", () => {
    const values = ["DE319988016", "FRK7399859412", "XIGD001", "DE31998801", "GB399012435", "xDE319988016"];
    expect(values.filter((value) => new RegExp(vatPattern, "u").test(value))).toEqual(values.slice(0, 3));
  });
});

describe("registry numbers", () => {
  it.each<[country: string, good: string[], bad: string[]]>([
    ["AT", ["FN 990123 a", "990123a"], ["FN 990123"]],
    ["BE", ["0799.012.358", "0799012358"], ["0799.012.359"]],
    ["CH", ["CHE-499.901.233"], ["CHE-499.901.234"]],
    ["CN", ["91110000600037341L"], []],
    ["DE", ["München HRB 998812"], ["HRB 998812"]],
    ["DK", ["13585628"], ["13585629"]],
    ["ES", ["B99012346"], ["B99012345"]],
    ["FR", [], ["219966488"]],
    ["GB", ["99012345", "SC990123"], ["9901234", "QQ990123"]],
    ["IE", ["990123"], ["99012345"]],
    ["IT", ["99004120152", "MI - 9912345"], ["99004120153"]],
    ["LU", ["B999012"], ["999012"]],
    ["NL", ["99012345"], ["9901234"]],
    ["NO", ["923 609 016", "a".repeat(32)], ["x", "a".repeat(33), "12_34"]],
    ["PL", ["0000990123"], ["000099012"]],
    ["PT", ["519901231"], ["519901232"]],
    ["SE", ["556703-7485"], ["556703-7486"]],
    ["US", ["98-9901234"], ["07-9901234"]],
  ])("accepts and refuses as the registry number of %s", (country, good, bad) => {
    expect([...good, ...bad].filter((value) => isLocalId(country, value))).toEqual(good);
  });

  it("gives patterns of registry numbers that mean the same with and without the unicode flag", () => {
    const values = ["München HRB 998812", "CHE-499.901.233", "12/34.5-6", "Ærø 12", "Αθήνα 7", "北京 12", "a_b"];
    for (const pattern of [...Object.values(localIdPatterns), localIdPattern("NO")]) {
      const [plain, unicode] = [new RegExp(pattern), new RegExp(pattern, "u")];
      expect(values.map((value) => plain.test(value))).toEqual(values.map((value) => unicode.test(value)));
    }
    expect(values.filter((value) => isLocalId("NO", value))).toEqual(values.slice(0, 5));
  });
});

it("compact removes separators and writes capitals", () => {
  expect(compact(" fr 37 219.966-488 \u2013")).toBe("FR37219966488");
});
