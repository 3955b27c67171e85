import { describe, expect, it } from "vitest";
import { openTypedDossier, reactivateDossier } from "../../../src/domain/dossier/dossiers.ts";
import type { Draft } from "../../../src/domain/draft.ts";
import { announceCessation } from "../../../src/domain/providers/gazette.ts";
import { activateProviders, chooseMonitoring, neverMonitored } from "../../../src/domain/providers/monitoring.ts";
import { dataProviders } from "../../../src/domain/rows.ts";
import { archiveThirdparty, editThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { desk, type Kind } from "../../support/worlds.ts";
import { draftOf, shape } from "../stage.ts";

type Attributes = Parameters<typeof desk>[1];
const activeIn = ({ thirdparty }: Draft) =>
  dataProviders.filter((provider) => thirdparty.internal.monitoring[provider].active);
const amount = (euros: number) => ({ "Montant d'achat annuel": [euros] });

describe("monitoring", () => {
  const [french, abroad] = [
    ["DOCCHECK", "FINANCIAL_STRENGTH"],
    ["DOCCHECK", "CREDITDATA"],
  ];
  it.each([
    ["a French company", "cleaner", {}, french],
    ["a company abroad", "german", {}, abroad],
    ["an annual amount below 50 000 EUR", "cleaner", amount(49_999.99), french],
    ["an annual amount of 50 000 EUR", "cleaner", amount(50_000), [...french, "CREDITDATA"]],
    ["the category IT", "german", { Catégorie: ["IT"] }, ["DOCCHECK", "SECURITY_RATING", "CREDITDATA"]],
    ["the category Trade", "german", { Catégorie: ["Trade"] }, abroad],
    ["an activity in IT, with its dossier", "it", {}, ["DOCCHECK", "SECURITY_RATING", "FINANCIAL_STRENGTH"]],
    ["a CSR dossier", "german", amount(100_000), ["DOCCHECK", "ESG", "SUSTAINSCORE", "CREDITDATA"]],
    ["high criticality", "german", { Criticité: ["High"] }, ["DOCCHECK", "SECURITY_RATING", "CREDITDATA", "NEWSFEED"]],
    ["low criticality", "german", { Criticité: ["Low"] }, abroad],
    ["a company that is struck off", "struckOff", { Criticité: ["High"] }, []],
  ] as const)("the data providers follow the configuration: %s", async (_name, kind, attributes, expected) => {
    expect(activeIn(draftOf(await desk(kind as Kind, attributes as unknown as Attributes)))).toEqual(expected);
  });
  it.each([
    ["DUTY_OF_VIGILANCE", ["ESG"]],
    ["SCREENING", ["NEWSFEED"]],
    ["CYBERSECURITY", ["SECURITY_RATING"]],
    ["ETHICS", []],
  ])("a dossier of type %s activates %j", async (type, expected) => {
    const draft = draftOf(await desk("german"));
    openTypedDossier(draft, type, { origin: "CONTROL" });
    activateProviders(draft);
    expect(activeIn(draft).filter((provider) => !abroad.includes(provider))).toEqual(expected);
  });
  it.each([
    [{ Catégorie: ["IT"] }, "CYBERSECURITY", "SECURITY_RATING"],
    [{ Criticité: ["High"] }, "SCREENING", "NEWSFEED"],
  ] as const)("the attributes %j are enough without a dossier %s for %s", async (attributes, type, provider) => {
    const one = await desk("german", attributes as unknown as Attributes);
    const draft = draftOf(one);
    draft.put("dossiers", { ...one.dossier(type), monitored: false });
    const { monitoring } = draft.thirdparty.internal;
    draft.putInternal("thirdparties", draft.thirdparty, { monitoring: { ...monitoring, [provider]: neverMonitored } });
    activateProviders(draft);
    expect(activeIn(draft)).toContain(provider);
    expect(draft.events.map(({ payload }) => payload)).toEqual([{ provider }]);
  });
  it("an activation has its moment and its first score, and a deactivation keeps both", async () => {
    const draft = draftOf(await desk("cleaner"));
    shape(draft, {}, { environment: 44 });
    chooseMonitoring(draft, "ESG", true);
    chooseMonitoring(draft, "ESG", true);
    const [since] = draft.events.map(({ occurredAt }) => occurredAt);
    const begun = { active: true, since, score: 44, lastUpdate: null, wanted: true };
    expect(draft.thirdparty.internal.monitoring.ESG).toEqual(begun);
    chooseMonitoring(draft, "ESG", false);
    chooseMonitoring(draft, "ESG", false);
    expect(draft.thirdparty.internal.monitoring.ESG).toEqual({ ...begun, active: false, wanted: false });
    expect(draft.events).toTell(["THIRD_PARTY_ESG_ACTIVATED", "THIRD_PARTY_ESG_DEACTIVATED"]);
    chooseMonitoring(draft, "NEWSFEED", true);
    expect(draft.thirdparty.internal.monitoring.NEWSFEED.score).toBeNull();
  });
  it("SUSTAINSCORE draws a score from 35 to 85 of its own, and keeps it", async () => {
    const scores = [];
    for (let randomSeed = 1; randomSeed < 6; randomSeed++) {
      const draft = draftOf(await desk("cleaner", {}, { randomSeed }));
      const score = () => draft.thirdparty.internal.monitoring.SUSTAINSCORE.score;
      const both = [true, false, true].map((wanted) => (chooseMonitoring(draft, "SUSTAINSCORE", wanted), score()));
      expect(new Set(both).size).toBe(1);
      scores.push(score() as number);
    }
    expect(new Set(scores).size).toBeGreaterThan(2);
    expect(scores.filter((score) => score < 35 || score > 85)).toEqual([]);
  });
  it("data providers come back from the archive by the configuration and by the choices of the client", async () => {
    const one = await desk("german", amount(100_000));
    const draft = draftOf(one);
    chooseMonitoring(draft, "CREDITDATA", false);
    chooseMonitoring(draft, "NEWSFEED", true);
    activateProviders(draft);
    expect(activeIn(draft)).toEqual(["DOCCHECK", "ESG", "SUSTAINSCORE", "NEWSFEED"]);
    archiveThirdparty(draft);
    recalculate(draft);
    expect(activeIn(draft)).toEqual([]);
    editThirdparty(draft, { archived: false });
    recalculate(draft);
    expect(activeIn(draft)).toEqual(["NEWSFEED"]);
    reactivateDossier(draft, one.dossier("CSR").dossierId);
    recalculate(draft);
    expect(activeIn(draft)).toEqual(["ESG", "SUSTAINSCORE", "NEWSFEED"]);
  });
  it("a company that is struck off loses its financial data providers, and gets no new one", async () => {
    const draft = draftOf(await desk("cleaner", amount(50_000)));
    announceCessation(draft);
    expect(activeIn(draft)).toEqual(["DOCCHECK"]);
    archiveThirdparty(draft);
    editThirdparty(draft, { archived: false });
    for (const { dossierId } of draft.all("dossiers")) reactivateDossier(draft, dossierId);
    openTypedDossier(draft, "CSR", { origin: "CONTROL" });
    recalculate(draft);
    expect(activeIn(draft)).toEqual(["DOCCHECK"]);
  });
});
