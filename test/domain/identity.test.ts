import { describe, expect, it } from "vitest";
import type { Draft } from "../../src/domain/draft.ts";
import { changeCode, editThirdparty } from "../../src/domain/identity.ts";
import { desk } from "../support/worlds.ts";

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
