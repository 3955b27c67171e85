import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Configuration, ConfigurationFile, configurationFormat } from "../../../contract/configuration.ts";
import { bases, configurationOf, defaultConfiguration } from "../../../src/domain/configuration/default.ts";
import { difference, whole } from "../../../src/domain/configuration/difference.ts";
import { parts } from "../../../src/domain/configuration/merge.ts";
import { readConfiguration, violationsOf } from "../../../src/domain/configuration/violations.ts";

const fileOf = (file: object) => ConfigurationFile.parse({ format: configurationFormat, ...file });
const merged = (file: object): Configuration => configurationOf(fileOf(file));

describe("the default configuration", () => {
  it("is a file without violations, and so is the empty one", () => {
    expect(violationsOf(fileOf({}))).toEqual([]);
    expect(violationsOf(fileOf({ base: "empty" }))).toEqual([]);
    expect(violationsOf(fileOf(whole(defaultConfiguration)))).toEqual([]);
  });
});

it("the example of a construction group has no violations", () => {
  const file = fileOf(JSON.parse(readFileSync("examples/account/construction.json", "utf8")));
  const { attributes, forms } = configurationOf(file);
  expect([violationsOf(file), Object.keys(attributes).length, forms.Q_CHANTIER?.length]).toEqual([[], 60, 30]);
});

describe("a file on its base", () => {
  const own = {
    attributes: {
      Chantier: { type: "string" },
      "Business unit": null,
      Criticité: { type: "list_unique", options: ["A"] },
    },
    documentTypes: { PLAN: { label: "Plan de prévention" }, LNTE: null },
    forms: { Q_CYBER: [{ key: "a", title: "A ?", type: "boolean" }] },
    indicators: { "Environmental impact": null },
    practice: { renewalDays: 45 },
  };

  it("adds, replaces and removes by code, and keeps what it does not name", () => {
    const { attributes, documentTypes: types, forms, indicators, practice } = merged(own);
    expect(attributes.Chantier).toMatchObject({ id: 50, type: "string", required: false });
    expect(attributes.Criticité).toMatchObject({ id: 42, options: ["A"] });
    expect(Object.keys(attributes)).not.toContain("Business unit");
    expect(types.PLAN).toMatchObject({ kind: "FILE", months: null, check: "client", issuer: "FOURNISSEUR" });
    expect([types.LNTE, forms.LNTE]).toEqual([undefined, undefined]);
    expect(forms.Q_CYBER).toEqual([{ key: "a", title: "A ?", type: "boolean", order: 1, draw: {} }]);
    expect(Object.keys(indicators)).toHaveLength(3);
    expect(practice).toEqual({ ...defaultConfiguration.practice, renewalDays: 45 });
  });

  it("gives to a label the id that it has had, and to no other", () => {
    const ids = new Map([
      ["Chantier", 77],
      ["Ancien", 78],
    ]);
    const { attributes } = configurationOf(
      fileOf({ attributes: { Chantier: { type: "string" }, B: { type: "date" } } }),
      ids,
    );
    expect([attributes.Chantier?.id, attributes.B?.id]).toEqual([77, 79]);
  });

  it.each([
    ["the default", {}],
    ["the empty one", { base: "empty" }],
    ["one of many changes", own],
    ["one on nothing", { ...own, base: "empty" }],
  ])("is the same again from its difference to either base and from the whole: %s", (_, file) => {
    const configuration = merged(file);
    for (const written of [difference(configuration), difference(configuration, "empty"), whole(configuration)])
      expect(merged(written)).toEqual(configuration);
  });

  it("differs in nothing from the base that it is", () => {
    for (const base of ["default", "empty"] as const)
      expect(difference(bases[base], base)).toEqual({ format: configurationFormat, base });
  });
});

const list = (options: string[] | null, more = {}) => ({ type: "list_unique", options, ...more });
const question = (more: object) => ({
  forms: {
    Q_RSE: [
      { key: "a", title: "A ?", type: "boolean" },
      { key: "b", title: "B", ...more },
    ],
  },
});

