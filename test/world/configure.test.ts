import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { configurationFormat as format } from "../../contract/configuration.ts";
import { difference } from "../../src/domain/configuration/difference.ts";
import type { Configuration } from "../../src/domain/configuration.ts";
import { archiveDossier } from "../../src/domain/dossier/dossiers.ts";
import { actors } from "../../src/domain/draft.ts";
import { judgeOf } from "../../src/domain/people/client.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { parse } from "../../src/domain/time.ts";
import { firstFlaw, importedState } from "../../src/seed/import.ts";
import { exportState } from "../../src/seed/seed-file.ts";
import { configure, configured } from "../../src/world/configure.ts";
import { setAttribute } from "../../src/world/operations.ts";
import { trigger } from "../../src/world/trigger.ts";
import type { World } from "../../src/world/world.ts";
import { unsettled, wrongs } from "../support/invariants.ts";
import { nowOf } from "../support/model.ts";
import { advance, granted, quietWorld } from "../support/worlds.ts";

const ofSite = { label: "Référencement chantier", months: 12, documents: ["PLAN", "FICHE"] };
const own = {
  format,
  attributes: { Zone: { type: "list_unique", options: ["Nord", "Sud"] }, "Business unit": null },
  documentTypes: {
    PLAN: { label: "Plan de prévention", months: 12 },
    FICHE: { label: "Fiche chantier", kind: "FORM" },
    CODE_CONDUITE: { label: "Charte" },
  },
  forms: { FICHE: [{ key: "effectif", title: "Effectif sur site", type: "number" }] },
  dossierTypes: { CHANTIER: ofSite },
  rules: { X1: { label: "Tous", create: "CHANTIER" } },
};
const exampleFile = new URL("../../examples/account/construction.json", import.meta.url);
const first = async ({ store }: World) => (await store.dump()).thirdparties[0]?.thirdpartyId as number;
const setUp = () => quietWorld({ seed: "onboarding" });
const apply = (world: World, file: object, stop = false) => world.write(() => configure(world, file, { stop }));
const named = (events: readonly { eventName: string }[]) => [...new Set(events.map(({ eventName }) => eventName))];
const broken = async (world: World) => [...wrongs(await world.store.dump(), nowOf(world)), ...(await unsettled(world))];

