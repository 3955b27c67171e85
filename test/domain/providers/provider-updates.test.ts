import { describe, expect, it } from "vitest";
import { forceUpdate, refreshHub, updateFromProvider } from "../../../src/domain/providers/provider-updates.ts";
import type { Article } from "../../../src/domain/rows.ts";
import { archiveThirdparty, editThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { advance, desk } from "../../support/worlds.ts";
import { monitoredBy } from "../stage.ts";

describe("updates of data providers", () => {
  it("an update moves the score of a data provider and publishes it", async () => {
    const one = await desk("cleaner");
    const before = one.thirdparty.internal.bases.financial;
    const shift = before > 50 ? -3 : 3;
    expect(await one.do((draft) => updateFromProvider(draft, "FINANCIAL_STRENGTH", shift))).toEqual([
      "THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED",
    ]);
    expect(one.thirdparty.internal).toMatchObject({
      bases: { financial: before + shift },
      monitoring: { FINANCIAL_STRENGTH: { score: before + shift } },
    });
  });
  it("a security rating is published from a difference of five points on", async () => {
    const one = await desk("it");
    const here = one.thirdparty.internal.bases.cyber;
    const sign = here > 50 ? -1 : 1;
    expect(await one.do((draft) => updateFromProvider(draft, "SECURITY_RATING", 3 * sign))).toEqual([]);
    expect(await one.do((draft) => updateFromProvider(draft, "SECURITY_RATING", 2 * sign))).toEqual([
      "THIRD_PARTY_SECURITY_RATING_UPDATED",
    ]);
  });
  it("an inactive data provider publishes nothing", async () => {
    const one = await desk("cleaner");
    expect(await one.do((draft) => forceUpdate(draft, "ESG"))).toEqual([]);
  });
  it("NEWSFEED publishes articles, and the ten latest are kept", async () => {
    const one = await desk("german", { Criticité: ["High"] });
    const published: Article[] = [];
    one.world.listen((events) => {
      for (const { eventName, payload } of events)
        if (eventName === "THIRD_PARTY_NEWSFEED_UPDATED") published.unshift(payload.article as Article);
    });
    for (let week = 0; week < 12; week++) {
      expect(await one.do((draft) => forceUpdate(draft, "NEWSFEED"))).toEqual(["THIRD_PARTY_NEWSFEED_UPDATED"]);
      await advance(one.world, "P7D");
    }
    await one.reread();
    expect(published.at(-1)).toEqual({
      headline: expect.stringContaining(one.thirdparty.name),
      publishedOn: "2026-01-15",
      source: expect.any(String),
      sentiment: expect.stringMatching(/^(POSITIVE|NEGATIVE)$/),
    });
    expect(new Set(published.map(({ sentiment }) => sentiment)).size).toBe(2);
    const kept = async () => (await one.world.store.dump()).thirdparties[0]?.internal.monitoring.NEWSFEED.articles;
    expect(await kept()).toEqual(published.slice(0, 10));
    await one.do((draft) => (archiveThirdparty(draft), editThirdparty(draft, { archived: false }), recalculate(draft)));
    expect(monitoredBy(one)).toContain("NEWSFEED");
    expect(await kept()).toEqual(published.slice(0, 10));
  });
  it("a new score of SUSTAINSCORE brings a new scorecard", async () => {
    const one = await desk("german", { "Montant d'achat annuel": [100_000] });
    await advance(one.world, "P1D");
    await (await one.reread()).do((draft) => forceUpdate(draft, "SUSTAINSCORE"));
    await advance(one.world, "P1D");
    expect((await one.reread()).document("SCORE_RSE").evidences).toHaveLength(2);
  });
  it("a batch with updates ends with one event for the whole hub", async () => {
    const one = await desk("it", { Criticité: ["High"], "Montant d'achat annuel": [300_000] });
    const batches = [];
    for (let week = 0; week < 12; week++) {
      batches.push(await one.do(refreshHub));
      await advance(one.world, "P1D");
    }
    for (const batch of batches) {
      expect(batch.filter((name) => name === "THIRD_PARTY_DATA_HUB_UPDATED")).toHaveLength(batch.length > 0 ? 1 : 0);
      if (batch.length > 0) expect(batch.at(-1)).toBe("THIRD_PARTY_DATA_HUB_UPDATED");
    }
    expect(batches.some((batch) => batch.length > 1)).toBe(true);
  });
});
