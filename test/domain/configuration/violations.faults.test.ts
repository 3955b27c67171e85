import { describe, expect, it } from "vitest";
import { ConfigurationFile, configurationFormat } from "../../../contract/configuration.ts";
import { violationsOf } from "../../../src/domain/configuration/violations.ts";

/** The place of each violation, its sentence without the place, and what is expected. */
const faultsOf = (file: object) =>
  violationsOf(ConfigurationFile.parse({ format: configurationFormat, ...file })).map(
    ({ pointer = "", detail, expected }) => [pointer, detail.replace(`${pointer} `, ""), expected],
  );
type Fault = [sentence: string, expected: string] | null;

const list = (options: string[] | null, more = {}) => ({ type: "list_unique", options, ...more });
const [text, date] = [{ type: "string" }, { type: "date" }];
const roleOf = (role: string, type: string, calculated = false) => ({ type, role, calculated });

describe("an attribute", () => {
  const isOne = "one attribute of a label";
  it.each<[attributes: object, place: string, fault: Fault]>([
    [{ Zone: list(["A", "B"]), Rue: list(["A"], { type: "list_multiple" }) }, "", null],
    [{ Zone: list([]) }, "Zone/options", ["is missing: list_unique chooses among options.", "a list of texts"]],
    [
      { Zone: list(null, { type: "list_multiple" }) },
      "Zone/options",
      ["is missing: list_multiple chooses among options.", "a list of texts"],
    ],
    [{ Zone: { ...date, options: [] } }, "Zone/options", ["is for lists alone, and this is a date.", "null"]],
    [{ Zone: list(["A", "B", "A", "B"]) }, "Zone/options", ["has A, B twice.", "each option once"]],
    [{ Prix: roleOf("amount", "string") }, "Prix/type", ["must be decimal: its role is amount.", "decimal"]],
    [
      { Part: roleOf("dependency", "decimal") },
      "Part/type",
      ["must be percentage: its role is dependency.", "percentage"],
    ],
    [
      { Risque: roleOf("risk", "decimal", true) },
      "Risque/type",
      ["must be string or list_unique: its role is risk.", "string or list_unique"],
    ],
    [
      { Risque: roleOf("risk", "string") },
      "Risque/calculated",
      ["must be true: the sandbox calculates the risk.", "true"],
    ],
    [
      { Prix: roleOf("amount", "decimal", true) },
      "Prix/calculated",
      ["must be false: clients set the amount.", "false"],
    ],
    [{ Risque: roleOf("risk", "string", true), Prix: roleOf("amount", "decimal") }, "", null],
    [{ Été: text, "e\u0301TÉ ": date }, "e\u0301TÉ ", ['has the label of "Été", but for capitals or spaces.', isOne]],
    [
      { Prix: roleOf("amount", "decimal"), Zone: text, Coût: roleOf("amount", "decimal") },
      "Coût/role",
      ['is amount, which "Prix" is already.', "one attribute with the role amount: leave it out here or there"],
    ],
    [
      { A: { ...text, id: 7 }, B: { ...text, id: 7 } },
      "B/id",
      ['is 7, which "A" has already.', "an id of its own, or none"],
    ],
  ])("of %j is at fault at %j: %j", (attributes, place, fault) => {
    const found = faultsOf({ base: "empty", attributes });
    expect(found).toEqual(fault ? [[`/attributes/${place}`, ...fault]] : []);
  });
});

