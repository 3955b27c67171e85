import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { CompanySearch } from "../../contract/company-search.ts";
import { NewThirdparty } from "../../contract/thirdparties.ts";
import { check } from "../../src/http/request/violations.ts";

/** Every violation that a client receives, as `code detail`. */
function complaints(schema: z.ZodType, body: unknown): string[] {
  const checked = check("body", schema, body);
  return "data" in checked ? [] : checked.violations.map(({ code, detail }) => `${code} ${detail}`);
}
const adding = (companyIdType: string, companyIdValue: unknown) =>
  complaints(NewThirdparty, { companyIdType, companyIdValue });
const searching = (searchBy: string, value: unknown, countryCode?: string) =>
  complaints(CompanySearch, { searchBy, value, ...(countryCode === undefined ? {} : { countryCode }) });

const sirenSentence =
  "is a SIREN (9 digits), which names a company; a SIRET (14 digits) names one of its establishments: " +
  "search by SIREN to find them.";

const abroad =
  "is of no member state of the European Union; companies of other countries are known by their DUNS (CIT003).";

describe("NewThirdparty", () => {
  it.each([
    ["CIT001", "21996648800021"],
    ["CIT001", "35600000049837"],
    ["CIT002", "FR37219966488"],
    ["CIT002", "DE319988015"],
    ["CIT002", "XI110305878"],
    ["CIT003", "990100012"],
  ])("accepts %s %s", (type, value) => expect(adding(type, value)).toEqual([]));

  it.each([
    ["CIT001", "219966488", sirenSentence],
    ["CIT001", "219 966 488 00021", "must be 14 digits without spaces or dots."],
    ["CIT001", "219.966.488.00021", "must be 14 digits without spaces or dots."],
    ["CIT001", "21996648800022", "has a wrong check digit, in its first 9 digits (SIREN) or in all 14."],
    ["CIT001", "FR37219966488", "must be 14 digits with valid check digits."],
    ["CIT001", "", "must be 14 digits with valid check digits."],
    ["CIT002", "FR38219966488", "has wrong check digits."],
    ["CIT002", "FR 37 219966488", "does not have the form of a VAT number of that country (capitals, no spaces)."],
    ["CIT002", "GB399012435", abroad],
    ["CIT002", "CHE399012435", abroad],
    ["CIT002", "GR399012435", "must start with EL: the VAT numbers of Greece do."],
    ["CIT002", "37219966488", "must start with the two capital letters of a member state of the European Union."],
    ["CIT003", "99-010-0012", "must be 9 digits without dashes or spaces."],
    ["CIT003", "000000000", "is a placeholder, not a DUNS."],
    ["CIT003", "21996648800021", "must be 9 digits."],
  ])("refuses %s %j with the reason", (type, value, sentence) => {
    expect(adding(type, value)).toEqual([`INVALID_IDENTIFIER /companyIdValue ${sentence}`]);
  });

  it("accepts one kind of number for each type", () => {
    const numbers = { CIT001: "21996648800021", CIT002: "FR37219966488", CIT003: "990100012" };
    const takes = Object.keys(numbers).map((code) =>
      Object.entries(numbers)
        .filter(([, value]) => adding(code, value).length === 0)
        .map(([kind]) => kind),
    );
    expect(takes).toEqual([["CIT001"], ["CIT002"], ["CIT003"]]);
  });

  it.each(["CIT004", "cit001", "SIRET", "", null])("refuses the type %j", (type) => {
    expect(complaints(NewThirdparty, { companyIdType: type, companyIdValue: "21996648800021" })).toEqual([
      expect.stringContaining("VALIDATION_ERROR /companyIdType"),
    ]);
  });

  it("lists every violation at once", () => {
    const body = {
      companyIdType: "CIT001",
      companyIdValue: "219966488",
      thirdpartyCode: "",
      contacts: [{ email: "nobody", firstName: "A", lastName: "B" }],
      note: "x",
    };
    expect(
      complaints(NewThirdparty, body)
        .map((sentence) => sentence.split(" ").slice(0, 2).join(" "))
        .sort(),
    ).toEqual([
      "INVALID_IDENTIFIER /companyIdValue",
      "VALIDATION_ERROR /contacts/0/email",
      "VALIDATION_ERROR /note",
      "VALIDATION_ERROR /thirdpartyCode",
    ]);
  });
});

