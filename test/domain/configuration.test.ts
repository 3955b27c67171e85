import { describe, expect, it } from "vitest";
import { ConfigurationFile, configurationFormat as format } from "../../contract/configuration.ts";
import { Theme } from "../../contract/control-reference.ts";
import { documentCodes } from "../../contract/document-codes.ts";
import { configurationOf } from "../../src/domain/configuration/default.ts";
import {
  attributeOfId,
  compiled,
  configurationIn,
  defaultConfiguration,
  documentType,
  dossierType,
  dossierTypeChanges,
  firstConfiguration,
  idsOf,
  isDocumentCode,
  isDossierCode,
  rowOf,
  storedConfiguration,
  storedForm,
  withConfiguration,
} from "../../src/domain/configuration.ts";
import type { WorldRow } from "../../src/domain/rows.ts";

const { documentTypes, dossierTypes, rules, source } = defaultConfiguration;

it("each of the six themes has a dossier type that a rule opens", () => {
  const opened = new Set(rules.map(({ create }) => create));
  const covered = dossierTypes.flatMap(({ code, themes }) => (opened.has(code) ? themes : []));
  expect([...new Set(covered)].sort()).toEqual([...Theme.options].sort());
});
it("the contract describes every document code of the default, and no other", () => {
  expect(Object.keys(documentCodes)).toEqual([...documentTypes.keys()]);
});

const parsed = (file: object) => ConfigurationFile.parse({ format, ...file });
const attribute = { type: "string" as const, id: 400, options: null, required: false, calculated: false };
const retired = {
  attributes: { Ancien: attribute },
  documentTypes: { PLAN: { ...source.documentTypes.KBIS, label: "Plan" } },
  dossierTypes: { SITE: { ...source.dossierTypes.CSR, label: "Site" } },
} as NonNullable<Parameters<typeof compiled>[2]>;
const made = (file: object, gone: typeof retired = {}, base: "default" | "empty" = "default") =>
  compiled(configurationOf(parsed({ base, ...file })), base, gone);

describe("what an account has, and what it had", () => {
  const own = made({}, retired);
  it("is found by its code, its label or its id", () => {
    expect(documentType(own, "KBIS")).toEqual({ code: "KBIS", ...source.documentTypes.KBIS });
    expect(documentType(own, "PLAN")).toEqual({ code: "PLAN", ...source.documentTypes.KBIS, label: "Plan" });
    expect(() => documentType(own, "NOPE")).toThrow("no document type NOPE");
    expect(() => documentType(defaultConfiguration, "PLAN")).toThrow("no document type PLAN");
    expect(["KBIS", "PLAN", "NOPE", "constructor"].map((code) => isDocumentCode(own, code))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isDocumentCode(defaultConfiguration, "PLAN")).toBe(false);
    expect(["CSR", "SITE", "NOPE"].map((code) => isDossierCode(own, code))).toEqual([true, true, false]);
    expect(isDossierCode(defaultConfiguration, "SITE")).toBe(false);
    expect(dossierType(own, "CSR")).toEqual({ code: "CSR", ...source.dossierTypes.CSR });
    expect(() => dossierType(own, "SITE")).toThrow("no dossier type SITE");
    expect([42, 400, 7].map((id) => attributeOfId(own, id)?.label)).toEqual(["Criticité", "Ancien", undefined]);
    expect(attributeOfId(own, 400)).toEqual({ ...attribute, label: "Ancien" });
    expect(attributeOfId(defaultConfiguration, 400)).toBeUndefined();
    expect([...idsOf(own)]).toEqual([["Ancien", 400], ...[...idsOf(defaultConfiguration)]]);
    expect(idsOf(defaultConfiguration).get("Criticité")).toBe(42);
  });
  it("of dossier types and rules is in the order of their codes; a prefix is the first letters of a code", () => {
    const documents = ["KBIS"];
    const { dossierTypes: types, rules: ruled } = made({
      dossierTypes: {
        ZEBRA: { label: "Z", documents, prefix: "ZZ" },
        ANT: { label: "A", documents },
        AARD: { label: "A", documents },
      },
      rules: { Z1: { label: "Z", create: "ANT" }, A1: { label: "A", create: "ANT" } },
    });
    expect([types.at(0), types.at(1), types.at(-1)].map((type) => `${type?.code} ${type?.prefix}`)).toEqual([
      "AARD AAR",
      "ANT ANT",
      "ZEBRA ZZ",
    ]);
    expect([ruled.at(0)?.ruleId, ruled.at(-1)?.ruleId]).toEqual(["A1", "Z1"]);
  });
});

