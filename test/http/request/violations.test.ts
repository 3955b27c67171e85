import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { AttributeSetting } from "../../../contract/attributes.ts";
import { CompanySearch } from "../../../contract/company-search.ts";
import { NewDossier } from "../../../contract/dossiers.ts";
import { Occurrence } from "../../../contract/occurrences.ts";
import { NewThirdparty, thirdparties } from "../../../contract/thirdparties.ts";
import { invalidRequest } from "../../../src/http/request/parse.ts";
import { check, codeOfAll } from "../../../src/http/request/violations.ts";
import { shown } from "../../../src/http/request/wording.ts";

function violations(schema: z.ZodType, input: unknown, place: "body" | "query" = "body") {
  const checked = check(place, schema, input);
  return "data" in checked ? [] : checked.violations;
}
const details = (schema: z.ZodType, input: unknown) => violations(schema, input).map(({ detail }) => detail);

describe("the violations of a union", () => {
  it.each<[string, z.ZodType, unknown, string[]]>([
    [
      "a company by an unknown code",
      NewThirdparty,
      { companyIdType: "CIT009", companyIdValue: "", x: 1 },
      [
        "/companyIdType must be one of CIT001, CIT002, CIT003; did you mean CIT001?",
        "/companyIdValue must be a valid SIRET, a valid VAT or a valid DUNS.",
        "/x is not known here.",
      ],
    ],
    [
      "no company at all",
      NewThirdparty,
      {},
      [
        "/companyIdType is missing: one of CIT001, CIT002, CIT003 is expected.",
        "/companyIdValue is missing: a text is expected.",
      ],
    ],
    ["a list for a company", NewThirdparty, [], ["The body must be an object."]],
    [
      "a search by something unknown",
      CompanySearch,
      { searchBy: "FOO", value: 1, x: 2 },
      [
        "/searchBy must be one of NAME, SIRET, SIREN, VAT, DUNS, LOCAL_ID.",
        "/value must be a text.",
        "/x is not known here.",
      ],
    ],
    [
      "no search at all",
      CompanySearch,
      {},
      [
        "/searchBy is missing: one of NAME, SIRET, SIREN, VAT, DUNS, LOCAL_ID is expected.",
        "/value is missing: a text is expected.",
      ],
    ],
    [
      "what only some searches refuse",
      CompanySearch,
      { searchBy: "FOO", value: "x" },
      ["/searchBy must be one of NAME, SIRET, SIREN, VAT, DUNS, LOCAL_ID."],
    ],
    [
      "a dossier with neither a type nor a list",
      NewDossier,
      { dossierReference: 5, expirationDate: "x", foo: 1 },
      [
        "The body must have either dossierTypeCode or requiredDocuments, not both.",
        "/dossierReference must be a text.",
        "/expirationDate must be a day that exists, as YYYY-MM-DD.",
        "/foo is not known here.",
      ],
    ],
    [
      "a dossier with both",
      NewDossier,
      { dossierTypeCode: "VIGILANCE", requiredDocuments: ["KBIS"], foo: 1, expirationDate: "x" },
      [
        "The body must have either dossierTypeCode or requiredDocuments, not both.",
        "/expirationDate must be a day that exists, as YYYY-MM-DD.",
        "/foo is not known here.",
      ],
    ],
    ["a text for a dossier", NewDossier, "x", ["The body must be an object."]],
    [
      "a dossier of one form with a slip",
      NewDossier,
      { requiredDocuments: [] },
      ["/requiredDocuments must have at least 1 entry."],
    ],
  ])("reports all violations of %s", (_, schema, body, sentences) => {
    expect(details(schema, body).sort()).toEqual(sentences.sort());
  });
});

describe("the wording of a violation", () => {
  it.each([[{}], [Number.POSITIVE_INFINITY], [null]])("refuses %j as the value of an attribute", (value) => {
    expect(violations(AttributeSetting, { label: "Criticité", values: [value] })).toEqual([
      expect.objectContaining({
        pointer: "/values/0",
        detail: "/values/0 must be a text, a number or true/false.",
        expected: "a text, a number or true/false",
      }),
    ]);
  });

  it("names the limit of an amount that is too large", () => {
    expect(details(AttributeSetting, { label: "x", values: [1e16] })).toEqual([
      "/values/0 must be at most 1000000000000000.",
    ]);
  });

  it("words the expectation as a noun phrase", () => {
    const expected = violations(CompanySearch, { searchBy: "NAME", value: " ", countryCode: "fr" }).map(
      (violation) => violation.expected,
    );
    expect(expected.sort()).toEqual([
      "a country code of two capital letters (ISO 3166-1 alpha-2)",
      "a text of more than spaces",
    ]);
  });

  it("gives all violations of a search the code INVALID_SEARCH", () => {
    for (const body of [
      {},
      { searchBy: "FOO", value: "x" },
      { searchBy: "NAME", value: "" },
      { searchBy: "SIRET", countryCode: "DE", value: "21996648800021" },
    ])
      expect(codeOfAll(violations(CompanySearch, body))).toBe("INVALID_SEARCH");
  });
});

