import { describe, expect, it } from "vitest";
import { defaultConfiguration, type Rule } from "../../../src/domain/configuration.ts";
import { followRules, sentenceOf } from "../../../src/domain/dossier/rules.ts";
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
  ]).toEqual([
    "Opens a dossier CSR for every third party.",
    "Opens a dossier CSR when the activity code starts with 61 or 62 and the category is IT or Trade " +
      "and the country is FR or DE.",
    "Opens a dossier CSR when the country is not FR and the criticality is High " +
      "and the annual amount is at least 1 euros and the annual amount is at most 2 euros.",
  ]);
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
      const rules = [{ ruleId: "R99", label: "", enabled: true, when, create: "ETHICS", ...change }];
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