describe("a question", () => {
  const form = (...fields: object[]) => ({
    base: "empty",
    documentTypes: { Q: { label: "Q", kind: "FORM" }, KBIS: { label: "Kbis" } },
    forms: { Q: fields.map((field, nth) => ({ key: `k${nth}`, title: "A ?", type: "string", ...field })) },
  });
  const yes = { type: "boolean" };

  it.each<[draw: object, types: string[]]>([
    [{ fact: "name" }, ["string"]],
    [{ fact: "foundingDate" }, ["date", "string"]],
    [{ fact: "today" }, ["date", "string"]],
    [{ fact: "workforce" }, ["number", "string"]],
    [{ fact: "turnover" }, ["number", "string"]],
    [{ fact: "iban" }, ["iban", "string"]],
    [{ yes: 0.5 }, ["boolean"]],
    [{ number: [1, 9] }, ["number"]],
    [{ past: [9, 1] }, ["date"]],
    [{ issued: "KBIS" }, ["date"]],
    [{ pick: ["1"] }, ["string", "number", "iban"]],
    [{ weighted: [["1", 1]] }, ["string", "number"]],
    [{ computed: true }, ["string", "date", "iban", "boolean", "number"]],
  ])("whose value is made up by %j is of one of the types %j", (draw, types) => {
    const [[way, value]] = Object.entries(draw) as [[string, unknown]];
    const what = way === "fact" ? `the fact ${value}` : way;
    for (const type of ["string", "date", "iban", "boolean", "number"]) {
      const sentence = `is wrong: ${what} is for ${types.join(" or ")}, and this is a ${type}.`;
      const fault = [`/forms/Q/0/draw/${way}`, sentence, "a way that fits the type"];
      const found = faultsOf(form({ type, draw })).filter(([place]) => place === fault[0]);
      expect(found).toEqual(types.includes(type) ? [] : [fault]);
    }
  });

  const noEarlier = (key: string): Fault => [
    `depends on ${key}, which is no earlier question of yes or no.`,
    "the key of one",
  ];
  const noAnswer = (type: string): Fault => [
    `has values that are no answer of the type ${type}.`,
    `values of the type ${type}, as texts`,
  ];
  const isWrong: Fault = ["is the wrong way round.", "the least first"];
  it.each<[fields: object[], place: string, fault: Fault]>([
    [[{ key: "a" }, { key: "b" }, { key: "a" }], "2/key", ["is a, as that of an earlier field.", "each key once"]],
    [[{ order: 3 }, { order: 3 }], "1/order", ["is 3, as that of an earlier field.", "each order once"]],
    [[{ draw: { fact: "name", pick: ["A"] } }], "0/draw", ["has fact and pick.", "one way to make up a value"]],
    [[{ type: "number", draw: { pick: ["1", "many"] } }], "0/draw", noAnswer("number")],
    [[{ type: "iban", draw: { pick: ["FR76"] } }], "0/draw", noAnswer("iban")],
    [
      [
        {
          type: "number",
          draw: {
            weighted: [
              ["1", 1],
              ["many", 1],
            ],
          },
        },
      ],
      "0/draw",
      noAnswer("number"),
    ],
    [[yes, { type: "number", draw: { given: { k0: "many" } } }], "1/draw", noAnswer("number")],
    [
      [{ draw: { weighted: [["A", 0]] } }],
      "0/draw/weighted",
      ["has no weight above 0.", "one weight above 0 at least"],
    ],
    [
      [
        {
          draw: {
            weighted: [
              ["A", 0],
              ["B", 1],
            ],
          },
        },
      ],
      "",
      null,
    ],
    [[{ type: "number", draw: { number: [9, 1] } }], "0/draw/number", isWrong],
    [[{ type: "number", draw: { number: [9, 9] } }], "", null],
    [[{ type: "date", draw: { past: [1, 9] } }], "0/draw/past", ["is the wrong way round.", "the most days first"]],
    [[{ type: "date", draw: { past: [9, 9] } }], "", null],
    [[yes, { draw: { if: "k0", pick: ["A"] } }], "", null],
    [[{ ...yes, draw: { if: "k0", yes: 1 } }], "0/draw/if", noEarlier("k0")],
    [[{}, { draw: { if: "k0", pick: ["A"] } }], "1/draw/if", noEarlier("k0")],
    [[{ draw: { if: "k1", pick: ["A"] } }, yes], "0/draw/if", noEarlier("k1")],
    [[yes, { draw: { pick: ["A"], given: { k0: "B", k9: "C" } } }], "1/draw/given/k9", noEarlier("k9")],
    [
      [{ type: "date", draw: { issued: "NONE" } }],
      "0/draw/issued",
      [
        "names NONE, which is no document type of the account.",
        "a document type of the account: add it to documentTypes, or leave this out",
      ],
    ],
  ])("of %j is at fault at %j: %j", (fields, place, fault) => {
    expect(faultsOf(form(...fields))).toEqual(fault ? [[`/forms/Q/${place}`, ...fault]] : []);
  });
});

