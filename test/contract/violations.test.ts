import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AttributeSetting } from "../../contract/attributes.ts";
import { CompanySearch } from "../../contract/company-search.ts";
import { NewDossier } from "../../contract/dossiers.ts";
import { Occurrence } from "../../contract/occurrences.ts";
import { NewThirdparty, thirdparties } from "../../contract/thirdparties.ts";
import { allOf, check, codeOfAll } from "../../contract/violations.ts";
import { shown } from "../../contract/wording.ts";
import { invalidRequest } from "../../src/http/request/parse.ts";

const details = (schema: z.ZodType, input: unknown) =>
  check("body", schema, input).violations.map(({ detail }) => detail);
const eitherOr = "The body must have either dossierTypeCode or requiredDocuments, not both.";
const noDay = "/expirationDate must be a day that exists, as YYYY-MM-DD.";
const ways = "one of NAME, SIRET, SIREN, VAT, DUNS, LOCAL_ID";
const value = "must be a text, a number or true/false.";
const setting = (...values: unknown[]) => ({ label: "Criticité", values });
const both = { dossierTypeCode: "VIGILANCE", requiredDocuments: ["KBIS"] };
const long = Array.from({ length: 500 }, (_, at) => (at === 3 ? {} : at === 400 ? null : "x"));
const documents = Array.from({ length: 51 }, (_, at) => (at === 50 ? 0 : at === 1 ? 5 : "KBIS"));
const many = z.object({ code: z.enum(Array.from({ length: 41 }, (_, at) => `C${at}`) as [string]) });

const kinds = "one of CIT001, CIT002, CIT003";
const wrongCompany = [
  `/companyIdType must be ${kinds}; did you mean CIT001?`,
  "/companyIdValue must be a valid SIRET, a valid VAT or a valid DUNS.",
];
const noCompany = [
  `/companyIdType is missing: ${kinds} is expected.`,
  "/companyIdValue is missing: a text is expected.",
];
const noSearch = [`/searchBy is missing: ${ways} is expected.`, "/value is missing: a text is expected."];
const tooMany = ["/values must have at most 100 entries.", `/values/3 ${value}`];
const tooManyCodes = ["/requiredDocuments must have at most 50 entries.", "/requiredDocuments/1 must be a text."];
const anyOf = ["/code must be one of 41 values that the OpenAPI document lists, such as C0."];
const stray = "/x is not known here.";

it.each<[string, z.ZodType, unknown, string[]]>([
  [
    "a company by an unknown code",
    NewThirdparty,
    { companyIdType: "CIT009", companyIdValue: "", x: 1 },
    [...wrongCompany, stray],
  ],
  ["no company at all", NewThirdparty, {}, noCompany],
  ["a list for a company", NewThirdparty, [], ["The body must be an object."]],
  ["no body", NewThirdparty, undefined, ["The body is missing: an object is expected."]],
  [
    "a search by something unknown",
    CompanySearch,
    { searchBy: "FOO", value: 1, x: 2 },
    [`/searchBy must be ${ways}.`, "/value must be a text.", stray],
  ],
  ["no search at all", CompanySearch, {}, noSearch],
  ["what only some searches refuse", CompanySearch, { searchBy: "FOO", value: "x" }, [`/searchBy must be ${ways}.`]],
  [
    "a dossier with neither a type nor a list",
    NewDossier,
    { dossierReference: 5, expirationDate: "x", x: 1 },
    [eitherOr, "/dossierReference must be a text.", noDay, stray],
  ],
  ["a dossier with both", NewDossier, { ...both, x: 1, expirationDate: "x" }, [eitherOr, noDay, stray]],
  ["a text for a dossier", NewDossier, "x", ["The body must be an object."]],
  ["an empty list", NewDossier, { requiredDocuments: [] }, ["/requiredDocuments must have at least 1 entry."]],
  ["values of no type", AttributeSetting, setting({}, Infinity), [0, 1].map((at) => `/values/${at} ${value}`)],
  ["an amount that is too large", AttributeSetting, setting(1e16), ["/values/0 must be at most 1000000000000000."]],
  ["a list that is too long", AttributeSetting, setting(...long), tooMany],
  ["a list that is too long in a union", NewDossier, { requiredDocuments: documents }, tooManyCodes],
  ["one of very many codes", many, { code: "NOTHING" }, anyOf],
  ["a name with a slash", z.strictObject({}), { "a/b~c": 1 }, ["/a~1b~0c is not known here."]],
])("names all violations of %s", (_, schema, body, sentences) => {
  expect(details(schema, body).sort()).toEqual([...sentences].sort());
});

