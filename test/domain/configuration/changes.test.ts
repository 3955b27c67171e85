import { expect, it } from "vitest";
import { ConfigurationFile, configurationFormat } from "../../../contract/configuration.ts";
import { changes } from "../../../src/domain/configuration/changes.ts";
import { configurationOf, defaultConfiguration } from "../../../src/domain/configuration/default.ts";
import { difference } from "../../../src/domain/configuration/difference.ts";

const fileOf = (file: object) => ConfigurationFile.parse({ format: configurationFormat, ...file });
const merged = (file: object) => configurationOf(fileOf(file));

it("each place where an account and a file differ is named, with both values", () => {
  const account = { documentTypes: { A_B: { label: "Plan" } }, attributes: { "a/~b": { type: "string" } } };
  const file = {
    attributes: { Criticité: { type: "list_unique", options: ["A"], role: "criticality", required: true } },
    documentTypes: { LNTE: { ...defaultConfiguration.documentTypes.LNTE, months: null } },
    practice: { renewalDays: 45 },
  };
  expect(changes(defaultConfiguration, merged({}))).toEqual([]);
  expect(changes(merged(account), merged(file))).toEqual([
    { pointer: "/attributes/Criticité/options", sentence: 'is ["High","Medium","Low"]; the file says ["A"]' },
    { pointer: "/attributes/a~1~0b", sentence: "is of the account alone" },
    { pointer: "/documentTypes/LNTE/months", sentence: "is 6; the file says null" },
    { pointer: "/documentTypes/A_B", sentence: "is of the account alone" },
    { pointer: "/practice/renewalDays", sentence: "is 30; the file says 45" },
  ]);
  const back = changes(merged(file), merged(account));
  expect(back.map(({ pointer, sentence }) => `${pointer} ${sentence}`).slice(0, 3)).toEqual([
    '/attributes/Criticité/options is ["A"]; the file says ["High","Medium","Low"]',
    "/attributes/a~1~0b is of the file alone",
    "/documentTypes/LNTE/months is null; the file says 6",
  ]);
});

it("the order of properties is no difference", () => {
  const { documentTypes } = defaultConfiguration;
  const turned = (value: unknown): unknown =>
    typeof value !== "object" || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(
          Object.entries(value)
            .map(([name, one]) => [name, turned(one)] as const)
            .reverse(),
        );
  const types = { ...documentTypes, KBIS: turned(documentTypes.KBIS), RIB: turned(documentTypes.RIB) };
  const own = { ...defaultConfiguration, documentTypes: types as typeof documentTypes };
  expect(difference(own)).toEqual({ format: configurationFormat, base: "default" });
});

const questions = (...orders: (number | undefined)[]) =>
  orders.map((order, nth) => ({ key: `k${nth}`, title: "A ?", type: "string", ...(order && { order }) }));
const Q = { label: "Q", kind: "FORM" };

it.each<[string, object]>([
  [
    "an attribute that is added, one that is removed",
    {
      attributes: { Zone: { type: "date", id: 400 }, Criticité: null, Catégorie: null },
      rules: Object.fromEntries(Object.keys(defaultConfiguration.rules).map((id) => [id, null])),
    },
  ],
  [
    "a type without its form, and another with one",
    { documentTypes: { LNTE: null, Q }, forms: { Q: questions(undefined, undefined) } },
  ],
  ["a form with an order of its own", { documentTypes: { Q }, forms: { Q: [...questions(2, 5)] } }],
  ["terms alone", { practice: { renewalDays: 45 } }],
  [
    "a dossier type and a rule",
    { dossierTypes: { SITE: { label: "S", documents: ["KBIS"] } }, rules: { R99: { label: "A", create: "SITE" } } },
  ],
  ["an indicator that is removed", { indicators: { "Environmental impact": null } }],
])("the difference to the base is what was written: %s", (_, file) => {
  const written = JSON.parse(JSON.stringify(difference(merged(file))));
  expect(written).toEqual({ format: configurationFormat, base: "default", ...file });
});
