import { describe, expect, it } from "vitest";
import { hasNewAccounts, refreshFromRegister, visitRegister } from "../../../src/domain/providers/register.ts";
import type { ThirdpartyRow } from "../../../src/domain/rows.ts";
import { day, parse } from "../../../src/domain/time.ts";
import { desk, type Kind } from "../../support/worlds.ts";
import { draftOf, later, shape } from "../stage.ts";

describe("the register", () => {
  it.each([
    ["cleaner", ["activityCode,activityLabel,establishments"], ["workforce,workforceRangeCode,workforceRangeLabel"]],
    ["german", [], []],
  ] as const)("changes each topic of the %s with the fields that follow from it", async (kind, first, last) => {
    const one = await desk(kind);
    const changes = Array.from({ length: 80 }, (_, night) => {
      const draft = draftOf(one, one.world.now + night * day);
      refreshFromRegister(draft);
      return draft.events.map(({ payload }) => payload.changed).join();
    });
    const topics = [...first, "addressLine1,establishments", "ceo,executives", "name", "workforce", ...last];
    expect([...new Set(changes)].sort()).toEqual(topics);
  });
  it("accounts are new from the filing day of the company on; the first ones on the day itself", async () => {
    // SIREN 219924909: 4 of five months after May, and 1 of 28 days after the first.
    const { thirdparty } = await desk("cleaner");
    const isNew = (row: Partial<ThirdpartyRow>) =>
      ["2026-09-01", "2026-09-02", "2026-09-03"].map((day) => hasNewAccounts({ ...thirdparty, ...row }, parse(day)));
    expect(isNew({})).toEqual([false, true, true]);
    expect(isNew({ lastBalanceSheetDate: "2025-12-31" })).toEqual([false, false, false]);
    expect(isNew({ lastBalanceSheetDate: null })).toEqual([false, true, false]);
    expect(isNew({ lastBalanceSheetDate: null, dateCreation: "2025-01-01" })).toEqual([false, false, false]);
    const open = (type: string) => ({ collectiveProcedure: { type, openingDate: "2026-01-15", court: "" } }) as never;
    expect(isNew(open("SAUVEGARDE"))).toEqual([false, true, true]);
    for (const row of [{ dateCreation: null }, { status: "STRUCK_OFF" as const }, open("LIQUIDATION_JUDICIAIRE")])
      expect(isNew(row)).toEqual([false, false, false]);
  });
  it.each(["cleaner", "german", "american"] as const)("%s gets the accounts of its own company", async (kind) => {
    const one = await desk(kind);
    const draft = draftOf(one, parse("2026-12-01"));
    refreshFromRegister(draft);
    expect(draft.thirdparty.lastBalanceSheetDate).toBe("2025-12-31");
    const again = draft.events.length;
    refreshFromRegister(draft);
    expect(draft.events.slice(again).flatMap(({ payload }) => payload.changed)).not.toContain("turnover");
    const { thirdparty } = await later(await desk(kind), "P11M");
    expect(draft.thirdparty.turnover).toBe(thirdparty.turnover);
    expect(draft.events[0]?.payload.cause).toBe("REGISTRY");
  });
  it("the register has nothing new on companies that are archived, unmanaged or struck off", async () => {
    const one = await desk("cleaner");
    const changed = (row: Partial<ThirdpartyRow>) => {
      const draft = draftOf(one, parse("2027-12-01"));
      shape(draft, row);
      refreshFromRegister(draft);
      return draft.events.flatMap(({ payload }) => payload.changed as string[]);
    };
    const rows = [{ archived: true }, { source: "UNMANAGED" }, { status: "STRUCK_OFF" }] as const;
    expect(rows.map(changed)).toEqual([[], [], []]);
    expect(changed({ dateCreation: null })).not.toContain("turnover");
  });
  it("a visit brings new accounts or a change, and abroad the register now and then loses a company", async () => {
    const visited = async (kind: Kind, at: string) => {
      const draft = draftOf(await desk(kind), parse(at));
      visitRegister(draft);
      return draft.events.map(({ payload }) => payload.changed ?? payload.cause);
    };
    expect(await visited("cleaner", "2026-09-02T04:00:00")).toEqual([["turnover", "lastBalanceSheetDate"]]);
    expect(await visited("cleaner", "2026-03-01T04:00:00")).toHaveLength(1);
    const nights = Array.from({ length: 100 }, (_, night) => `2026-03-01T04:00:00.${100 + night}`);
    const lost = async (kind: Kind) => {
      const all = await Promise.all(nights.map((at) => visited(kind, at)));
      return all.filter(([first]) => first === "REGISTRY").length;
    };
    expect(await lost("cleaner")).toBe(0);
    expect(await lost("german")).toBeGreaterThan(2);
    expect(await lost("german")).toBeLessThan(17);
  });
});
