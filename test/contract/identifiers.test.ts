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

it.each(agreements)("agrees with the oracle on $about", (agreement) => expectAgreement(agreement, 200));

describe("SIREN and SIRET", () => {
  it.each(["219920147", "219966488", "356000000", "732829320"])("accepts the SIREN %s", (siren) =>
    expect(isSiren(siren)).toBe(true),
  );
  it.each(["219920148", "000000000", "21992014", "2199201470", "21992014A", "219 920 147", ""])(
    "refuses %j as a SIREN",
    (siren) => expect(isSiren(siren)).toBe(false),
  );

  it.each(["21996648800021", "21994013700074", "35600000000048", "35600000049837"])("accepts the SIRET %s", (siret) =>
    expect(isSiret(siret)).toBe(true),
  );
  it.each([
    ["11122233344455", "its SIREN fails although the whole number passes"],
    ["00000000000000", "it has only zeros"],
    ["21996648800022", "its last digit is wrong"],
    ["35600000049838", "it is of La Poste, and its digits do not add up to a multiple of five"],
    ["2199664880002", "it has thirteen digits"],
  ])("refuses the SIRET %s: %s", (siret) => expect(isSiret(siret)).toBe(false));
});

describe("French VAT numbers", () => {
  it.each(["FR37219966488", "FR07219945623", "FRK7399859412", "FR4Z123456782"])(
    "accepts the French VAT number %s",
    (tva) => expect(isFrenchVat(tva)).toBe(true),
  );
  it.each(["FR38219966488", "FR37219966489", "FRO7399859412", "37219966488", "FR12000000000"])(
    "refuses the French VAT number %s",
    (tva) => expect(isFrenchVat(tva)).toBe(false),
  );
  it("takes a French VAT number with three zeros after the key for one of Monaco", () => {
    expect(isFrenchVat("FR53000005998")).toBe(vatOracles.FR?.("FR53000005998"));
    expect(vatCountry("FR53000005998")).toBe("MC");
  });
});

describe("VAT numbers of the European Union", () => {
  it("knows the VAT prefixes of the member states and Northern Ireland", () => {
    expect(vatPrefixes.join(" ")).toBe(
      "AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI",
    );
    expect(Object.keys(vatOracles)).toEqual([...vatPrefixes]);
  });

  it.each([
    "DE319988015",
    "ESB99012346",
    "IT99004120152",
    "BE0799012358",
    "NL869901242B01",
    "LU39901225",
    "PT519901231",
    "IE3990123S",
    "ATU79901233",
    "PL7990123454",
    "CZ640903926",
  ])("accepts the VAT number %s", (vat) => expect(isVat(vat)).toBe(true));

  it.each([
    ["DE319988016", "a wrong check digit"],
    ["GB399012435", "Great Britain has left"],
    ["CHE499901233", "Switzerland never joined"],
    ["GR094259216", "Greece writes EL"],
    ["US123456789", "no such prefix"],
    ["DE012345678", "a German number does not begin with 0"],
    ["BE2799012358", "a Belgian number begins with 0 or 1"],
    ["ESA5881850A", "a Spanish company of type A shows a digit"],
    ["ESP5881850A0", "one character too many"],
    ["de319988015", "lower case is not the compact form"],
    ["", "nothing"],
  ])("refuses the VAT number %s: %s", (vat) => expect(isVat(vat)).toBe(false));

  const vatOracle = (prefix: string) => vatOracles[prefix] as (value: string) => boolean;

  it("accepts VAT numbers of Bulgarian persons whose last alternative the oracle computes wrongly", () => {
    expect(["BG0542011030", "BG0542011033", "BG0542011038"].map(isVat)).toEqual([false, true, true]);
    expect(["BG0542011030", "BG0542011033"].map(vatOracle("BG"))).toEqual([true, false]);
  });

  it("refuses a Romanian personal code, which the oracle accepts", () => {
    expect(vatOracles.RO?.("RO1630615123457")).toBe(true);
    expect(isVat("RO1630615123457")).toBe(false);
  });

  it("gives the country of a VAT number", () => {
    expect(["DE319988015", "EL094259216", "XI110305878", "FR37219966488", "ZZ1"].map(vatCountry)).toEqual([
      "DE",
      "GR",
      "GB",
      "FR",
      undefined,
    ]);
  });

  it("gives a pattern of VAT numbers that a JSON schema can use", () => {
    const pattern = new RegExp(vatPattern, "u");
    expect(["DE319988016", "FRK7399859412", "XIGD001"].every((value) => pattern.test(value))).toBe(true);
    expect(["DE31998801", "GB399012435", "xDE319988016"].some((value) => pattern.test(value))).toBe(false);
  });
});

describe("DUNS", () => {
  it.each(["990100012", "123456789", "000000001"])("accepts the DUNS %s: it has no check digit", (duns) =>
    expect(isDuns(duns)).toBe(true),
  );
  it.each(["000000000", "999999999", "12345678", "99-010-0012"])("refuses the DUNS %s", (duns) =>
    expect(isDuns(duns)).toBe(false),
  );
});

describe("registry numbers", () => {
  it.each([
    ["DE", "München HRB 998812"],
    ["ES", "B99012346"],
    ["IT", "99004120152"],
    ["IT", "MI - 9912345"],
    ["BE", "0799.012.358"],
    ["BE", "0799012358"],
    ["NL", "99012345"],
    ["LU", "B999012"],
    ["PT", "519901231"],
    ["CH", "CHE-499.901.233"],
    ["GB", "99012345"],
    ["GB", "SC990123"],
    ["IE", "990123"],
    ["AT", "FN 990123 a"],
    ["PL", "0000990123"],
    ["SE", "556703-7485"],
    ["DK", "13585628"],
    ["US", "98-9901234"],
    ["NO", "923 609 016"],
    ["CN", "91110000600037341L"],
  ])("accepts the registry number of %s: %s", (country, value) => expect(isLocalId(country, value)).toBe(true));

  it.each([
    ["DE", "HRB 998812"],
    ["ES", "B99012345"],
    ["IT", "99004120153"],
    ["BE", "0799.012.359"],
    ["NL", "9901234"],
    ["LU", "999012"],
    ["PT", "519901232"],
    ["CH", "CHE-499.901.234"],
    ["GB", "9901234"],
    ["GB", "QQ990123"],
    ["AT", "FN 990123"],
    ["SE", "556703-7486"],
    ["DK", "13585629"],
    ["US", "07-9901234"],
    ["FR", "219966488"],
    ["NO", "x"],
    ["NO", "a".repeat(33)],
    ["NO", "12_34"],
  ])("refuses the registry number of %s: %s", (country, value) => expect(isLocalId(country, value)).toBe(false));

  it("gives patterns of registry numbers that mean the same with and without the unicode flag", () => {
    const values = ["München HRB 998812", "CHE-499.901.233", "12/34.5-6", "Ærø 12", "Αθήνα 7", "北京 12", "a_b"];
    for (const pattern of [...Object.values(localIdPatterns), localIdPattern("NO")]) {
      const [plain, unicode] = [new RegExp(pattern), new RegExp(pattern, "u")];
      expect(values.map((value) => plain.test(value))).toEqual(values.map((value) => unicode.test(value)));
    }
    expect(values.map((value) => isLocalId("NO", value))).toEqual([true, true, true, true, true, false, false]);
  });
});

it("compact removes separators and writes capitals", () => {
  expect(compact(" fr 37 219.966-488 ")).toBe("FR37219966488");
});
