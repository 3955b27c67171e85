import { expect, it } from "vitest";
import { configurationFormat as format } from "../../contract/configuration.ts";
import { whole } from "../../src/domain/configuration/difference.ts";
import { defaultConfiguration } from "../../src/domain/configuration.ts";
import { exportState } from "../../src/seed/seed-file.ts";
import { configured } from "../../src/world/configure.ts";
import { advance, granted, quietWorld } from "../support/worlds.ts";

const made = (file: object, more: object = {}) =>
  quietWorld({ seed: "empty", size: 20, history: "P1M", ...more, configuration: granted(configured(file, null)) });

const attributes = {
  Zone: { type: "list_multiple", options: ["Nord", "Sud", "Est"], required: true },
  Habilité: { type: "boolean" },
  ...{ Acheteur: { type: "string" }, "Code du site": { type: "string" }, Visite: { type: "date" } },
  ...{ Plafond: { type: "decimal" }, Part: { type: "percentage" }, Stade: { type: "list_unique", options: ["A"] } },
  ...{ Calculé: { type: "string", calculated: true }, Dépendance: { type: "percentage", role: "dependency" } },
};
const own = {
  format,
  attributes: { ...attributes, "Taux de dépendance": null },
  documentTypes: { PLAN: { label: "Plan" } },
  dossierTypes: {
    SITE: { label: "Site", documents: ["PLAN"] },
    VISITE: { label: "Visite", documents: ["PLAN"] },
    RULED: { label: "Ruled", documents: ["PLAN"] },
  },
  rules: {
    X: { label: "Everyone", create: "RULED" },
    Y: { label: "Learned", enabled: false, create: "SITE" },
    Z: { label: "Able", when: { attributes: { Habilité: { in: [true] } } }, create: "RULED" },
    ...{ R07: null, R11: null },
  },
};

it("a new world has values of own attributes, and dossiers of own types that no rule opens", async () => {
  const world = await made(own);
  const state = await world.store.dump();
  const labels = Object.keys(attributes);
  const counts = labels.map((label) => state.attributes.filter((row) => row.label === label).length);
  const count = Object.fromEntries(labels.map((label, at) => [label, counts[at]]));
  // Required, or named by a rule; calculated, or read by the sandbox.
  expect(count).toMatchObject({ Zone: 20, Habilité: 20, Calculé: 0, Dépendance: 0 });
  for (const label of ["Acheteur", "Code du site", "Visite", "Plafond", "Part", "Stade"])
    expect([label, (count[label] as number) > 2, (count[label] as number) < 19]).toEqual([label, true, true]);
  const valuesOf = (label: string) => state.attributes.flatMap((row) => (row.label === label ? row.values : []));
  const names = defaultConfiguration.practice.colleagues.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(valuesOf("Acheteur")));
  for (const code of valuesOf("Code du site")) expect(code).toMatch(/^CDS-\d{5}$/);
  const opened = (code: string) => state.dossiers.filter((row) => row.dossierTypeCode === code);
  expect([opened("SITE").length > 2, opened("VISITE").length > 2]).toEqual([true, true]);
  expect(opened("SITE").every(({ ruleId }) => ruleId === null)).toBe(true);
  expect(opened("RULED").every(({ ruleId }) => ruleId === "X")).toBe(true);
  await advance(world, "P30D");
  const { thirdparties, attributes: later } = await world.store.dump();
  // Those whom people have added meanwhile, too.
  expect(thirdparties.length).toBeGreaterThan(20);
  expect(later.filter(({ label }) => label === "Zone")).toHaveLength(thirdparties.length);
  // A type of the default whose rules are removed is not the account's own.
  expect(opened("CSR")).toEqual([]);
});

it("the default as a file of an account's own makes the world of the default, byte by byte", async () => {
  const of = async (file: object) =>
    JSON.stringify(await exportState(await made(file, { size: null, seed: "onboarding" })));
  expect(await of(whole(defaultConfiguration.source))).toBe(await of({ format }));
});
