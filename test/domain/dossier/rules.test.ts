import { describe, expect, it } from "vitest";
import { rules } from "../../../src/domain/configuration.ts";
import { followRules, sentenceOf } from "../../../src/domain/dossier/rules.ts";
import { announceCessation } from "../../../src/domain/providers/gazette.ts";
import { archiveThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { setAttribute } from "../../../src/world/operations.ts";
import { desk, granted, type Kind } from "../../support/worlds.ts";

it("puts a rule into words", () => {
  const sentences = Object.fromEntries(rules.map((rule) => [rule.ruleId, sentenceOf(rule)]));
  expect(sentences).toMatchObject({
    R01: "Opens a dossier ONBOARDING for every third party.",
    R05b: "Opens a dossier CYBERSECURITY when the activity code starts with 5829 or 61 or 62 or 63.",
    R02: "Opens a dossier VIGILANCE when the country is FR and the annual amount is at least 5000 euros.",
  });
});

describe("rules R01 to R11", () => {
  const opened = async (kind: Kind, attributes: Parameters<typeof desk>[1] = {}) =>
    Object.fromEntries(
      (await desk(kind, attributes)).folder.dossiers.map(({ dossierTypeCode, ruleId }) => [dossierTypeCode, ruleId]),
    );

  it.each([
    ["R01 for every third party", "german", {}, { ONBOARDING: "R01" }],
    ["R02 in France from 5 000 EUR", "inProcedure", { "Montant d'achat annuel": [5000] }, { VIGILANCE: "R02" }],
    ["R03 for builders in France, whatever the amount", "builder", {}, { VIGILANCE: "R03" }],
    ["R04 for cleaning in France", "cleaner", {}, { VIGILANCE: "R04" }],
    ["R05a for the category IT", "cleaner", { Catégorie: ["IT"] }, { CYBERSECURITY: "R05a" }],
    ["R05b for the activity", "it", {}, { CYBERSECURITY: "R05b" }],
    ["R06 for high criticality", "cleaner", { Criticité: ["High"] }, { CYBERSECURITY: "R06" }],
    ["R07 from 100 000 EUR", "german", { "Montant d'achat annuel": [100_000] }, { CSR: "R07" }],
    ["R08b for high criticality", "german", { Criticité: ["High"] }, { SCREENING: "R08b" }],
    ["R08c from 250 000 EUR", "german", { "Montant d'achat annuel": [250_000] }, { SCREENING: "R08c" }],
    [
      "R10 for high criticality from 50 000 EUR",
      "german",
      { Criticité: ["High"], "Montant d'achat annuel": [50_000] },
      { DUTY_OF_VIGILANCE: "R10" },
    ],
    ["R11 from 150 000 EUR", "german", { "Montant d'achat annuel": [150_000] }, { ETHICS: "R11" }],
  ] as const)("opens a dossier by the rule %s", async (_name, kind, attributes, expected) => {
    expect(await opened(kind, attributes as never)).toMatchObject(expected);
  });
  it.each([
    ["in France below 5 000 EUR", "withoutBank", { "Montant d'achat annuel": [4999.99] }, ["ONBOARDING"]],
    ["abroad below 100 000 EUR", "german", { "Montant d'achat annuel": [99_999] }, ["ONBOARDING"]],
    [
      "for high criticality below 50 000 EUR",
      "german",
      { Criticité: ["High"], "Montant d'achat annuel": [49_999] },
      ["ONBOARDING", "CYBERSECURITY", "SCREENING"],
    ],
  ] as const)("opens no further dossier %s", async (_name, kind, attributes, types) => {
    const open = await opened(kind, attributes as never);
    // R03, R04 and R05b depend on the activity alone.
    expect(
      Object.entries(open)
        .filter(([, rule]) => !["R03", "R04", "R05b"].includes(rule as string))
        .map(([type]) => type),
    ).toEqual(types);
  });
  it("opens dossiers by R08a outside Europe and by R09 for industry in a country at risk", async () => {
    const one = await desk("german");
    const types = await one.events((draft) => {
      draft.put("thirdparties", { ...draft.thirdparty, addressCountryCode: "TR", activityCode: "1310Z" });
      followRules(draft);
    });
    expect(types.filter(({ eventName }) => eventName === "DOSSIER_ADDED").map(({ payload }) => payload.ruleId)).toEqual(
      ["R08a", "R09"],
    );
  });
  it("opens at most one dossier of a type, and never closes one", async () => {
    const one = await desk("it", { Criticité: ["High"] });
    const before = one.folder.dossiers.length;
    expect(await one.do(followRules)).toEqual([]);
    granted(await setAttribute(one.world, one.thirdpartyId, { label: "Criticité", values: ["Low"] }, "tester"));
    await one.reread();
    expect(one.folder.dossiers.filter(({ monitored }) => monitored)).toHaveLength(before);
  });
  it("opens no dossier for a third party that is archived or struck off", async () => {
    const struck = await desk("builder");
    await struck.do(announceCessation);
    const before = struck.folder.dossiers.length;
    granted(await setAttribute(struck.world, struck.thirdpartyId, { label: "Criticité", values: ["High"] }, "tester"));
    expect((await struck.reread()).folder.dossiers).toHaveLength(before);
    const archived = await desk("builder", { Criticité: ["High"] });
    await archived.do(archiveThirdparty);
    await archived.do(followRules);
    expect(archived.folder.dossiers.filter(({ monitored }) => monitored)).toEqual([]);
    expect((await desk("struckOff")).folder.dossiers).toEqual([]);
  });
});
