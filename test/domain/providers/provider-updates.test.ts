import { describe, expect, it } from "vitest";
import type { Draft } from "../../../src/domain/draft.ts";
import { chooseMonitoring, updateMonitoring } from "../../../src/domain/providers/monitoring.ts";
import {
  forceUpdate,
  refreshHub,
  updateFinancialProviders,
  updateFromProvider,
} from "../../../src/domain/providers/provider-updates.ts";
import { type DocumentRow, type ScoringProvider, scoringProviders } from "../../../src/domain/rows.ts";
import { day } from "../../../src/domain/time.ts";
import { desk } from "../../support/worlds.ts";
import { draftOf, jobsOf, shape } from "../stage.ts";

const bases = { financial: 60, cyber: 60, environment: 60 };
const inProcedure = { status: "COLLECTIVE_PROCEDURE" } as const;
/** A draft in which a data provider is active with its base, or the score of SUSTAINSCORE, at the given value. */
async function watched(provider: ScoringProvider, base = 60): Promise<Draft> {
  const draft = draftOf(await desk("cleaner"));
  for (const wanted of [false, true]) {
    shape(draft, { status: "ACTIVE" }, { financial: base, cyber: base, environment: base });
    if (draft.thirdparty.internal.monitoring[provider].active !== wanted) chooseMonitoring(draft, provider, wanted);
  }
  return draft;
}
const publishedBy = (draft: Draft, provider: ScoringProvider) =>
  draft.events.flatMap(({ eventName, payload }) =>
    eventName === `THIRD_PARTY_${provider}_UPDATED` ? [[payload.from, payload.to]] : [],
  );