describe("a world that is configured otherwise", () => {
  it("opens what its rules ask for, renames what is renamed, and tells of each change", async () => {
    const world = await setUp();
    granted(await apply(world, own));
    const { events, dossiers, documents } = await world.store.dump();
    expect(dossiers.filter(({ dossierTypeCode }) => dossierTypeCode === "CHANTIER")).toHaveLength(3);
    const names = documents.filter(({ documentCode }) => documentCode === "CODE_CONDUITE");
    expect(new Set(names.map(({ documentName }) => documentName))).toEqual(new Set(["Charte"]));
    const last = events.slice(-40);
    expect(named(last)).toEqual(expect.arrayContaining(["DOCUMENT_MODIFICATION", "DOSSIER_ADDED"]));
    expect(await broken(world)).toEqual([]);
  });

  it("is left alone by the same file, and follows no rule again that is what it was", async () => {
    const world = await setUp();
    granted(await trigger(world, { event: "DOSSIER_ARCHIVED" }));
    const before = JSON.stringify(await world.store.dump());
    const file = { format, base: "empty", ...world.configuration.source };
    expect(granted(await apply(world, file)).events).toEqual([]);
    expect(JSON.stringify(await world.store.dump())).toBe(before);
    const documentTypes = { ...file.documentTypes, PLAN: own.documentTypes.PLAN };
    expect(granted(await apply(world, { ...file, documentTypes })).events).toEqual([]);
    const rules = { ...file.rules, X1: { label: "X1", when: {}, create: "CSR" } };
    const { events } = granted(await apply(world, { ...file, documentTypes, rules }));
    const opened = events.filter(({ eventName }) => eventName === "DOSSIER_ADDED");
    expect(new Set(opened.map(({ payload }) => payload.dossierTypeCode))).toEqual(new Set(["CSR"]));
  });

  it("keeps its configuration in an export, and goes on with it", async () => {
    const world = await setUp();
    granted(await apply(world, own));
    await advance(world, "P30D");
    const file = JSON.parse(JSON.stringify(await exportState(world)));
    const state = await importedState(file, "copy", () => parse(nowOf(world)));
    expect(state.dossierTypes.map(({ code }) => code)).toContain("CHANTIER");
    expect(state.world[0]?.configuration).toEqual(difference(world.configuration.source));
  });

  it("is held on import to the questions of the forms that it has not changed", async () => {
    const world = await setUp();
    granted(await apply(world, own));
    const state = structuredClone(await world.store.dump());
    const form = state.documents.flatMap(({ evidences }) => evidences).find((evidence) => "formdata" in evidence);
    Object.assign((form as unknown as { formdata: object[] }).formdata[0] as object, { key: "autre" });
    expect(await firstFlaw(state, parse(nowOf(world)))).toContain("is no question of");
  });

  it("is left alone by a file that is wrong, or that removes what is in use", async () => {
    const world = await setUp();
    const before = JSON.stringify(await world.store.dump());
    const files: object[] = [{ format, dossierTypes: { Q: { label: "Q", documents: ["NOPE"] } } }, { format: 1 }];
    files.push({ format, documentTypes: { FICHE_FOURN: null } });
    for (const file of files) expect(isRefusal(await apply(world, file))).toBe(true);
    expect(JSON.stringify(await world.store.dump())).toBe(before);
  });

  it("lets go of types when the last dossier that asks for them is archived", async () => {
    const world = await setUp();
    granted(await apply(world, own));
    const { dossiers } = await world.store.dump();
    const sites = dossiers.filter(({ dossierTypeCode }) => dossierTypeCode === "CHANTIER");
    for (const { dossierId, thirdpartyId } of sites) {
      expect(isRefusal(await apply(world, { format }))).toBe(true);
      await world.change(thirdpartyId, actors.client, (draft) => archiveDossier(draft, dossierId, "CLIENT"));
    }
    granted(await apply(world, { format }));
    expect(Object.keys(world.configuration.retired.documentTypes ?? {})).toEqual(["PLAN", "FICHE"]);
    expect(await broken(world)).toEqual([]);
  });

  it("keeps the rule that a dossier names when the rule is gone, and no other", async () => {
    const world = await setUp();
    const rule = { label: "Tous", create: "CYBERSECURITY" };
    granted(await apply(world, { format, rules: { X1: rule, X2: { ...rule, enabled: false } } }));
    granted(await apply(world, { format }));
    expect(Object.keys(world.origin.retired?.rules ?? {})).toEqual(["X1"]);
    const state = await world.store.dump();
    expect(await firstFlaw(state, parse(nowOf(world)))).toBeUndefined();
    const forgetful = { ...state, world: state.world.map(({ retired: _, ...row }) => row) };
    expect(await firstFlaw(forgetful, parse(nowOf(world)))).toContain("X1 is no rule of the account");
  });

  it("gives a dossier that is reactivated the names that its type and documents have meanwhile", async () => {
    const world = await setUp();
    const { dossierTypes, documentTypes } = world.configuration.source;
    granted(await trigger(world, { event: "DOSSIER_ARCHIVED" }));
    const archived = (await world.store.dump()).dossiers.find(({ monitored }) => !monitored);
    const { dossierId } = archived as { dossierId: number };
    const renamed = {
      dossierTypes: Object.fromEntries(
        Object.entries(dossierTypes).map(([code, type]) => [code, { ...type, label: `Nouveau ${type.label}` }]),
      ),
      documentTypes: { KBIS: { ...documentTypes.KBIS, label: "Nouveau Kbis" } },
    };
    granted(await apply(world, { format, ...renamed }));
    const names = async () => {
      const { dossiers, documents } = await world.store.dump();
      const row = dossiers.find((one) => one.dossierId === dossierId);
      const kbis = documents.find((one) => one.dossierId === dossierId && one.documentCode === "KBIS");
      return [row?.dossierTypeLabel?.startsWith("Nouveau"), kbis?.documentName];
    };
    expect(await names()).toEqual([false, "Extrait Kbis"]);
    granted(await trigger(world, { event: "DOSSIER_REACTIVATED", dossierId }));
    expect(await names()).toEqual([true, "Nouveau Kbis"]);
    expect(await broken(world)).toEqual([]);
  });

  it("stops what is removed where it is told to, keeps its rows, and comes back to the default", async () => {
    const world = await setUp();
    granted(await apply(world, own));
    expect(isRefusal(await apply(world, { format }))).toBe(true);
    granted(await apply(world, { format }, true));
    expect(world.origin.configuration).toBeUndefined();
    expect(Object.keys(world.configuration.retired.documentTypes ?? {})).toEqual(["PLAN", "FICHE"]);
    expect(await broken(world)).toEqual([]);
  });
});