const documented = "the form that the documentation gives";
it.each<[what: string, schema: z.ZodType, received: unknown, expected: string, sentence?: string]>([
  ["whole", z.int(), 1.5, "a whole number"],
  ["true or false", z.boolean(), "x", "true or false"],
  ["a number", z.number().min(2), 1, "at least 2"],
  ["two entries", z.array(z.int()).min(2), [], "at least 2 entries", "must have at least 2 entries."],
  ["one value", z.literal("a"), "zzzz", '"a"'],
  ["a form", z.string().regex(/x/), "y", documented, `must have ${documented}.`],
  ["spaces", z.string().regex(/x/, "must be no spaces: really"), "y", "no spaces", "must be no spaces: really."],
])("words what is expected as a noun phrase: %s", (_, schema, at, expected, sentence = `must be ${expected}.`) => {
  const [violation] = check("body", z.object({ at: schema }), { at }).violations;
  expect(violation).toMatchObject({ expected, detail: `/at ${sentence}`, received: JSON.stringify(at) });
});

it("a request has the code that its violations agree on", () => {
  const violations = (body: object) => check("body", CompanySearch, body).violations;
  for (const body of [{}, { searchBy: "FOO", value: "x" }, { searchBy: "NAME", value: "" }])
    expect(codeOfAll(violations(body))).toBe("INVALID_SEARCH");
  expect(codeOfAll([...violations({}), ...check("body", NewDossier, {}).violations])).toBe("VALIDATION_ERROR");
});

it.each([
  ["page", ["0", "1"], "INVALID_PAGE", "page came twice: send it once."],
  ["size", ["1", "2", "3"], "INVALID_PAGE", "size came 3 times: send it once."],
  ["status", ["ACTIVE", "ACTIVE"], "VALIDATION_ERROR", "status came twice: send it once."],
  [
    "eventNames",
    ["THIRD_PARTY_ADDED", "THIRD_PARTY_UPDATED"],
    "INVALID_EVENT_FILTER",
    "eventNames came twice: send it once, with its values separated by commas.",
  ],
])("refuses the parameter %s when it is sent more than once", (name, values, code, detail) => {
  const complete = {
    eventNames: "THIRD_PARTY_ADDED",
    eventOccurrenceStartDate: "2026-01-01T00:00:00",
    eventOccurrenceEndDate: "2026-12-31T23:59:59",
  };
  const expected = name === "eventNames" ? "one parameter, its values separated by commas" : "one value";
  for (const query of [thirdparties.list.query, thirdparties.search.query])
    expect(check("query", query, { ...complete, [name]: values }).violations).toEqual([
      { in: "query", pointer: null, name, code, detail, expected, received: JSON.stringify(values) },
    ]);
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
    const checked = check("body", schema, unknown(5000));
    const { violations, further } = checked;
    expect(new Set(violations.map(({ pointer }) => pointer)).size).toBe(100);
    expect(violations.length + further).toBe(5000 + missing);
    expect(allOf([checked, checked])).toMatchObject({ further: 2 * (5000 + missing) - 100 });
    const { detail, furtherErrors } = invalidRequest(checked).refused;
    expect(furtherErrors).toBe(further);
    expect(detail).toMatch(new RegExp(`^${5000 + missing} things are wrong: .* And ${further} more\\.$`));
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

  it.each<[unknown, string]>([
    [Array.from({ length: 200_000 }, () => ({ a: [1] })), '[{"a":[1]},{"a":[1]}'],
    [unknown(100_000), '{"key0":0,"key1":1'],
    ["x".repeat(1_000_000), '"xxx'],
    [{ ["x".repeat(1_000_000)]: 1 }, '{"xxx'],
  ])("shows the beginning of a long value", (value, beginning) => {
    expect(shown(value).slice(0, beginning.length)).toBe(beginning);
    expect(shown(value)).toBe(`${JSON.stringify(value).slice(0, 117)}…`);
  });
});