describe("a repeated query parameter", () => {
  it.each([
    ["page", ["0", "1"], "INVALID_PAGE", "page came twice: send it once."],
    ["size", ["1", "2", "3"], "INVALID_PAGE", "size came 3 times: send it once."],
    ["status", ["ACTIVE", "ACTIVE"], "VALIDATION_ERROR", "status came twice: send it once."],
    ["name", ["a", "b"], "VALIDATION_ERROR", "name came twice: send it once."],
    [
      "eventNames",
      ["THIRD_PARTY_ADDED", "THIRD_PARTY_UPDATED"],
      "INVALID_EVENT_FILTER",
      "eventNames came twice: send it once, with its values separated by commas.",
    ],
    [
      "eventOccurrenceStartDate",
      ["2026-01-01T00:00:00", "2026-01-02T00:00:00"],
      "INVALID_EVENT_FILTER",
      "eventOccurrenceStartDate came twice: send it once.",
    ],
  ])("refuses the parameter %s when it is sent more than once", (name, values, code, detail) => {
    const complete = {
      eventNames: "THIRD_PARTY_ADDED",
      eventOccurrenceStartDate: "2026-01-01T00:00:00",
      eventOccurrenceEndDate: "2026-12-31T23:59:59",
    };
    for (const query of [thirdparties.list.query, thirdparties.search.query])
      expect(violations(query, { ...complete, [name]: values }, "query")).toEqual([
        expect.objectContaining({ name, code, detail }),
      ]);
  });
});

describe("a request with many mistakes", () => {
  const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, at]));

  it.each<[string, z.ZodType, number]>([
    ["an object", AttributeSetting, 2],
    ["a union by a discriminator", NewThirdparty, 2],
    ["a union by a code of its own", CompanySearch, 2],
    ["a union of a hundred branches", Occurrence, 1],
    ["a union by its properties", NewDossier, 1],
  ])("names a hundred violations of %s and counts the others", (_, schema, missing) => {
    const { violations, further } = check("body", schema, unknown(5000));
    expect(violations).toHaveLength(100);
    expect(new Set(violations.map(({ pointer }) => pointer)).size).toBe(100);
    expect(violations.length + further).toBe(5000 + missing);
  });

  it.each<[string, (many: object) => object]>([
    ["very many properties", (many) => many],
    ["very many properties of an object in it", (data) => ({ data })],
  ])("reads each of %s a few times, whatever the branches of a union", (_, body) => {
    let [reads, looks] = [0, 0];
    const counted = new Proxy(unknown(5000), {
      get(target, key) {
        reads += 1;
        return Reflect.get(target, key);
      },
      getOwnPropertyDescriptor(target, key) {
        looks += 1;
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
    });
    check("body", Occurrence, body(counted));
    expect(reads).toBeLessThan(5 * 5000);
    expect(looks).toBeLessThan(10 * 5000);
  });

  it("shortens the names that a client made up", () => {
    const body = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${at}${"x".repeat(10_000)}`, at]));
    const answer = invalidRequest(check("body", AttributeSetting, body)).refused;
    expect(JSON.stringify(answer).length).toBeLessThan(100_000);
  });

  it("names the wrong entries of a list that is too long beside its length", () => {
    const values = Array.from({ length: 500 }, (_, at) => (at === 3 ? {} : at === 400 ? null : "x"));
    expect(details(AttributeSetting, { label: "x", values })).toEqual([
      "/values must have at most 100 entries.",
      "/values/3 must be a text, a number or true/false.",
    ]);
    const requiredDocuments = Array.from({ length: 51 }, (_, at) => (at === 50 ? 0 : at === 1 ? 5 : "KBIS"));
    expect(details(NewDossier, { requiredDocuments })).toEqual([
      "/requiredDocuments must have at most 50 entries.",
      "/requiredDocuments/1 must be a text.",
    ]);
  });

  it.each<[unknown, string]>([
    [Array.from({ length: 200_000 }, () => ({ a: [1] })), '[{"a":[1]},{"a":[1]}'],
    [unknown(100_000), '{"key0":0,"key1":1'],
    ["x".repeat(1_000_000), '"xxx'],
    [{ ["x".repeat(1_000_000)]: 1 }, '{"xxx'],
  ])("shows the beginning of a long value", (value, beginning) => {
    expect(shown(value)).toHaveLength(118);
    expect(shown(value).slice(0, beginning.length)).toBe(beginning);
    expect(shown(value)).toBe(`${JSON.stringify(value).slice(0, 117)}…`);
  });
});