describe("CompanySearch", () => {
  it.each([
    ["NAME", "novalune", undefined],
    ["NAME", "novalune", "FR"],
    ["NAME", "isarwerk", "DE"],
    ["SIRET", "21996648800021", "FR"],
    ["SIREN", "219966488", "FR"],
    ["VAT", "FR37219966488", undefined],
    ["VAT", "DE319988015", "DE"],
    ["DUNS", "990100145", undefined],
    ["DUNS", "990100145", "DE"],
    ["LOCAL_ID", "München HRB 998812", "DE"],
  ])("accepts %s %s in %s", (searchBy, value, countryCode) =>
    expect(searching(searchBy, value, countryCode)).toEqual([]),
  );

  it.each([
    ["SIRET", "219 966 488 00021", "21996648800021"],
    ["SIREN", "219.966.488", "219966488"],
    ["VAT", "fr 37 219966488", "FR37219966488"],
    ["DUNS", "99-010-0145", "990100145"],
  ])("accepts %s in groups, %s, and makes it compact: %s", (searchBy, value, compact) => {
    const countryCode = searchBy.startsWith("SIRE") ? { countryCode: "FR" } : {};
    expect(CompanySearch.parse({ searchBy, value, ...countryCode })).toMatchObject({ value: compact });
  });

  it.each([
    ["SIRET", "21996648800021"],
    ["SIREN", "219966488"],
  ])("requires FR with %s", (searchBy, value) => {
    const sentence = "INVALID_SEARCH /countryCode must be FR: this number is French.";
    expect(searching(searchBy, value, "DE")).toEqual([sentence]);
    expect(searching(searchBy, value)).toEqual(["INVALID_SEARCH /countryCode is missing: FR is expected."]);
  });

  it("requires another country than FR with LOCAL_ID", () => {
    const abroad = "must be the code of a country other than FR: local identifiers are for companies outside France";
    expect(searching("LOCAL_ID", "B99012346", "FR")).toEqual([`INVALID_SEARCH /countryCode ${abroad}.`]);
    expect(searching("LOCAL_ID", "B99012346")).toEqual([
      "INVALID_SEARCH /countryCode is missing: the code of a country other than FR is expected.",
    ]);
  });

  it.each([
    ["SIRET", "219966488", sirenSentence],
    ["SIREN", "21996648800021", "is a SIRET (14 digits); its SIREN is the first 9."],
    ["SIREN", "219966489", "has a wrong check digit."],
    ["SIREN", "219  966 488", "may hold single spaces, dots or dashes between its parts, nothing else."],
  ])("refuses %s %s with the reason", (searchBy, value, sentence) => {
    expect(searching(searchBy, value, "FR")).toEqual([`INVALID_SEARCH /value ${sentence}`]);
  });

  it.each(["france", "fr", "FRA", "F1", ""])("refuses the country %j", (countryCode) => {
    expect(searching("NAME", "novalune", countryCode)).toEqual([
      "INVALID_SEARCH /countryCode must be a country code of two capital letters (ISO 3166-1 alpha-2).",
    ]);
  });

  it("refuses a missing, blank or overlong value", () => {
    expect(searching("NAME", "   ")).toEqual(["INVALID_SEARCH /value must be a text of more than spaces."]);
    expect(searching("NAME", undefined)).toEqual(["INVALID_SEARCH /value is missing: a text is expected."]);
    expect(searching("NAME", "x".repeat(201))).toEqual(["INVALID_SEARCH /value must have at most 200 characters."]);
  });

  it.each(["name", "IBAN", "", null, undefined])("refuses searchBy %j", (searchBy) => {
    expect(complaints(CompanySearch, { searchBy, value: "x" })).toEqual([
      expect.stringContaining("INVALID_SEARCH /searchBy"),
    ]);
  });

  it("counts a character outside the basic plane as one", () => {
    expect(searching("NAME", "😀".repeat(200))).toEqual([]);
    expect(searching("NAME", "😀".repeat(201))).toHaveLength(1);
  });
});