/** A change of the default, the place that is named, and words of the sentence. */
const wrong: [file: object, pointer: string, words: string][] = [
  [{ attributes: { "criticité ": list(["A"]) } }, "/attributes/criticité ", 'has the label of "Criticité"'],
  [
    { attributes: { Zone: list(["A"], { role: "criticality" }) } },
    "/attributes/Zone/role",
    'which "Criticité" is already',
  ],
  [{ attributes: { Zone: { type: "string", id: 41 } } }, "/attributes/Zone/id", 'which "Catégorie" has already'],
  [{ attributes: { Zone: list([]) } }, "/attributes/Zone/options", "is missing: list_unique chooses among options"],
  [{ attributes: { Zone: { type: "date", options: ["A"] } } }, "/attributes/Zone/options", "is for lists alone"],
  [{ attributes: { Zone: list(["A", "B", "A"]) } }, "/attributes/Zone/options", "has A twice"],
  [
    { attributes: { "Montant d'achat annuel": { type: "string", role: "amount" } } },
    "/attributes/Montant d'achat annuel/type",
    "must be decimal",
  ],
  [
    { attributes: { "Risque global": { type: "string", role: "risk" } } },
    "/attributes/Risque global/calculated",
    "must be true",
  ],
  [
    { attributes: { Criticité: null } },
    "/rules/R06/when/criticality",
    "of the base needs an attribute with the role criticality",
  ],
  [
    { attributes: { Criticité: list(["Haute"], { role: "criticality" }) } },
    "/attributes/Criticité",
    "the rule R06 of the base wants High",
  ],
  [
    { documentTypes: { A: { label: "A", unfit: [{ because: "so" }] } } },
    "/documentTypes/A/unfit/0",
    "says of no company",
  ],
  [
    { documentTypes: { A: { label: "A", unfit: [{ for: "ABROAD", instead: "KBSI", because: "so" }] } } },
    "/documentTypes/A/unfit/0/instead",
    "did you mean KBIS?",
  ],
  [
    { documentTypes: { A: { label: "A", deniedBy: { form: "Q_RSE", answer: "x" } } } },
    "/documentTypes/A/deniedBy/answer",
    "which the form Q_RSE does not ask for",
  ],
  [
    { documentTypes: { A: { label: "A", indicator: { name: "Financial risk", answers: { x: { each: 1 } } } } } },
    "/documentTypes/A/indicator/answers/x",
    "is a question that its form does not have",
  ],
  [question({ key: "a", type: "string" }), "/forms/Q_RSE/1/key", "is a, as that of an earlier field"],
  [question({ type: "date", draw: { yes: 0.5 } }), "/forms/Q_RSE/1/draw/yes", "yes is for boolean, and this is a date"],
  [question({ type: "string", draw: { pick: ["A"], fact: "name" } }), "/forms/Q_RSE/1/draw", "has fact and pick"],
  [
    question({ type: "number", draw: { pick: ["many"] } }),
    "/forms/Q_RSE/1/draw",
    "has values that are no answer of the type number",
  ],
  [question({ type: "iban", draw: { pick: ["FR76"] } }), "/forms/Q_RSE/1/draw", "no answer of the type iban"],
  [
    question({ type: "string", draw: { weighted: [["A", 0]] } }),
    "/forms/Q_RSE/1/draw/weighted",
    "has no weight above 0",
  ],
  [question({ type: "number", draw: { number: [9, 1] } }), "/forms/Q_RSE/1/draw/number", "is the wrong way round"],
  [
    question({ type: "string", draw: { if: "c", pick: ["A"] } }),
    "/forms/Q_RSE/1/draw/if",
    "which is no earlier question of yes or no",
  ],
  [
    { dossierTypes: { A: { label: "A", documents: ["KBIS", "PLAN"] } } },
    "/dossierTypes/A/documents/1",
    "names PLAN, which is no document type of the account",
  ],
  [{ dossierTypes: { ETHICS: null } }, "/dossierTypes/ETHICS", "is removed, but the rule"],
  [
    { rules: { R99: { label: "A", create: "CHANTIER" } } },
    "/rules/R99/create",
    "names CHANTIER, which is no dossier type of the account",
  ],
  [
    { rules: { R99: { label: "A", create: "CSR", when: { attributes: { Zone: { in: ["A"] } } } } } },
    "/rules/R99/when/attributes/Zone",
    "which is no attribute of the account",
  ],
  [
    { rules: { R99: { label: "A", create: "CSR", when: { attributes: { Criticité: { min: 1 } } } } } },
    "/rules/R99/when/attributes/Criticité",
    "compares Criticité as a number",
  ],
  [
    { rules: { R99: { label: "A", create: "CSR", when: { attributes: { constructor: { in: ["A"] } } } } } },
    "/rules/R99/when/attributes/constructor",
    "which is no attribute of the account",
  ],
  [{ practice: { refusedPercent: 99 } }, "/practice/refusedPercent", "more than 100"],
  [{ practice: { weeklyReminders: [520, 0] } }, "/practice/weeklyReminders", "has the most before the least"],
  [
    { indicators: { "Financial risk": { bands: [{ from: 5, value: "A", colour: "#000000", risk: "Low" }] } } },
    "/indicators/Financial risk/bands",
    "must go down to 0",
  ],
];