describe("a rule", () => {
  it.each([
    ["categories", "category", ["A"]],
    ["criticality", "criticality", ["A"]],
    ["minAnnualAmount", "amount", 1],
    ["maxAnnualAmount", "amount", 1],
  ])("that wants %s is at fault in an account without an attribute of the role %s", (name, role, wanted) => {
    const rules = { R1: { label: "A", create: "AAA", when: { [name]: wanted } } };
    const dossierTypes = { AAA: { label: "A", documents: ["KBIS"] } };
    const documentTypes = { KBIS: { label: "Kbis" } };
    expect(faultsOf({ base: "empty", documentTypes, dossierTypes, rules })).toEqual([
      [
        `/rules/R1/when/${name}`,
        `needs an attribute with the role ${role}, and the account has none.`,
        `an attribute with "role": "${role}"`,
      ],
    ]);
  });

  const attributes = {
    Zone: { type: "list_unique", options: ["A", "B"] },
    ...{ Taux: { type: "decimal" }, Part: { type: "percentage" }, Actif: { type: "boolean" }, Nom: { type: "string" } },
  };
  const ruleOf = (when: object) => ({ attributes, rules: { R99: { label: "A", create: "CSR", when } } });

  it.each<[when: object, name: string, fault: Fault]>([
    [{ minAnnualAmount: 2, maxAnnualAmount: 1 }, "maxAnnualAmount", ["is less than minAnnualAmount.", "2 or more"]],
    [{ minAnnualAmount: 1, maxAnnualAmount: 1 }, "", null],
    [{ minAnnualAmount: 1 }, "", null],
    [{ maxAnnualAmount: 1 }, "", null],
    [
      { criticality: ["High", "Top", "Best"] },
      "criticality",
      ["wants Top, Best, which Criticité does not offer.", "options of Criticité: High, Medium, Low"],
    ],
  ])("that wants %j is at fault in its %j: %j", (when, name, fault) => {
    expect(faultsOf(ruleOf(when))).toEqual(fault ? [[`/rules/R99/when/${name}`, ...fault]] : []);
  });

  const number = "in, with a list of values";
  it.each<[label: string, wanted: object, fault: Fault]>([
    ["Zone", {}, ["asks for nothing.", "in, min or max"]],
    ["Zone", { in: ["A"] }, null],
    ["Zone", { in: ["A", "C", "D"] }, ["wants C, D, which Zone cannot be.", "A, B"]],
    ["Zone", { in: [true] }, ["wants true, which Zone cannot be.", "A, B"]],
    ["Zone", { min: 1 }, ["compares Zone as a number, and it is a list_unique.", number]],
    ["Nom", { max: 1 }, ["compares Nom as a number, and it is a string.", number]],
    ["Nom", { in: ["x"] }, null],
    ["Nom", { in: [true] }, ["wants true, which Nom cannot be.", "texts"]],
    ["Actif", { in: ["A"] }, ["wants A, which Actif cannot be.", "true or false"]],
    ["Actif", { in: [true] }, null],
    ["Taux", { min: 2, max: 1 }, ["has min above max.", "min first"]],
    ["Taux", { min: 1, max: 1 }, null],
    ["Taux", { in: ["1"] }, ["lists values of Taux, which is a number.", "min or max"]],
    ["Part", { min: 1 }, null],
    ["Part", { max: 1 }, null],
  ])("that wants of %s %j is at fault: %j", (label, wanted, fault) => {
    const found = faultsOf(ruleOf({ attributes: { [label]: wanted } }));
    expect(found).toEqual(fault ? [[`/rules/R99/when/attributes/${label}`, ...fault]] : []);
  });
});

