import { describe, expect, it } from "vitest";
import type { Draft } from "../../../src/domain/draft.ts";
import { changeCode, editThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { trigger } from "../../../src/world/trigger.ts";
import { advance, desk, granted } from "../../support/worlds.ts";

describe("edits of a third party", () => {
  it("an edit that changes nothing leaves no event", async () => {
    const one = await desk("cleaner");
    for (const [rule, event] of [
      [(draft: Draft) => editThirdparty(draft, { owner: "Zoé" }), "THIRD_PARTY_UPDATED"],
      [(draft: Draft) => changeCode(draft, "X-1"), "THIRD_PARTY_CODE_UPDATED"],
    ] as const) {
      expect(await one.do(rule)).toEqual([event]);
      expect(await one.do(rule)).toEqual([]);
    }
    expect(one.folder.dossiers.every(({ thirdpartyCode }) => thirdpartyCode === "X-1")).toBe(true);
  });
});

describe("lastUpdateDate", () => {
  it.each([
    "THIRD_PARTY_UPDATED",
    "THIRD_PARTY_CODE_UPDATED",
    "THIRD_PARTY_INFORMATION_UPDATED",
    "THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED",
    "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
    "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION",
    "THIRD_PARTY_ARCHIVED",
  ] as const)("%s moves it", async (event) => {
    const one = await desk("cleaner");
    await advance(one.world, "PT1H");
    const data = event === "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED" ? { type: "SAUVEGARDE" } : {};
    const { events } = granted(await trigger(one.world, { event, thirdpartyId: one.thirdpartyId, data } as never));
    const { lastUpdateDate } = (await one.reread()).thirdparty;
    expect(events.map(({ occurredAt }) => occurredAt)).toContain(lastUpdateDate);
  });
  it.each([
    "THIRD_PARTY_ATTRIBUTE_UPDATED",
    "THIRD_PARTY_COMMENT_ADDED",
    "DOSSIER_ADDED",
    "DOSSIER_STATUS_UPDATED",
  ] as const)("%s leaves it", async (event) => {
    const one = await desk("cleaner");
    const before = one.thirdparty.lastUpdateDate;
    await advance(one.world, "PT1H");
    granted(await trigger(one.world, { event, thirdpartyId: one.thirdpartyId } as never));
    expect((await one.reread()).thirdparty.lastUpdateDate).toBe(before);
  });
});