describe("updates of data providers", () => {
  it("of the press tell each article, and store the latest ten", async () => {
    const draft = await watched("NEWSFEED");
    const known = Array.from({ length: 10 }, (_, nth) => ({
      ...{ headline: `News ${nth}`, publishedOn: "2026-01-02", source: "Le Progrès", sentiment: "POSITIVE" as const },
    }));
    updateMonitoring(draft, "NEWSFEED", { articles: known });
    updateFromProvider(draft, "NEWSFEED", 0);
    const told = draft.events.findLast(({ eventName }) => eventName === "THIRD_PARTY_NEWSFEED_UPDATED");
    const { articles } = draft.thirdparty.internal.monitoring.NEWSFEED;
    expect(articles).toEqual([told?.payload.article, ...known.slice(0, 9)]);
  });

  it.each([
    ["ESG", "environment", [3, -3, 0], [60, 63, 60], 60],
    ["FINANCIAL_STRENGTH", "financial", [50, 1], [60, 100], 100],
    ["CREDITDATA", "financial", [-70, -1], [60, 0], 0],
    ["SECURITY_RATING", "cyber", [4, 1, -9], [60, 65, 56], 56],
  ] as const)("%s moves its base, %s, by %j and publishes %j", async (provider, base, shifts, scores, end) => {
    const draft = await watched(provider);
    for (const shift of shifts) updateFromProvider(draft, provider, shift);
    expect(publishedBy(draft, provider)).toEqual(scores.slice(1).map((to, at) => [scores[at], to]));
    const { score, lastUpdate } = draft.thirdparty.internal.monitoring[provider];
    expect([score, lastUpdate]).toEqual([scores.at(-1), draft.events.at(-1)?.occurredAt]);
    expect(draft.thirdparty.internal.bases).toEqual({ ...bases, [base]: end });
  });
  it("SUSTAINSCORE moves its own score, and brings a new scorecard where none is under way", async () => {
    const one = await desk("german", { "Montant d'achat annuel": [100_000] });
    const moved = (statusCode: DocumentRow["statusCode"]) => {
      const draft = draftOf(one);
      const { documentId } = draft.put("documents", { ...one.document("SCORE_RSE"), statusCode });
      draft.cancel(documentId, "SOURCE");
      const before = draft.thirdparty.internal;
      updateFromProvider(draft, "SUSTAINSCORE", 7);
      const { bases: after, monitoring } = draft.thirdparty.internal;
      expect(after).toEqual(before.bases);
      expect(monitoring.SUSTAINSCORE.score).toBe((before.monitoring.SUSTAINSCORE.score ?? 0) + 7);
      return jobsOf(draft, documentId).length;
    };
    expect([moved("VALID"), moved("MISSING"), moved("ONGOING")]).toEqual([1, 1, 0]);
  });
  it("a procedure caps what the financial data providers publish at 20, and their base moves on", async () => {
    const draft = await watched("FINANCIAL_STRENGTH");
    shape(draft, inProcedure);
    updateFinancialProviders(draft);
    updateFromProvider(draft, "FINANCIAL_STRENGTH", -1);
    shape(draft, { status: "ACTIVE" });
    updateFinancialProviders(draft);
    expect(publishedBy(draft, "FINANCIAL_STRENGTH")).toEqual([
      [60, 20],
      [20, 60],
    ]);
    const esg = await watched("ESG");
    shape(esg, inProcedure);
    updateFromProvider(esg, "ESG", 1);
    expect(publishedBy(esg, "ESG")).toEqual([[60, 61]]);
  });
  it("an inactive data provider publishes nothing", async () => {
    const draft = draftOf(await desk("cleaner"));
    expect([forceUpdate(draft, "ESG"), forceUpdate(draft, "NEWSFEED"), draft.events]).toEqual([false, false, []]);
  });
  it.each([
    // score, last published, steps in order: towards the middle, away, then twice as far
    [50, 50, 58],
    [51, 51, 43],
    [52, 44, 60],
    [48, 56, 40],
    [48, 51, 56],
    [48, 52, 40],
    [0, 4, 16],
    [100, 96, 84],
  ])("a forced update of %i, of which %i was published, publishes %i", async (score, last, expected) => {
    const draft = await watched("ESG", last);
    shape(draft, {}, { environment: score });
    forceUpdate(draft, "ESG");
    expect(publishedBy(draft, "ESG")).toEqual([[last, expected]]);
  });
  it.each([
    [80, 10],
    [30, 14],
  ])("a score of %i that a procedure caps is moved below the cap, to %i", async (base, expected) => {
    const draft = await watched("CREDITDATA", base);
    shape(draft, inProcedure);
    updateFinancialProviders(draft);
    forceUpdate(draft, "CREDITDATA");
    expect(publishedBy(draft, "CREDITDATA")).toEqual([
      [base, 20],
      [20, expected],
    ]);
  });
  it("NEWSFEED publishes articles, and the ten latest are kept", async () => {
    const one = await desk("german", { Criticité: ["High"] });
    const draft = draftOf(one);
    for (let time = 0; time < 12; time++) updateFromProvider(draft, "NEWSFEED", 1);
    const articles = draft.events.map(({ payload }) => payload.article as { sentiment: string; source: string });
    const lastUpdate = draft.events.at(-1)?.occurredAt;
    const kept = { articles: articles.slice(2).reverse(), lastUpdate, score: null };
    expect(draft.thirdparty.internal.monitoring.NEWSFEED).toMatchObject(kept);
    expect(articles[0]).toEqual({
      headline: expect.stringMatching(new RegExp(`^[^{]*${one.thirdparty.name}[^}]*$`)),
      publishedOn: "2026-01-15",
      source: expect.stringMatching(/\S/),
      sentiment: expect.stringMatching(/^(POSITIVE|NEGATIVE)$/),
    });
    expect([new Set(articles.map(({ sentiment }) => sentiment)).size, articles.length]).toEqual([2, 12]);
  });
  it("a weekly batch moves some data providers by 1 to 8, and ends with one event that names them", async () => {
    const one = await desk("it", { Criticité: ["High"], "Montant d'achat annuel": [300_000] });
    const moves: number[] = [];
    const published: string[] = [];
    for (let week = 0; week < 120; week++) {
      const draft = draftOf(one, one.world.now + week * day);
      shape(draft, {}, bases);
      for (const provider of scoringProviders) if (provider !== "NEWSFEED") chooseMonitoring(draft, provider, false);
      for (const provider of scoringProviders) chooseMonitoring(draft, provider, true);
      const begin = draft.events.length;
      refreshHub(draft);
      const payloads = draft.events.slice(begin).map(({ payload }) => payload);
      const names = payloads.flatMap(({ provider }) => provider ?? []) as string[];
      expect(payloads.flatMap(({ providers }) => providers ?? [])).toEqual(names);
      expect(draft.actor).toEqual({ type: "PROVIDER", name: "data hub" });
      published.push(...names);
      for (const { provider, to, from } of payloads) if (provider === "ESG") moves.push(Number(to) - Number(from));
    }
    expect([...new Set(moves.map(Math.abs))].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect([Math.min(...moves), Math.max(...moves)]).toEqual([-8, 8]);
    // A third of the weeks, but a tenth for the scorecard.
    const tenthsOf = (name: string) => Math.round(published.filter((one) => one === name).length / 12);
    expect(["ESG", "NEWSFEED", "SUSTAINSCORE"].map(tenthsOf)).toEqual([4, 4, 1]);
  });
});