describe("a document type", () => {
  const field = (key: string, type = "string") => ({ key, title: key, type });
  const report = { kind: "SOURCE", check: "automatic" };
  const screening = { finds: "media", match: "review" };
  const account = "a field of type iban in its form, or fields numero_compte and code_routage";
  const noAccount: Fault = ["is bank, and its form asks for no account.", account];
  const size = (...kilobytes: number[]) => ({ file: { names: ["a"], kilobytes } });

  it.each<[type: object, fields: object[] | undefined, place: string, fault: Fault]>([
    [{ kind: "FORM" }, undefined, "kind", ["is FORM, and it has no questions.", "FILE, or its questions in forms"]],
    [{ kind: "FORM" }, [field("a")], "", null],
    [report, undefined, "", null],
    [report, [field("a")], "kind", ["is SOURCE, and it has questions.", "FORM, or no entry in forms"]],
    [{ kind: "SOURCE" }, undefined, "check", ["must be automatic: a report arrives checked.", "automatic"]],
    [{ collected: true }, undefined, "", null],
    [
      { kind: "FORM", collected: true },
      [field("a")],
      "collected",
      ["must be false: registers deliver files, and this is a FORM.", "false"],
    ],
    [{ screening }, undefined, "screening", ["is of reports, and this is a FILE.", "kind SOURCE, or no screening"]],
    [
      { scorecardOf: "SUSTAINSCORE" },
      undefined,
      "scorecardOf",
      ["is of reports, and this is a FILE.", "kind SOURCE, or no scorecard"],
    ],
    [{ ...report, screening, scorecardOf: "SUSTAINSCORE" }, undefined, "", null],
    [{ check: "bank", kind: "FORM" }, [field("a", "iban")], "", null],
    [{ check: "bank", kind: "FORM" }, [field("numero_compte"), field("code_routage")], "", null],
    [{ check: "bank", kind: "FORM" }, [field("numero_compte")], "check", noAccount],
    [{ check: "bank", kind: "FORM" }, [field("code_routage")], "check", noAccount],
    [size(101, 100), undefined, "file/kilobytes", ["has the most before the least.", "the least first"]],
    [size(100, 100), undefined, "", null],
    [
      { unfit: [{ for: "ABROAD", instead: "A", because: "so" }] },
      undefined,
      "unfit/0/instead",
      ["is the document itself.", "another document, or none"],
    ],
    [
      {
        unfit: [
          { for: "ABROAD", because: "so" },
          { countries: ["FR"], because: "so" },
        ],
      },
      undefined,
      "",
      null,
    ],
    [
      { unfit: [{ because: "so" }] },
      undefined,
      "unfit/0",
      [
        "says of no company that it is unfit.",
        "one of for, countries, countriesNot, nafPrefixes, nafPrefixesNot, legalForms",
      ],
    ],
    [
      { unfit: [{ for: "ABROAD", instead: "KBSI", because: "so" }] },
      undefined,
      "unfit/0/instead",
      [
        "names KBSI, which is no document type of the account; did you mean KBIS?",
        "a document type of the account: add it to documentTypes, or leave this out",
      ],
    ],
    [{ deniedBy: { form: "Q_RSE" } }, undefined, "", null],
    [{ deniedBy: { form: "Q_RSE", answer: "iso_14001" } }, undefined, "", null],
    [
      { deniedBy: { form: "Q_RSE", answer: "x" } },
      undefined,
      "deniedBy/answer",
      ["names x, which the form Q_RSE does not ask for.", "a key of the form"],
    ],
    [
      { deniedBy: { form: "Q_NONE", answer: "x" } },
      undefined,
      "deniedBy/form",
      ["names Q_NONE, which is no form of the account.", "a form of the account: add it to forms, or leave this out"],
    ],
    [
      { kind: "FORM", indicator: { name: "Financial risk", answers: { a: { each: 1 }, x: { each: 1 } } } },
      [field("a")],
      "indicator/answers/x",
      ["names x, which its form does not ask for.", "a key of the form"],
    ],
  ])("of %j with the form %j is at fault at %j: %j", (type, fields, place, fault) => {
    const file = { documentTypes: { A: { label: "A", ...type } }, ...(fields && { forms: { A: fields } }) };
    expect(faultsOf(file)).toEqual(fault ? [[`/documentTypes/A/${place}`, ...fault]] : []);
  });
});

