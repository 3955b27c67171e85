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

const numbers = { SIREN: isSiren, SIRET: isSiret, "French VAT": isFrenchVat, VAT: isVat, DUNS: isDuns };
/** The numbers that a check takes, and those that it refuses. */
const cases: [number: keyof typeof numbers, good: string, bad: string][] = [
  [
    "SIREN",
    "219920147|219966488|356000000|732829320",
    "219920148|000000000|21992014|2199201470|21992014A|219 920 147|",
  ],
  // The SIREN of the first fails; of La Poste, the digits add up to a multiple of five, and only of La Poste.
  [
    "SIRET",
    "21996648800021|21994013700074|35600000000048|35600000049837",
    "11122233344455|00000000000000|21996648800022|35600000049838|35600000000063|21996648800029|2199664880002",
  ],
  [
    "French VAT",
    "FR37219966488|FR07219945623|FRK7399859412|FR4Z123456782",
    "FR38219966488|FR37219966489|FRO7399859412|FRK8399859412|37219966488|FR12000000000",
  ],
  // Prefixes of other countries, and numbers of which one character breaks the form of their country.
  [
    "VAT",
    "DE319988015|ESB99012346|IT99004120152|BE0799012358|NL869901242B01|LU39901225|PT519901231|IE3990123S|ATU79901233|" +
      "PL7990123454|CZ640903926|XIGD001|XIHA500|XI110305878",
    "DE319988016|GB399012435|CHE499901233|GR094259216|US123456789|DE012345678|BE2799012358|ESA5881850A|ESP5881850A0|" +
      "de319988015|RO1630615123457|",
  ],
  ["DUNS", "990100012|123456789|000000001", "000000000|999999999|12345678|99-010-0012"],
];

it.each(cases)("accepts and refuses as a %s number", (number, good, bad) => {
  expect([...good.split("|"), ...bad.split("|")].filter(numbers[number])).toEqual(good.split("|"));
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
    ["LV29020000008", "1800 was no leap year", false],
    ["LV29020010003", "1900 was no leap year", false],
    ["LV29020020009", "2000 was a leap year", true],
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
  expect(compact(` ${"a".repeat(254)}`)).toBe("A".repeat(254));
});

it("compact leaves a text alone that is longer than any number", () => {
  const longest = `${"a ".repeat(127)}a`;
  expect(compact(longest)).toBe("A".repeat(128));
  expect(compact(`${longest} `)).toBe(`${longest} `);
});