describe("the row of a world", () => {
  const file = { format, base: "default", practice: { renewalDays: 45 } };
  const own = made(file);
  const bare = { format, base: "empty" };
  const row = { name: "w" } as unknown as WorldRow;
  it("keeps what differs from the default, and what is retired", () => {
    expect(storedForm(defaultConfiguration)).toEqual({});
    expect(storedForm(own)).toEqual({ configuration: file });
    expect(storedForm(made({}, {}, "empty"))).toEqual({ configuration: { ...bare } });
    expect(storedForm(made({}, retired))).toEqual({ retired });
    expect(storedForm(made(file, retired))).toEqual({ configuration: file, retired });
    const fewer = storedConfiguration({}, [rowOf(dossierType(defaultConfiguration, "ONBOARDING"))]);
    expect(storedForm(fewer)).toEqual({});
  });
  it("keeps with what the world began where that has changed", () => {
    expect(withConfiguration(row, defaultConfiguration)).toEqual({ ...row });
    expect(withConfiguration(row, own)).toEqual({ ...row, configuration: file, startsConfigured: null });
    const began = { ...row, configuration: file, startsConfigured: null };
    expect(withConfiguration(began, made({}, retired))).toEqual({ ...row, retired });
    expect(withConfiguration({ ...row, configuration: bare }, own)).toEqual({
      ...row,
      ...{ configuration: file, startsConfigured: bare },
    });
    expect(withConfiguration({ ...row, configuration: bare }, defaultConfiguration)).toEqual({
      ...row,
      startsConfigured: bare,
    });
    expect(withConfiguration({ ...row, retired: {} }, own)).toEqual({
      ...row,
      configuration: file,
      startsConfigured: null,
    });
  });
  it("says the configuration that a world was made with", () => {
    expect(firstConfiguration(row)).toBe(defaultConfiguration);
    expect(firstConfiguration({ ...row, configuration: file }).practice.renewalDays).toBe(45);
    expect(firstConfiguration({ ...row, configuration: file, startsConfigured: null })).toBe(defaultConfiguration);
    expect(firstConfiguration({ ...row, startsConfigured: file }).practice.renewalDays).toBe(45);
  });
  it("means the configuration that was stored, shared by all worlds that have it", () => {
    const read = storedConfiguration({ configuration: file, retired: retired as Record<string, unknown> });
    expect(read).toEqual(made(file, retired));
    expect(storedConfiguration({ configuration: file, retired: retired as Record<string, unknown> })).toBe(read);
    expect(storedConfiguration({ retired: retired as Record<string, unknown> })).toEqual(made({}, retired));
    expect(storedConfiguration({ configuration: bare })).toEqual(made({}, {}, "empty"));
    expect(storedConfiguration({})).toBe(defaultConfiguration);
    expect(configurationIn({ world: [], dossierTypes: [] })).toBe(defaultConfiguration);
    expect(configurationIn({ world: [row], dossierTypes: dossierTypes.map(rowOf) })).toBe(defaultConfiguration);
  });
  it("of a world with other dossier types means those, and the rules that open them", () => {
    const [csr, ethics] = ["CSR", "ETHICS"].map((code) => rowOf(dossierType(defaultConfiguration, code)));
    const rows = [
      { ...csr!, label: "Autre", months: 3, documents: ["KBIS"] },
      { ...ethics!, code: "NOPE" },
    ];
    const read = configurationIn({ world: [row], dossierTypes: rows });
    const type = { ...source.dossierTypes.CSR, label: "Autre", months: 3, documents: ["KBIS"] };
    const { CSR: _, ...gone } = source.dossierTypes;
    const { R07: __, ...lost } = source.rules;
    expect(read).toEqual(
      compiled({ ...source, dossierTypes: { CSR: type as never }, rules: { R07: source.rules.R07! } }, "default", {
        dossierTypes: gone,
        rules: lost,
      }),
    );
    expect(configurationIn({ world: [row], dossierTypes: rows })).toBe(read);
    const all = configurationIn({ world: [row], dossierTypes: [...dossierTypes.map(rowOf)].reverse() });
    expect(all.retired).toEqual({});
  });
  it("changes with the dossier types that are new, other or gone", () => {
    const next = made({
      dossierTypes: {
        CSR: { ...source.dossierTypes.CSR, label: "RSE 2" },
        ETHICS: null,
        NEW: { label: "N", documents: ["KBIS"] },
      },
      rules: Object.fromEntries(rules.map(({ ruleId }) => [ruleId, null])),
    });
    expect(dossierTypeChanges(defaultConfiguration, defaultConfiguration)).toEqual({ put: [], remove: [] });
    const put = [dossierType(next, "CSR"), dossierType(next, "NEW")].map(rowOf);
    expect(dossierTypeChanges(defaultConfiguration, next)).toEqual({
      put: put.map((type) => ({ collection: "dossierTypes", row: type })),
      remove: [{ collection: "dossierTypes", key: "ETHICS" }],
    });
  });
});