it("the colleagues of an account decide, each on their own documents, and comments mention them alone", async () => {
  const one = { name: "Ana", mention: "ana", task: "Bank", decides: ["FICHE_FOURN"], themes: ["LEGAL"] };
  const other = { name: "Bo", mention: "bo", task: "All else", invites: true };
  const configuration = granted(configured({ format, practice: { colleagues: [one, other] } }, null));
  expect(judgeOf(configuration, "FICHE_FOURN").name).toBe("Ana");
  const types = Object.entries(configuration.source.documentTypes);
  for (const [code, { theme }] of types)
    expect(judgeOf(configuration, code).name).toBe(code === "FICHE_FOURN" || theme === "LEGAL" ? "Ana" : "Bo");
  const world = await quietWorld({ seed: "onboarding", people: "all", configuration });
  await advance(world, "P6M");
  const { events } = await world.store.dump();
  const names = new Set(events.flatMap(({ actor }) => (actor.type === "CLIENT" ? [actor.name] : [])));
  expect([...names].filter((name) => !["Ana", "Bo", "client"].includes(name))).toEqual([]);
  expect(names).toContain("Bo");
  expect(JSON.stringify(events)).not.toMatch(/ines\.berthier|paul\.durand|camille\.roussel/);
});

describe("an account without the attributes of the default", () => {
  const construction = JSON.parse(readFileSync(exampleFile, "utf8")) as object;
  const bare = {
    format,
    base: "empty",
    attributes: { Statut: { type: "list_unique", options: ["Actif", "Inactif"] } },
  };
  it.each([
    ["Code fournisseur du logiciel comptable", construction],
    ["Statut", bare],
  ])("has people who act over half a year, and sets %s where none is named", async (label, file) => {
    const configuration = configured(file, null) as Configuration;
    const world = await quietWorld({ seed: "onboarding", people: "all", configuration });
    await advance(world, "P6M");
    expect(await broken(world)).toEqual([]);
    const { events } = granted(await trigger(world, { event: "THIRD_PARTY_ATTRIBUTE_UPDATED" }));
    expect(events[0]?.payload).toMatchObject({ label });
  });

  it("refuses to set one where it has none", async () => {
    const configuration = configured({ format, base: "empty" }, null) as Configuration;
    const world = await quietWorld({ seed: "onboarding", configuration });
    const outcome = await trigger(world, { event: "THIRD_PARTY_ATTRIBUTE_UPDATED" });
    expect(outcome).toMatchObject({ refused: { status: 409, body: { code: "NOTHING_SUITABLE" } } });
  });
});

