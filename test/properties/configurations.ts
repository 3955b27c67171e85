import { readFileSync } from "node:fs";
import fc from "fast-check";
import { type ConfigurationFile, configurationFormat as format } from "../../contract/configuration.ts";
import type { Configuration } from "../../src/domain/configuration.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { parse } from "../../src/domain/time.ts";
import { firstFlaw, importedState } from "../../src/seed/import.ts";
import { exportState } from "../../src/seed/seed-file.ts";
import { configure, configured } from "../../src/world/configure.ts";
import type { World } from "../../src/world/world.ts";
import { unsettled, wrongs } from "../support/invariants.ts";
import { nowOf } from "../support/model.ts";
import { advance, granted, quietWorld, worldOf } from "../support/worlds.ts";

/** Random configurations, and what must hold of an account that has one. */

const label = fc.stringMatching(/^[A-Z][a-zé]{2,9}( [a-z]{2,6})?$/);
const code = fc.stringMatching(/^[A-Z]{2}[A-Z_]{1,6}$/);
const months = fc.option(fc.integer({ min: 1, max: 36 }));
/** An object by random names, of which no two differ in capitals alone. */
const named = <T>(name: fc.Arbitrary<string>, value: fc.Arbitrary<T>, minLength: number, maxLength: number) =>
  fc
    .uniqueArray(fc.tuple(name, value), { minLength, maxLength, selector: ([one]) => one.toLowerCase() })
    .map((entries): Record<string, T> => Object.fromEntries(entries));
const optional = <T extends Record<string, fc.Arbitrary<unknown>>>(shape: T) => fc.record(shape, { requiredKeys: [] });

const draws = {
  string: [{}, { fact: "executive" }, { pick: ["A", "B"] }, { fact: "email" }, { weighted: [["A", 1]] }],
  date: [{}, { past: [400, 10] }, { fact: "foundingDate" }],
  boolean: [{}, { yes: 0.5 }],
  number: [{}, { number: [-9, 9] }, { fact: "turnover" }],
  iban: [{}, { fact: "iban" }],
};
// Made once: an arbitrary of texts takes long to make.
const key = fc.oneof(fc.stringMatching(/^[a-z]{3,8}$/), fc.constantFrom("constructor", "toString"));
const field = fc.constantFrom(...(Object.keys(draws) as (keyof typeof draws)[])).chain((type) =>
  fc.record({
    key,
    title: label,
    type: fc.constant(type),
    optional: fc.boolean(),
    draw: fc.constantFrom<object>(...draws[type]),
  }),
);
const form = fc.uniqueArray(field, { minLength: 1, maxLength: 8, selector: ({ key }) => key });

const ofEach = {
  label,
  months,
  statutory: fc.boolean(),
  yearly: fc.boolean(),
  unfit: fc.array(
    fc.record({
      for: fc.constantFrom("ABROAD", "IN_FRANCE", "SOLE_TRADER", "NO_BUILDER", "WITH_IBAN"),
      because: fc.constant("so it is"),
    }),
    { maxLength: 2 },
  ),
  objections: fc.subarray(["STRUCK_OFF", "LATE", "COLLECTIVE_PROCEDURE", "LIQUIDATION"]),
};
const check = fc.constantFrom("automatic", "client");
const issuer = fc.constantFrom("FOURNISSEUR", "ORGANISME", "DO");
const screening = fc.record({
  finds: fc.constantFrom("sanctions", "media"),
  match: fc.constantFrom("invalid", "review"),
});
/** A document type with its form, where it has one. */
const document = fc.oneof(
  fc.tuple(
    fc.record({ ...ofEach, kind: fc.constant("FILE"), check, issuer, collected: fc.boolean() }),
    fc.constant(null),
  ),
  fc.tuple(fc.record({ ...ofEach, kind: fc.constant("FORM"), check, issuer }), form),
  fc.tuple(
    fc.record({
      ...ofEach,
      kind: fc.constant("SOURCE"),
      check: fc.constant("automatic"),
      screening: fc.option(screening),
    }),
    fc.constant(null),
  ),
);
const attribute = fc.oneof(
  fc.record({ type: fc.constantFrom("string", "boolean", "date", "decimal", "percentage") }),
  fc.record({
    type: fc.constantFrom("list_unique", "list_multiple"),
    options: fc.uniqueArray(label, { minLength: 1, maxLength: 4 }),
  }),
);
const roles = {
  Cat: { type: "list_unique", options: ["IT", "Autre"], role: "category" },
  Crit: { type: "list_unique", options: ["Haut", "Bas"], role: "criticality" },
  Vol: { type: "decimal", role: "amount" },
  Dep: { type: "percentage", role: "dependency" },
  Risk: { type: "string", role: "risk", calculated: true },
};
const practice = optional({
  renewalDays: fc.integer({ min: 1, max: 400 }),
  invitationReminders: fc.integer({ min: 0, max: 4 }),
  weeklyReminders: fc.constantFrom([0, 0], [1, 2], [4, 8]),
  rejectionDueDays: fc.integer({ min: 1, max: 60 }),
  reviewPercent: fc.integer({ min: 0, max: 50 }),
  refusedPercent: fc.integer({ min: 0, max: 50 }),
  checkTimeoutDays: fc.integer({ min: 1, max: 90 }),
  evidenceRetentionMonths: fc.integer({ min: 1, max: 40 }),
  deletionGraceDays: fc.integer({ min: 1, max: 60 }),
});
const themes = fc.subarray(["LEGAL", "FINANCE", "ENVIRONMENT", "CYBERSECURITY", "ETHICS", "HUMAN_RIGHTS"]);