describe("a file", () => {
  const isAsked = (noun: string, part: string) => `${noun} of the account: add it to ${part}, or leave this out`;
  const aType = isAsked("a document type", "documentTypes");
  const when = { attributes: { Criticite: { in: ["A"] } } };
  const removed =
    "is removed, but the dossier type CYBERSECURITY of the base names ISO_27001, which is no document type of the " +
    "account; did you mean ISO_14001?";
  it.each<[file: object, pointer: string, sentence: string, expected: string]>([
    [
      { forms: { NONE: [{ key: "a", title: "a", type: "string" }] } },
      "/forms/NONE",
      "is of NONE, which is no document type of the account; did you mean RNE?",
      aType,
    ],
    [
      { dossierTypes: { A: { label: "A", documents: ["KBSI"] } } },
      "/dossierTypes/A/documents/0",
      "names KBSI, which is no document type of the account; did you mean KBIS?",
      aType,
    ],
    [
      { rules: { R99: { label: "A", create: "CSR", when } } },
      "/rules/R99/when/attributes/Criticite",
      "names Criticite, which is no attribute of the account; did you mean Criticité?",
      isAsked("an attribute", "attributes"),
    ],
    [
      { dossierTypes: { A: { label: "A", documents: ["KBIS"], also: ["KBIS", "IBAN", "IBAN"] } } },
      "/dossierTypes/A/documents",
      "asks twice for KBIS, IBAN.",
      "each document once, in documents or in also",
    ],
    [
      { documentTypes: { ISO_27001: null } },
      "/documentTypes/ISO_27001",
      removed,
      "to change or to remove the dossier type CYBERSECURITY, too, or to keep this one",
    ],
    [
      { documentTypes: { BEGES: null } },
      "/documentTypes/BEGES",
      "is removed, but the form Q_RSE of the base names BEGES, which is no document type of the account.",
      "to change or to remove the form Q_RSE, too, or to keep this one",
    ],
    [
      { dossierTypes: { ETHICS: null } },
      "/dossierTypes/ETHICS",
      "is removed, but the rule R11 of the base names ETHICS, which is no dossier type of the account.",
      "to change or to remove the rule R11, too, or to keep this one",
    ],
    [
      { rules: { R99: { label: "A", create: "CHANTIER" } } },
      "/rules/R99/create",
      "names CHANTIER, which is no dossier type of the account.",
      isAsked("a dossier type", "dossierTypes"),
    ],
    [
      { rules: { R99: { label: "A", create: "CSR", when: { attributes: { constructor: { in: ["A"] } } } } } },
      "/rules/R99/when/attributes/constructor",
      "names constructor, which is no attribute of the account.",
      isAsked("an attribute", "attributes"),
    ],
    [
      { practice: { refusedPercent: 96 } },
      "/practice/refusedPercent",
      "is 96, and with reviewPercent (5) more than 100.",
      "100 together at most",
    ],
    [
      { practice: { reviewPercent: 99 } },
      "/practice/reviewPercent",
      "does not fit, but the term refusedPercent of the base is 3, and with reviewPercent (99) more than 100.",
      "to change or to remove the term refusedPercent, too, or to keep this one",
    ],
    [
      { practice: { weeklyReminders: [520, 0] } },
      "/practice/weeklyReminders",
      "has the most before the least.",
      "the least first",
    ],
  ])("of %j is at fault at %s: it %s", (file, pointer, sentence, expected) => {
    expect(faultsOf(file)).toEqual([[pointer, sentence, expected]]);
  });

  it("is at fault for each entry of the base that does not fit to it", () => {
    const of = (name: string, rule: string) => [
      "/attributes/Criticité",
      `does not fit, but the rule ${rule} of the base wants High, which ${name} does not offer.`,
      `to change or to remove the rule ${rule}, too, or to keep this one`,
    ];
    const attributes = { Criticité: list(["Haute"], { role: "criticality" }) };
    expect(faultsOf({ attributes })).toEqual(["R06", "R08b", "R10"].map((rule) => of("Criticité", rule)));
    const none = (rule: string) => [
      `/rules/${rule}/when/criticality`,
      "of the base needs an attribute with the role criticality, and the account has none.",
      'an attribute with "role": "criticality"',
    ];
    expect(faultsOf({ attributes: { Criticité: null } })).toEqual(["R06", "R08b", "R10"].map(none));
  });

  it.each([[{ practice: { refusedPercent: 95 } }], [{ practice: { weeklyReminders: [4, 4] } }]])(
    "of %j is not at fault",
    (file) => expect(faultsOf(file)).toEqual([]),
  );

  it("of dossier types is at fault where all of them ask for more than a thousand documents", () => {
    const letters = (nth: number) => `${1000 + nth}`.replace(/\d/g, (digit) => "ABCDEFGHIJ".charAt(Number(digit)));
    const types = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, nth) => [letters(nth), { label: "A", documents: ["KBIS"] }]),
      );
    // The base asks for 33.
    expect(faultsOf({ dossierTypes: types(967) })).toEqual([]);
    const sentence = "and the types before it ask for more than 1000 documents in all.";
    const expected = "at most 1000 documents in all dossier types";
    const place = `/dossierTypes/${letters(967)}/documents`;
    expect(faultsOf({ dossierTypes: types(969) })).toEqual([[place, sentence, expected]]);
  });

  it.each([
    [[50, 0], false],
    [[0], false],
    [[50, 50, 0], true],
    [[50, 60, 0], true],
    [[1], true],
  ])("with bands of an indicator from %j is at fault: %j", (starts, isWrong) => {
    const bands = starts.map((from) => ({ from, value: "A", colour: "#000000", risk: "Low" }));
    const fault = [
      "/indicators/Financial risk/bands",
      "must go down to 0.",
      "bands from the highest to the one from 0",
    ];
    expect(faultsOf({ indicators: { "Financial risk": { bands } } })).toEqual(isWrong ? [fault] : []);
  });
});
