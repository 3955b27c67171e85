import { describe, expect, it } from "vitest";
import { isDuns, isSiret, isVat } from "../../contract/identifiers.ts";
import { madeInFrance } from "../../src/directory/made-companies.ts";
import { sirenOf } from "../../src/directory/numbers.ts";
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

const behaving = testIdentifiers.filter((one): one is typeof one & { case: TestCase } => one.case in expected);
const made = testIdentifiers.filter((one) => !(one.case in expected));

describe("test identifiers", () => {
  it("has each case once for each kind of number", () => {
    const offered = behaving.map(({ kind, case: which }) => `${kind} ${which}`);
    expect(offered).toEqual(
      Object.keys(checks).flatMap((kind) => Object.keys(expected).map((which) => `${kind} ${which}`)),
    );
  });

  it("has the same test identifiers in every version", () => {
    expect(behaving.map(({ value }) => value).join(" ")).toBe(
      "21990001600011 21990002400015 21990003200018 21990004000011 21990005700015 21990006500018 21990007300012 " +
        "21990008100015 DE999000017 DE999000025 DE999000033 DE999000041 DE999000050 DE999000068 DE999000076 " +
        "DE999000084 991000001 991000002 991000003 991000004 991000005 991000006 991000007 991000008",
    );
  });

  it.each(behaving)("$kind $value is valid and gives: $meaning", ({ kind, value, case: which }) => {
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

  it("has the same companies made by hand in every version", () => {
    expect(made.map(({ case: which, value }) => `${which} ${value}`)).toEqual([
      "long-name 21990011500011",
      "cedex 21990012300015",
      "overseas 21990013100026",
      "corsica 21990014900010",
      "many-executives 21990015600031",
      "company-as-president 21990016400019",
      "no-vat 21990017200012",
      "no-staff 21990018000015",
      "very-large 21990019800017",
      "unknown-workforce 21990020600018",
      "old 21990021400020",
      "sends-photos 21990022200023",
      "sends-large-files 21990023000018",
      "sends-unreadable-files 21990024800010",
      "sends-empty-files 21990025500015",
      "sends-several-files 21990026300019",
      "greek-script EL999000111",
      "cyrillic-script BG299000117",
      "chinese-script 993500011",
      "us-state 991600011",
    ]);
  });

  const found = (which: string) => {
    const { kind: by, value } = made.find((one) => one.case === which) as (typeof made)[number];
    const resolution = resolve({ by, value });
    return "found" in resolution ? resolution.found : undefined;
  };
  it.each<[string, object]>([
    ["long-name", { name: expect.stringMatching(/^.{121}$/), status: "ACTIVE" }],
    ["cedex", { addressLine2: "Tour Lilleurope - CS 40012", addressPostCode: "59019", addressCity: "LILLE CEDEX" }],
    ["overseas", { addressPostCode: "97400" }],
    ["corsica", { addressPostCode: "20000" }],
    ["many-executives", { executives: { length: 14 } }],
    ["company-as-president", { ceo: "VALMERANDE PARTICIPATIONS SAS" }],
    ["no-vat", { tva: null }],
    ["no-staff", { workforce: 0, workforceRangeCode: "NN" }],
    ["very-large", { workforce: 8432, workforceRangeCode: "52" }],
    ["unknown-workforce", { workforce: null, workforceRangeCode: null }],
    ["old", { dateCreation: "1898-03-14" }],
    ["greek-script", { name: expect.stringMatching(/^\p{Script=Greek}/u), ceo: expect.stringMatching(/^Π/u) }],
    ["cyrillic-script", { name: expect.stringMatching(/^\p{Script=Cyrillic}/u) }],
    ["chinese-script", { name: expect.stringMatching(/^\p{Script=Han}.*\(Shanghai/u) }],
    ["us-state", { addressLine2: "Washington", addressCity: "Seattle" }],
  ])("shows %s at every place of the company", (which, fields) => {
    const company = found(which);
    expect(company).toMatchObject(fields);
    expect(new Set(company?.establishments.map(({ name }) => name))).toEqual(new Set([company?.name]));
    expect(company?.establishments[0]).toMatchObject({ addressCity: company?.addressCity });
    expect(company?.bank?.holder).toBe(company?.name);
  });
});

it("each company that is made by hand has a head of its own", () => {
  const heads = madeInFrance.map((_, at) => {
    const resolution = resolve({ by: "SIREN", value: sirenOf(`2199${String(11 + at).padStart(4, "0")}`) });
    const [head] = "found" in resolution ? resolution.found.executives : [];
    return `${head?.firstName} ${head?.lastName}`;
  });
  expect(heads).toHaveLength(madeInFrance.length);
  expect(new Set(heads).size).toBe(heads.length);
});
