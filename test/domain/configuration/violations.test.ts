import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Configuration, ConfigurationFile, configurationFormat } from "../../../contract/configuration.ts";
import { mostViolations } from "../../../contract/shared.ts";
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
    [deep('{"attributes":{"__proto__":null}}'), "/attributes/__proto__ cannot be kept as a name."],
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

  it.each([
    [mostViolations - 3, 2],
    [mostViolations - 1, 5],
    [mostViolations + 1, 5],
  ])("names as many as a problem holds, those of the form first: %i and %i", (ofForm, ofMeaning) => {
    const all = (count: number, entry: object) =>
      Object.fromEntries(Array.from({ length: count }, (_, nth) => [`R${1000 + nth}`, entry]));
    const rules = all(ofMeaning, { label: "A", create: "NONE" });
    const attributes = all(ofForm, { type: 5 });
    const read = readConfiguration({ format, attributes, rules });
    const found = "violations" in read ? read.violations.map(({ pointer }) => pointer?.split("/")[1]) : [];
    const first = Math.min(ofForm, mostViolations);
    const rest = Math.min(ofMeaning, mostViolations - first);
    expect(found).toEqual([...Array(first).fill("attributes"), ...Array(rest).fill("rules")]);
    expect(read).toMatchObject({ further: ofForm - first });
  });
});

it("every part of the format is merged", () => {
  expect(Object.keys(ConfigurationFile.shape).sort()).toEqual(
    [...parts, "$schema", "format", "base", "practice"].sort(),
  );
});
