import fc from "fast-check";
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
import { forOracle, oracle, vatOracles } from "./oracles.ts";

const alternatives = vatPattern.slice(4, -2).split(new RegExp(`\\|(?=(?:${vatPrefixes.join("|")})[^A-Z|]|ATU)`));

const formatOf = (prefix: string) => {
  const alternative = alternatives.find((source) => source.startsWith(prefix));
  if (!alternative) throw new Error(`no format for ${prefix}`);
  return new RegExp(`^${alternative}$`);
};

/** Numbers of the right shape with any last character, so that about a tenth are valid. */
const shaped = (prefix: string) =>
  fc
    .tuple(fc.stringMatching(formatOf(prefix)), fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    .map(([value, tail]) => {
      const neighbour = value.slice(0, -1) + tail;
      return formatOf(prefix).test(neighbour) ? neighbour : value;
    });

/** Fails with the first value on which the two verdicts differ, and when all verdicts are the same. */
function agree(values: fc.Arbitrary<string>, ours: (value: string) => boolean, theirs: (value: string) => boolean) {
  const verdicts = new Set<boolean>();
  fc.assert(
    fc.property(values, (value) => {
      verdicts.add(ours(value));
      expect(ours(value), value).toBe(theirs(value));
    }),
    { numRuns: 2000 },
  );
  expect(verdicts).toEqual(new Set([true, false]));
}

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

  it("agrees with the oracle on every SIREN except all zeros", () => {
    const check = oracle("FR", "siren");
    agree(fc.stringMatching(/^\d{9}$/), isSiren, (siren) => siren !== "000000000" && check(siren));
  });

  it("agrees with the oracle on a SIRET, and requires a valid SIREN as well", () => {
    const check = oracle("FR", "siret");
    const sirens = fc.constantFrom("219966488", "356000000", "111222333", "732829320");
    const sirets = fc.tuple(sirens, fc.stringMatching(/^\d{5}$/)).map((parts) => parts.join(""));
    agree(sirets, isSiret, (siret) => isSiren(siret.slice(0, 9)) && check(siret));
  });
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

  it.each(vatPrefixes.filter((prefix) => !["BG", "CZ", "ES", "FR", "LV"].includes(prefix)))(
    "agrees with the oracle on every VAT number of the form of %s",
    (prefix) => agree(shaped(prefix), isVat, (value) => vatOracle(prefix)(forOracle(value))),
  );

  it("agrees with the oracle on French VAT numbers, except nine zeros", () => {
    const sirens = fc.constantFrom("219966488", "732829320", "399859412", "000005998", "000000000", "219966489");
    const numbers = fc.tuple(fc.stringMatching(/^[0-9A-HJ-NP-Z]{2}$/), sirens).map((parts) => `FR${parts.join("")}`);
    agree(numbers, isVat, (value) => vatOracle("FR")(value) && !value.endsWith("000000000"));
  });

  it("agrees with the oracle on VAT numbers of Bulgarian companies", () => {
    agree(fc.stringMatching(/^BG[01239]\d{8}$/), isVat, vatOracle("BG"));
  });

  it("accepts VAT numbers of Bulgarian persons whose last alternative the oracle computes wrongly", () => {
    expect(["BG0542011030", "BG0542011033", "BG0542011038"].map(isVat)).toEqual([false, true, true]);
    expect(["BG0542011030", "BG0542011033"].map(vatOracle("BG"))).toEqual([true, false]);
  });

  it("agrees with the oracle on VAT numbers of Czech companies", () =>
    agree(fc.stringMatching(/^CZ[0-8]\d{7}$/), isVat, vatOracle("CZ")));

  it("agrees with the oracle on VAT numbers of Czech persons already born", () => {
    agree(
      fc.stringMatching(/^CZ[5-9]\d[05]\d[0-2]\d{5}$/).filter((value) => value >= "CZ54"),
      isVat,
      vatOracle("CZ"),
    );
  });

  it("agrees with the oracle on Spanish VAT numbers, and requires a digit or a letter as the type asks", () => {
    const misplaced = /^ES(?:[ABEH].*[A-Z]|[PQSWNR].*\d)$/;
    agree(shaped("ES"), isVat, (value) => vatOracle("ES")(forOracle(value)) && !misplaced.test(value));
  });

  it("agrees with the oracle on VAT numbers of Latvian companies", () =>
    agree(fc.stringMatching(/^LV[4-9]\d{10}$/), isVat, vatOracle("LV")));

  it("agrees with the oracle on VAT numbers of Latvian persons already born", () => {
    agree(fc.stringMatching(/^LV[0-2]\d0\d\d\d[01]\d{4}$/), isVat, vatOracle("LV"));
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

  it.each([
    ["BE", "vat"],
    ["CH", "uid"],
    ["DK", "cvr"],
    ["PT", "nipc"],
    ["SE", "orgnr"],
  ])("agrees with the oracle on registry numbers of %s", (country, number) => {
    const check = oracle(country, number);
    agree(
      fc.stringMatching(new RegExp(localIdPattern(country))),
      (value) => isLocalId(country, value),
      (value) => check(compact(value)),
    );
  });

  it("agrees with the oracle on a Polish REGON", () => {
    agree(fc.stringMatching(/^(\d{9}|\d{14})$/), (value) => isLocalId("PL", value), oracle("PL", "regon"));
  });

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
