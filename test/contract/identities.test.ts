import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { CompanySearch } from "../../contract/company-search.ts";
import { NewThirdparty } from "../../contract/thirdparties.ts";
import { check } from "../../contract/violations.ts";

/** Every violation that a client receives, as `code detail`. */
const complaints = (schema: z.ZodType, body: unknown): string[] =>
  check("body", schema, body).violations.map(({ code, detail }) => `${code} ${detail}`);
const adding = (companyIdType: unknown, companyIdValue: unknown) =>
  complaints(NewThirdparty, { companyIdType, companyIdValue });
const searching = (searchBy: unknown, value: unknown, countryCode?: string) =>
  complaints(CompanySearch, { searchBy, value, ...(countryCode === undefined ? {} : { countryCode }) });

const isSiren =
  "is a SIREN (9 digits), which names a company; a SIRET (14 digits) names one of its establishments: " +
  "search by SIREN to find them.";
const spaced = "must be 14 digits without spaces or dots.";
const abroad =
  "is of no member state of the European Union; companies of other countries are known by their DUNS (CIT003).";
const prefixed = "must start with the two capital letters of a member state of the European Union.";

describe("NewThirdparty", () => {
  it.each([
    ["CIT001", "21996648800021", undefined],
    ["CIT001", "35600000049837", undefined],
    ["CIT002", "FR37219966488", undefined],
    ["CIT002", "DE319988015", undefined],
    ["CIT002", "XI110305878", undefined],
    ["CIT003", "990100012", undefined],
    ["CIT001", "219966488", isSiren],
    ["CIT001", "219 966 488 00021", spaced],
    ["CIT001", "219.966.488.00021", spaced],
    ["CIT001", "21996648800022", "has a wrong check digit, in its first 9 digits (SIREN) or in all 14."],
    ["CIT001", "FR37219966488", "must be 14 digits with valid check digits."],
    ["CIT001", "", "must be 14 digits with valid check digits."],
    ["CIT002", "FR38219966488", "has wrong check digits."],
    ["CIT002", "FR 37 219966488", "does not have the form of a VAT number of that country (capitals, no spaces)."],
    ["CIT002", "GB399012435", abroad],
    ["CIT002", "CHE399012435", abroad],
    ["CIT002", "GR399012435", "must start with EL: the VAT numbers of Greece do."],
    ["CIT002", "37219966488", prefixed],
    ["CIT002", "990100012", prefixed],
    ["CIT003", "99-010-0012", "must be 9 digits without dashes or spaces."],
    ["CIT003", "000000000", "is a placeholder, not a DUNS."],
    ["CIT003", "21996648800021", "must be 9 digits."],
  ])("of type %s, the number %j: %s", (type, value, sentence) => {
    expect(adding(type, value)).toEqual(sentence ? [`INVALID_IDENTIFIER /companyIdValue ${sentence}`] : []);
  });

  it.each([
    ["CIT001", "a valid SIRET"],
    ["CIT002", "a valid VAT"],
    ["CIT003", "a valid DUNS"],
  ])("of type %s expects %s", (companyIdType, expected) => {
    const { violations } = check("body", NewThirdparty, { companyIdType, companyIdValue: "x" });
    expect(violations).toMatchObject([{ expected }]);
  });

  it.each(["CIT004", "cit001", "", null])("refuses the type %j", (type) => {
    expect(adding(type, "21996648800021")).toEqual([expect.stringContaining("VALIDATION_ERROR /companyIdType")]);
  });
});

const country = "/countryCode";
const other = "the code of a country other than FR";
const groups = "/value may hold single spaces, dots or dashes between its parts, nothing else.";

describe("CompanySearch", () => {
  it.each<[searchBy: string | null, value: string | undefined, countryCode?: string, sentence?: string]>([
    ["NAME", "novalune"],
    ["NAME", "isarwerk", "DE"],
    ["SIRET", "21996648800021", "FR"],
    ["SIREN", "219966488", "FR"],
    ["VAT", "FR37219966488"],
    ["VAT", "DE319988015", "DE"],
    ["DUNS", "990100145"],
    ["DUNS", "990100145", "DE"],
    ["LOCAL_ID", "München HRB 998812", "DE"],
    ["SIRET", "21996648800021", "DE", `${country} must be FR: this number is French.`],
    ["SIRET", "21996648800021", undefined, `${country} is missing: FR is expected.`],
    ["SIREN", "219966488", "DE", `${country} must be FR: this number is French.`],
    ["SIREN", "219966488", undefined, `${country} is missing: FR is expected.`],
    ["LOCAL_ID", "B9", "FR", `${country} must be ${other}: local identifiers are for companies outside France.`],
    ["LOCAL_ID", "B9", undefined, `${country} is missing: ${other} is expected.`],
    ["SIRET", "219966488", "FR", `/value ${isSiren}`],
    ["SIREN", "21996648800021", "FR", "/value is a SIRET (14 digits); its SIREN is the first 9."],
    ["SIREN", "219966489", "FR", "/value has a wrong check digit."],
    ["SIREN", "21996648", "FR", "/value must be 9 digits with a valid check digit."],
    ["SIREN", "219  966 488", "FR", groups],
    ["VAT", "FR 37  219966488", undefined, groups],
    ["NAME", "   ", undefined, "/value must be a text of more than spaces."],
    ["NAME", undefined, undefined, "/value is missing: a text is expected."],
    ["NAME", "x".repeat(201), undefined, "/value must have at most 200 characters."],
    ["NAME", "😀".repeat(200)],
    ["NAME", "😀".repeat(201), undefined, "/value must have at most 200 characters."],
  ])("by %s, the value %j in %s: %s", (searchBy, value, countryCode, sentence) => {
    expect(searching(searchBy, value, countryCode)).toEqual(sentence ? [`INVALID_SEARCH ${sentence}`] : []);
  });

  it.each([
    ["SIRET", "219 966 488 00021", "21996648800021"],
    ["SIREN", "219.966.488", "219966488"],
    ["VAT", "fr 37 219966488", "FR37219966488"],
    ["DUNS", "99-010-0145", "990100145"],
  ])("accepts %s in groups, %s, and makes it compact: %s", (searchBy, value, compact) => {
    expect(CompanySearch.parse({ searchBy, value, countryCode: "FR" })).toMatchObject({ value: compact });
  });

  it.each(["france", "fr", "FRA", "F1", ""])("refuses the country %j", (countryCode) => {
    const sentence = `${country} must be a country code of two capital letters (ISO 3166-1 alpha-2).`;
    expect(searching("NAME", "novalune", countryCode)).toEqual([`INVALID_SEARCH ${sentence}`]);
  });

  it.each(["name", "IBAN", "", null, undefined])("refuses searchBy %j", (searchBy) => {
    expect(searching(searchBy, "x")).toEqual([expect.stringContaining("INVALID_SEARCH /searchBy")]);
  });
});