describe("violations of a file", () => {
  it.each(wrong)("%j is refused at %s: %s", (file, pointer, words) => {
    const found = violationsOf(fileOf(file)).filter((violation) => violation.pointer === pointer);
    expect(found.map(({ detail }) => detail).join("\n")).toContain(words);
    for (const { expected, detail } of found)
      expect([expected, /[.?]$/.test(detail)]).toEqual([expect.stringMatching(/./), true]);
  });

  it("are named all at once", () => {
    const file = {
      dossierTypes: {
        A: { label: "A", documents: ["KBIS", "PLAN"] },
        B: { label: "B", documents: ["KBIS"], also: ["KBIS"] },
      },
      rules: { R99: { label: "A", create: "CHANTIER" } },
      attributes: { Zone: list([]) },
    };
    expect(violationsOf(fileOf(file)).length).toBe(4);
  });
});

const format = "tiers-sandbox/configuration@1";
const draw = (field: object) => ({ forms: { Q: [{ key: "a", title: "A", type: "string", ...field }] } });
const deep = (json: string) => ({ format, ...(JSON.parse(json) as object) });

describe("reading a file", () => {
  it.each<[object, string]>([
    [draw({ type: "number", draw: { number: [-1e308, 1e308] } }), "/forms/Q/0/draw/number/0"],
    [draw({ type: "number", draw: { number: [0.5, 0.7] } }), "/forms/Q/0/draw/number/0"],
    [draw({ type: "date", draw: { past: [-1, -1e15] } }), "/forms/Q/0/draw/past/0"],
    [draw({ key: "__proto__" }), "/forms/Q/0/key"],
    [deep('{"attributes":{"__proto__":{"type":"string"}}}'), "/attributes/__proto__"],
    [
      deep('{"rules":{"A":{"label":"A","create":"CSR","when":{"attributes":{"__proto__":{}}}}}}'),
      "/rules/A/when/attributes/__proto__",
    ],
    [{ rules: Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`R${at}`, null])) }, "/rules"],
    [{ attributes: [] }, "/attributes"],
  ])("%j is refused at %s", (file, pointer) => {
    const read = readConfiguration({ format, ...file });
    const violations = "violations" in read ? read.violations : [];
    expect(violations.map((one) => one.pointer)).toContain(pointer);
    for (const { detail, received } of violations)
      expect([detail.startsWith(violations[0]?.pointer?.slice(0, 2) as string), received.length < 130]).toEqual([
        true,
        true,
      ]);
  });

  it.each([
    [
      { documentTypes: { plan: { label: "Plan" } } },
      "/documentTypes/plan is no name of such an entry: it must be a document code: capitals, digits and underscores.",
    ],
    [
      { attributes: { "": { type: "string" } } },
      "/attributes/ is no name of such an entry: it must have at least 1 character.",
    ],
    [
      { indicators: { "Financial risk": { bands: [{ from: 0, value: "A", colour: "#00FF00", risk: "Low" }] } } },
      "/indicators/Financial risk/bands/0/colour must be a colour such as #fcb900, in small letters.",
    ],
  ])("says of %j what its form is", (file, sentence) => {
    expect(readConfiguration({ format, ...file })).toMatchObject({ violations: [{ detail: sentence }] });
  });

  it("names what is wrong by its form and by its meaning at once, and nothing that follows from it", () => {
    const read = readConfiguration({
      format,
      attributes: { Zone: { type: "list" } },
      documentTypes: { PLAN: { label: 5 } },
      dossierTypes: { A: { label: "A", documents: ["PLAN", "NOPE"] } },
      rules: { X: { label: "X", create: "A", when: { attributes: { Zone: { in: ["N"] } } } } },
    });
    const found = "violations" in read ? read.violations.map(({ pointer }) => pointer) : [];
    expect(found).toEqual(["/attributes/Zone/type", "/documentTypes/PLAN/label", "/dossierTypes/A/documents/1"]);
  });
});

it("every part of the format is merged", () => {
  expect(Object.keys(ConfigurationFile.shape).sort()).toEqual(
    [...parts, "$schema", "format", "base", "practice"].sort(),
  );
});