/** Configurations without violations. */
export const configurations: fc.Arbitrary<ConfigurationFile> = fc
  .record({
    base: fc.constantFrom("default" as const, "empty" as const),
    documents: named(code, document, 1, 8),
    types: named(code, fc.record({ label, months, themes, typed: fc.boolean() }), 1, 4),
    attributes: named(label, attribute, 0, 5),
    roles: fc.subarray(Object.entries(roles)),
    practice,
    picks: fc.infiniteStream(fc.nat(1000)),
  })
  .map(({ base, documents, types, attributes, roles: chosen, practice, picks }) => {
    const next = () => picks.next().value as number;
    const known = Object.entries(documents);
    const codes = Object.keys(documents);
    const own = base === "empty" ? Object.fromEntries(chosen) : {};
    const dossierTypes = Object.entries(types).map(([type, entry]) => {
      const asked = codes.filter(() => next() % 2 === 0);
      const list = asked.length > 0 ? asked : codes.slice(0, 1);
      const also = codes.filter((one) => !list.includes(one) && next() % 3 === 0);
      return [type, { ...entry, documents: list, also }] as const;
    });
    const criteria = [
      ...[{}, { countries: ["FR"] }, { nafPrefixes: ["6"] }],
      ...("Vol" in own ? [{ minAnnualAmount: 1000 }] : []),
      ...("Crit" in own ? [{ criticality: ["Haut"] }] : []),
    ];
    const rules = Object.keys(types).map((create, at) => {
      const when = criteria[next() % criteria.length];
      return [`X${at}`, { label: "r", create, when }] as const;
    });
    const forms = known.flatMap(([one, [, fields]]) => (fields ? [[one, fields] as const] : []));
    const documentTypes = known.map(([one, [type]]) => {
      const { screening: finds = null, ...entry } = type as typeof type & { screening?: object | null };
      return [one, { ...entry, ...(finds && { screening: finds }) }] as const;
    });
    return {
      ...{ format, base, practice, attributes: { ...attributes, ...own } },
      documentTypes: Object.fromEntries(documentTypes),
      forms: Object.fromEntries(forms),
      dossierTypes: Object.fromEntries(dossierTypes),
      rules: Object.fromEntries(rules),
    } as unknown as ConfigurationFile;
  });

const made = (configuration: Configuration, randomSeed: number) =>
  quietWorld({ seed: "onboarding", randomSeed, people: "all", configuration });
const complaintsOf = async (world: World) => [
  ...wrongs(await world.store.dump(), nowOf(world)),
  ...(await unsettled(world)),
];

/** What is broken in a world of the configuration, over a year in which it is changed to the other one. */
export async function brokenBy(
  one: ConfigurationFile,
  other: ConfigurationFile,
  randomSeed: number,
): Promise<string[]> {
  const world = await made(granted(configured(one, null)), randomSeed);
  await advance(world, "P1Y");
  const first = await complaintsOf(world);
  granted(await world.write(() => configure(world, { ...other, practice: one.practice ?? {} }, { stop: true })));
  const second = await unsettled(world);
  await advance(world, "P60D");
  return [...first, ...second, ...(await unsettled(world)), ...(await unstored(world))];
}

/** An export that an import refuses, or a world that a restart would not open. */
async function unstored(world: World): Promise<string[]> {
  const now = parse(nowOf(world));
  const flaw = await firstFlaw(JSON.parse(JSON.stringify(await world.store.dump())), now);
  const file = JSON.parse(JSON.stringify(await exportState(world)));
  const copy = await worldOf(await importedState(file, "copy", () => now));
  await advance(copy, "P5D");
  return flaw === undefined ? [] : [flaw];
}

type Json = Record<string, unknown> | unknown[];
const odd: readonly unknown[] = [
  ...[null, -1, 0, 0.5, 1e308, -1e15, 1e6, true, "", "x", "constructor", "__proto__", "é".repeat(300), [], {}],
  ...["KBIS", "IBAN", "list_unique", "2026-02-30"],
];
const names = ["constructor", "__proto__", "X", "KBIS", "RISK", "é".repeat(300)];

/** A copy of a file in which something at a random place is another. */
function mutated(file: object, draw: (below: number) => number): object {
  const within = (value: unknown, depth: number): unknown => {
    const isHolder = typeof value === "object" && value !== null && Object.keys(value).length > 0;
    if (!isHolder || (depth > 1 && draw(4) === 0)) return odd[draw(odd.length)];
    const entries = Object.entries(value);
    const at = draw(entries.length);
    const [name, inner] = entries[at] as [string, unknown];
    const how = depth === 0 ? 9 : draw(10);
    if (how === 0) entries.splice(at, 1);
    else if (how === 1) entries[at] = [names[draw(names.length)] as string, inner];
    else if (how === 2) entries.reverse();
    else if (how === 3) entries[at] = [name, (entries[draw(entries.length)] as [string, unknown])[1]];
    else entries[at] = [name, within(inner, depth + 1)];
    return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
  };
  return within(file, 0) as Json;
}

const construction = JSON.parse(readFileSync("examples/account/construction.json", "utf8")) as object;

/** Why a mutation of the example is neither refused at a place nor works; null where all is well. */
export async function misfit(draw: (below: number) => number): Promise<string | null> {
  const file = mutated(mutated(construction, draw), draw);
  const configuration = configured(file, null);
  if (isRefusal(configuration)) {
    const { errors = [] } = configuration.refused.body;
    const isNamed = errors.every(
      ({ pointer, detail }) => pointer !== null && /^(?!.*documentation).*[.?!]$/s.test(detail),
    );
    return errors.length > 0 && isNamed ? null : JSON.stringify(errors);
  }
  const world = await made(configuration, 1);
  await advance(world, "P90D");
  const broken = await unstored(world);
  return broken.length === 0 ? null : `${broken.join("\n")}\nin ${JSON.stringify(file)}`;
}