describe("DOSSIER_TEMPLATE_UPDATED", () => {
  const changed = async (documents: string[], also: string[], documentCode?: string) => {
    const types = { A: { label: "A", documents, also } };
    const rules = { X: { label: "X", create: "A" } };
    const documentTypes = { P: { label: "P" }, Q: { label: "Q" } };
    const file = { format, base: "empty", documentTypes, dossierTypes: types, rules };
    const world = await quietWorld({
      seed: "onboarding",
      configuration: granted(configured(file, null)),
    });
    const data = { dossierTypeCode: "A", documentCode };
    const outcome = await trigger(world, { event: "DOSSIER_TEMPLATE_UPDATED", data });
    expect(await broken(world)).toEqual([]);
    const { documents: now, also: others } = world.configuration.dossierTypes[0] as {
      documents: string[];
      also: string[];
    };
    return isRefusal(outcome) ? outcome.refused.body.detail : [now, others];
  };
  it.each([
    [[["P"], []], undefined, [["P", "Q"], []]],
    [[["P", "Q"], []], undefined, [["Q"], []]],
    [[["P"], ["Q"]], "Q", [["P"], []]],
    [[["P"], ["Q"]], "P", "A asks for P alone, and keeps it."],
  ] as const)("%j and %s give %j", async ([documents, also], code, expected) => {
    expect(await changed([...documents], [...also], code)).toEqual(expected);
  });
});

it("an attribute with the name of what every object has can be added and removed", async () => {
  const world = await setUp();
  granted(await apply(world, { format, attributes: { constructor: { type: "string" } } }));
  granted(await setAttribute(world, await first(world), { label: "constructor", values: ["x"] }, "tester"));
  granted(await apply(world, { format }));
  expect(Object.keys(world.configuration.retired.attributes ?? {})).toEqual(["constructor"]);
});

it("what is removed is kept as long as a row names it", async () => {
  const world = await setUp();
  for (const nth of [1, 2, 3]) {
    const [documentTypes, attributes] = [{ [`P${nth}`]: { label: "P" } }, { [`A ${nth}`]: { type: "string" } }];
    granted(await apply(world, { format, documentTypes, attributes }));
  }
  expect(world.configuration.retired).toEqual({});
  const { id } = world.configuration.source.attributes["A 3"] as { id: number };
  granted(await setAttribute(world, await first(world), { label: "A 3", values: ["x"] }, "tester"));
  granted(await apply(world, { format, attributes: { Zone: { type: "string", id } } }));
  expect([world.origin.retired, await broken(world)]).toEqual([undefined, []]);
  const [row] = (await world.store.dump()).attributes.filter((one) => one.id === id);
  expect(row).toMatchObject({ label: "Zone", values: ["x"] });
});

it("an attribute of the base never gets the values of one that the account has had", async () => {
  const own = granted(configured({ format, base: "empty", attributes: { Zone: { type: "string" } } }, null));
  const world = await quietWorld({ seed: "onboarding", configuration: own });
  granted(await setAttribute(world, await first(world), { label: "Zone", values: ["Nord"] }, "tester"));
  granted(await apply(world, { format }));
  const valuesOf = async () => {
    const { attributes } = await world.store.dump();
    const shown = new Map(world.configuration.attributes.map(({ id, label }) => [id, label]));
    return attributes.flatMap(({ id, label, values }) => (values[0] === "Nord" ? [[label, shown.get(id)]] : []));
  };
  expect(await valuesOf()).toEqual([["Zone", undefined]]);
  granted(await apply(world, { format, attributes: { Zone: { type: "string" } } }));
  expect(await valuesOf()).toEqual([["Zone", "Zone"]]);
});

it("two worlds of one configuration share it in memory, and one of another never sees it", async () => {
  const [one, other, third] = [await setUp(), await setUp(), await setUp()];
  for (const world of [one, other]) granted(await apply(world, own));
  expect(one.configuration).toBe(other.configuration);
  expect(third.configuration.documentTypes.has("PLAN")).toBe(false);
});
