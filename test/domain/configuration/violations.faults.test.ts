import { describe, expect, it } from "vitest";
import { ConfigurationFile, configurationFormat } from "../../../contract/configuration.ts";
import { violationsOf } from "../../../src/domain/configuration/violations.ts";

/** The place of each violation, its sentence without the place, and what is expected. */
const faultsOf = (file: object) =>
  violationsOf(ConfigurationFile.parse({ format: configurationFormat, ...file })).map(
    ({ pointer = "", detail, expected }) => [pointer, detail.replace(`${pointer} `, ""), expected],
  );
type Fault = [sentence: string, expected: string] | null;

describe("a rule", () => {
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
    [{ deniedBy: { form: "Q_RSE" } }, undefined, "", null],
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
  ])("of %j is at fault at %s: it %s", (file, pointer, sentence, expected) => {
    expect(faultsOf(file)).toEqual([[pointer, sentence, expected]]);
  });

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
