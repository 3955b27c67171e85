import { describe, expect, it } from "vitest";
import { type Attribute, defaultConfiguration, type Rule } from "../../../src/domain/configuration.ts";
import { changedRules, followRules, sentenceOf } from "../../../src/domain/dossier/rules.ts";
import { actors, Draft } from "../../../src/domain/draft.ts";
import { announceCessation } from "../../../src/domain/providers/gazette.ts";
import { archiveThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { setAttribute } from "../../../src/world/operations.ts";
import { desk, granted, type Kind } from "../../support/worlds.ts";
import { draftOf, shape } from "../stage.ts";

it("puts a rule into words", () => {
  const rule = (when: Rule["when"]) => sentenceOf({ ...(defaultConfiguration.rules[0] as Rule), create: "CSR", when });
  expect([
    rule({}),
    rule({ nafPrefixes: ["61", "62"], categories: ["IT", "Trade"], countries: ["FR", "DE"] }),
    rule({ countriesNot: ["FR"], criticality: ["High"], minAnnualAmount: 1, maxAnnualAmount: 2 }),
    rule({ attributes: { Zone: { in: ["A", "B"] }, Note: { min: 1, max: 2 }, Actif: { in: [true] } } }),
    rule({ attributes: { Note: { min: 0 } }, countries: ["FR"] }),
  ]).toEqual([
    "Opens a dossier CSR for every third party.",
    "Opens a dossier CSR when the activity code starts with 61 or 62 and the category is IT or Trade " +
      "and the country is FR or DE.",
    "Opens a dossier CSR when the country is not FR and the criticality is High " +
      "and the annual amount is at least 1 euros and the annual amount is at most 2 euros.",
    "Opens a dossier CSR when Zone is A or B and Note is at least 1 and Note is at most 2 and Actif is true.",
    "Opens a dossier CSR when Note is at least 0 and the country is FR.",
  ]);
});

const ruleOf = (when: Rule["when"], change: Partial<Rule> = {}): Rule => ({
  ...{ ruleId: "R99", label: "", enabled: true, when, create: "ETHICS" },
  ...change,
});

describe("a rule about attributes of the account", () => {
  const values = {
    "Business unit": ["Travaux", "Logistique"],
    "Taux de dépendance": [40],
    "Fournisseur stratégique": [true],
  };
  it.each<[NonNullable<Rule["when"]["attributes"]>, boolean]>([
    [{}, true],
    [{ "Business unit": { in: ["Logistique"] } }, true],
    [{ "Business unit": { in: ["Informatique", "Travaux"] } }, true],
    [{ "Business unit": { in: ["Informatique"] } }, false],
    [{ "Fournisseur stratégique": { in: [true] } }, true],
    [{ "Fournisseur stratégique": { in: [false] } }, false],
    [{ "Taux de dépendance": { min: 40 } }, true],
    [{ "Taux de dépendance": { min: 41 } }, false],
    [{ "Taux de dépendance": { max: 40 } }, true],
    [{ "Taux de dépendance": { max: 39 } }, false],
    [{ "Taux de dépendance": { min: 1, max: 39 } }, false],
    [{ "Référencement interne": { in: ["REF"] } }, false],
    [{ "Référencement interne": {} }, false],
    [{ Zone: { in: ["A"] } }, false],
    [{ "Business unit": { in: ["Travaux"] }, "Taux de dépendance": { min: 1 } }, true],
    [{ "Business unit": { in: ["Travaux"] }, "Taux de dépendance": { min: 99 } }, false],
  ])("%j holds: %s", async (attributes, holds) => {
    const one = await desk("german", values);
    const configuration = { ...defaultConfiguration, rules: [ruleOf({ attributes })] };
    const draft = new Draft(one.folder, { ...one.world.context(), configuration }, actors.client);
    followRules(draft);
    expect(draft.all("dossiers").some(({ ruleId }) => ruleId === "R99")).toBe(holds);
  });

  const [when, label] = [{ attributes: { "Business unit": { in: ["Travaux"] } } }, "Business unit"];
  const others = (name: string, change: object) =>
    defaultConfiguration.attributes.map<Attribute>((one) => (one.label === name ? { ...one, ...change } : one));
  it.each<[string, Rule, Rule | undefined, readonly Attribute[] | undefined, boolean]>([
    ["is what it was", ruleOf(when), ruleOf(when), undefined, false],
    ["is new", ruleOf(when), undefined, undefined, true],
    ["opens another dossier", ruleOf(when), ruleOf(when, { create: "CSR" }), undefined, true],
    ["reads an attribute that is another", ruleOf(when), ruleOf(when), others(label, { options: [] }), true],
    ["reads no attribute that is another", ruleOf(when), ruleOf(when), others("Criticité", { options: [] }), false],
    [
      "reads a role",
      ruleOf({ criticality: ["A"] }),
      ruleOf({ criticality: ["A"] }),
      others("Criticité", { id: 7 }),
      true,
    ],
    [
      "reads a category",
      ruleOf({ categories: ["A"] }),
      ruleOf({ categories: ["A"] }),
      others("Catégorie", { id: 7 }),
      true,
    ],
    [
      "reads the least amount",
      ruleOf({ minAnnualAmount: 1 }),
      ruleOf({ minAnnualAmount: 1 }),
      others("Montant d'achat annuel", { id: 7 }),
      true,
    ],
    [
      "reads the largest amount",
      ruleOf({ maxAnnualAmount: 1 }),
      ruleOf({ maxAnnualAmount: 1 }),
      others("Montant d'achat annuel", { id: 7 }),
      true,
    ],
    [
      "reads another role",
      ruleOf({ maxAnnualAmount: 1 }),
      ruleOf({ maxAnnualAmount: 1 }),
      others("Criticité", { id: 7 }),
      false,
    ],
  ])("that %s", (_what, rule, was, attributes = defaultConfiguration.attributes, isChanged) => {
    const before = { ...defaultConfiguration, rules: [...defaultConfiguration.rules, ...(was ? [was] : [])] };
    const next = { ...defaultConfiguration, attributes, rules: [rule] };
    expect(changedRules(before, next)).toEqual(isChanged ? [rule] : []);
  });
});

describe("rules R01 to R12", () => {
  const amount = (euros: number) => ({ "Montant d'achat annuel": [euros] });
  const [high, medium] = [{ Criticité: ["High"] }, { Criticité: ["Medium"] }];
  const onboarding = { ONBOARDING: "R01" };
  const critical = { CYBERSECURITY: "R06", SCREENING: "R08b" };
  it.each([
    ["every third party", "german", {}, {}],
    ["France below 5 000 EUR", "inProcedure", amount(4999.99), {}],
    ["France from 5 000 EUR", "inProcedure", amount(5000), { VIGILANCE: "R02" }],
    ["abroad from 5 000 EUR", "german", amount(5000), {}],
    ["builders in France", "builder", {}, { VIGILANCE: "R03" }],
    ["cleaning in France", "cleaner", {}, { VIGILANCE: "R04" }],
    ["the category IT", "german", { Catégorie: ["IT"] }, { CYBERSECURITY: "R05a" }],
    ["another category", "german", { Catégorie: ["Trade"] }, {}],
    ["an activity in IT", "it", {}, { CYBERSECURITY: "R05b" }],
    ["high criticality", "german", high, critical],
    ["medium criticality", "german", medium, {}],
    ["just below 100 000 EUR", "german", amount(99_999.99), {}],
    ["100 000 EUR", "german", amount(100_000), { CSR: "R07" }],
    ["150 000 EUR", "german", amount(150_000), { CSR: "R07", ETHICS: "R11" }],
    ["250 000 EUR", "german", amount(250_000), { CSR: "R07", SCREENING: "R08c", ETHICS: "R11" }],
    [
      "high criticality, 50 000 EUR",
      "german",
      { ...high, ...amount(50_000) },
      { ...critical, DUTY_OF_VIGILANCE: "R10" },
    ],
    ["high criticality below 50 000 EUR", "german", { ...high, ...amount(49_999) }, critical],
    ["a company that is struck off", "struckOff", { ...high, ...amount(250_000) }, null],
  ] as const)("open the dossiers for %s", async (_name, kind, attributes, expected) => {
    const { folder } = await desk(kind as Kind, attributes as never);
    const opened = Object.fromEntries(folder.dossiers.map(({ dossierTypeCode, ruleId }) => [dossierTypeCode, ruleId]));
    expect(opened).toEqual(expected === null ? {} : { ...onboarding, ...expected });
  });
  it.each([
    ["TR", "1310Z", ["R08a", "R09"]],
    ["TR", "6201Z", ["R05b", "R08a"]],
    ["TR", null, ["R08a"]],
    ["DE", "1310Z", []],
    ["FR", "4399C", ["R03"]],
    ["US", "4941A", ["R08a"]],
  ])(
    "open the dossiers for a company in %s with the activity %s",
    async (addressCountryCode, activityCode, expected) => {
      const draft = draftOf(await desk("german"));
      shape(draft, { addressCountryCode, activityCode });
      followRules(draft);
      followRules(draft);
      expect(draft.events.flatMap(({ payload }) => payload.ruleId ?? [])).toEqual(expected);
    },
  );
  it("open a dossier of a foreign contractor for a builder abroad, from 5 000 EUR", async () => {
    const opened = async (euros: number) => {
      const draft = draftOf(await desk("german", amount(euros)));
      shape(draft, { activityCode: "4399C" });
      followRules(draft);
      return draft.events.flatMap(({ payload }) => payload.ruleId ?? []);
    };
    expect([await opened(4999), await opened(5000)]).toEqual([[], ["R12"]]);
  });
  it("apply while they are enabled, and up to the largest amount", async () => {
    const opened = async (euros: number | undefined, change: Partial<Rule>) => {
      const one = await desk("german", euros === undefined ? {} : amount(euros));
      const when = { maxAnnualAmount: 4000 };
      const rules = [ruleOf(when, change)];
      const configuration = { ...defaultConfiguration, rules };
      const draft = new Draft(one.folder, { ...one.world.context(), configuration }, actors.client);
      followRules(draft);
      return draft.all("dossiers").flatMap(({ ruleId, origin }) => (ruleId === "R99" ? origin : []));
    };
    expect([await opened(4000, {}), await opened(3999, {})]).toEqual([["RULE"], ["RULE"]]);
    const never = [await opened(4001, {}), await opened(undefined, {}), await opened(1, { enabled: false })];
    expect([...never, await opened(1, { create: "ONBOARDING" })]).toEqual([[], [], [], []]);
  });
  it("never close a dossier", async () => {
    const one = await desk("it", { Criticité: ["High"] });
    const before = one.folder.dossiers;
    granted(await setAttribute(one.world, one.thirdpartyId, { label: "Criticité", values: ["Low"] }, "tester"));
    expect((await one.reread()).folder.dossiers.map(({ monitored }) => monitored)).toEqual(before.map(() => true));
  });
  it.each([announceCessation, archiveThirdparty])("open nothing after %o", async (end) => {
    const draft = draftOf(await desk("german"));
    end(draft);
    shape(draft, { addressCountryCode: "TR", ...(end === announceCessation && { status: "STRUCK_OFF" }) });
    followRules(draft);
    expect(draft.events.flatMap(({ payload }) => payload.ruleId ?? [])).toEqual([]);
  });
});
