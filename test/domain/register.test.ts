import { describe, expect, it } from "vitest";
import { activities } from "../../src/directory/profile.ts";
import { markUnmanaged } from "../../src/domain/identity.ts";
import { refreshFromRegister } from "../../src/domain/register.ts";
import { settleAndFollowRules } from "../../src/domain/settle.ts";
import { parse } from "../../src/domain/time.ts";
import { companies, desk, type Kind } from "../support/worlds.ts";
import { changedIn } from "./stage.ts";

const isFrench = (kind: Kind) => companies[kind].companyIdType === "CIT001";

describe("the register", () => {
  it.each(["cleaner", "soleTrader", "german", "withoutBank"] as const)(
    "every refresh from the register changes a company of the kind %s",
    async (kind) => {
      const one = await desk(kind);
      for (let time = 0; time < 4; time++)
        expect(await one.do(refreshFromRegister)).toEqual(["THIRD_PARTY_INFORMATION_UPDATED"]);
    },
  );
  it.each(["cleaner", "builder", "german", "american"] as const)(
    "the register changes names, addresses, activities, heads and headcounts of %s, each with the fields that follow",
    async (kind) => {
      const one = await desk(kind);
      const changes = new Set((await changedIn(one, refreshFromRegister, 60)).map((changed) => changed.join()));
      expect([...changes].sort()).toEqual(
        expect.arrayContaining([
          `activityCode,activityLabel,establishments${isFrench(kind) ? ",name" : ""}`,
          "addressLine1,establishments",
          "ceo,executives",
          "name",
          "workforce",
        ]),
      );
      const { name, ceo, executives, internal } = one.thirdparty;
      expect([
        internal.bank?.holder ?? name,
        one.folder.dossiers.every(({ thirdpartyName }) => thirdpartyName === name),
      ]).toEqual([name, true]);
      expect(ceo).toBe(`${executives[0]?.lastName} ${executives[0]?.firstName}`);
      if (kind === "builder") expect(one.thirdparty.activityCode).toMatch(/^4[123]/);
    },
  );
  it("a new activity replaces the trade in the name of a French company, and keeps the rest", async () => {
    const one = await desk("cleaner");
    const named: string[] = [];
    for (let night = 0; night < 80; night++) {
      const before = one.thirdparty;
      await one.do(refreshFromRegister);
      const { name, activityCode } = one.thirdparty;
      const tradesOf = (code: string | null) =>
        activities.find((activity) => activity.code === code)?.trades.toSorted((a, b) => b.length - a.length) ?? [];
      expect(tradesOf(activityCode).filter((trade) => name.includes(trade))).not.toEqual([]);
      if (activityCode === before.activityCode) continue;
      const rest = tradesOf(before.activityCode).reduce((left, trade) => left.replace(trade, "").trim(), before.name);
      expect(name).toContain(rest);
      named.push(name);
    }
    expect(new Set(named).size).toBeGreaterThan(3);
  });
  it("a refresh from the register brings the latest annual accounts", async () => {
    const one = await desk("cleaner");
    expect(one.thirdparty.lastBalanceSheetDate).toBe("2024-12-31");
    await one.world.setClock(parse("2027-08-01T09:00:00"), true);
    await one.do(refreshFromRegister);
    expect(one.thirdparty.lastBalanceSheetDate).toBe("2026-12-31");
  });
  it("the register never changes the head of a sole trader or a sanctioned executive", async () => {
    for (const kind of ["soleTrader", "sanctioned"] as const) {
      const changes = await changedIn(await desk(kind), refreshFromRegister, 40);
      expect(changes.flat()).not.toContain("ceo");
    }
  });
  it("a new activity that a rule covers opens a dossier", async () => {
    const one = await desk("it");
    expect(one.folder.dossiers.map(({ dossierTypeCode }) => dossierTypeCode)).not.toContain("VIGILANCE");
    await one.do((draft) => {
      while (!/^4[123]/.test(draft.thirdparty.activityCode as string)) refreshFromRegister(draft);
      settleAndFollowRules(draft);
    });
    expect(one.dossier("VIGILANCE")).toMatchObject({ origin: "RULE", ruleId: "R03" });
    expect(one.document("ASS_DECENNALE").statusCode).toBe("MISSING");
    expect(one.thirdparty.internal.category).toBe("Construction");
  });
  it("the register changes nothing of a company that is struck off", async () => {
    const one = await desk("struckOff");
    expect(await one.do(refreshFromRegister)).toEqual([]);
  });
  it("the register changes nothing of an unmanaged company", async () => {
    const one = await desk("german");
    expect(await one.do((draft) => markUnmanaged(draft, "REGISTRY"))).toEqual([
      "THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED",
    ]);
    expect(await one.do((draft) => markUnmanaged(draft, "REGISTRY"))).toEqual([]);
    expect(await one.do(refreshFromRegister)).toEqual([]);
  });
});
