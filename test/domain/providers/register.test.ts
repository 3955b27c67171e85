import { describe, expect, it } from "vitest";
import { siretOf } from "../../../src/directory/numbers.ts";
import { announceCessation, announceProcedure } from "../../../src/domain/providers/gazette.ts";
import { hasNewAccounts, refreshFromRegister, visitRegister } from "../../../src/domain/providers/register.ts";
import type { ThirdpartyRow } from "../../../src/domain/rows.ts";
import { updateInformation } from "../../../src/domain/thirdparty/identity.ts";
import { recalculateWithRules } from "../../../src/domain/thirdparty/recalculate.ts";
import { parse } from "../../../src/domain/time.ts";
import { addToPortfolio } from "../../../src/world/operations.ts";
import { desk, granted, join, type Kind } from "../../support/worlds.ts";
import { addCompany, changedIn, draftOf, firstCompany, isActive, later, shape } from "../stage.ts";

/** The companies whose group of the nomenclature has another activity. */
const hasSimilar: Partial<Record<Kind, boolean>> = { cleaner: true, builder: true };

describe("the register", () => {
  it.each(["cleaner", "builder", "german", "american"] as const)(
    "the register changes names, addresses, activities, heads and headcounts of %s, each with the fields that follow",
    async (kind) => {
      const one = await desk(kind);
      const all = await changedIn(one, refreshFromRegister, 60);
      expect(all).toHaveLength(60);
      const changes = new Set(all.map((changed) => changed.join()));
      expect([...changes].sort()).toEqual(
        expect.arrayContaining([
          ...(hasSimilar[kind] ? ["activityCode,activityLabel,establishments"] : []),
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
  it("a renamed company keeps its trade word, and a new activity stays in the trade and keeps the name", async () => {
    const one = await desk("cleaner");
    const names = new Set<string>();
    const codes = new Set<string | null>();
    for (let night = 0; night < 80; night++) {
      const before = one.thirdparty;
      await one.do(refreshFromRegister);
      const { name, activityCode } = one.thirdparty;
      expect(name).toContain("Propreté");
      expect(activityCode?.slice(0, 3)).toBe("812");
      if (activityCode !== before.activityCode) expect(name).toBe(before.name);
      names.add(name);
      codes.add(activityCode);
    }
    expect(names.size).toBeGreaterThan(2);
    expect([...codes].sort()).toEqual(["8121Z", "8122Z"]);
  });
  it("a refresh from the register brings the latest annual accounts with their turnover", async () => {
    const one = await desk("cleaner");
    const before = one.thirdparty;
    expect(before.lastBalanceSheetDate).toBe("2024-12-31");
    await one.world.setClock(parse("2027-10-01T09:00:00"), true);
    await one.do(refreshFromRegister);
    expect(one.thirdparty.lastBalanceSheetDate).toBe("2026-12-31");
    expect(one.thirdparty.turnover).not.toBe(before.turnover);
    expect(one.thirdparty.turnover! / before.turnover!).toBeCloseTo(1, 0);
  });
  it("a young company publishes its first accounts on its filing day", async () => {
    const young = firstCompany(
      (company) => isActive(company) && company.usualTurnover !== null && company.dateCreation.startsWith("2025"),
    );
    const one = await addCompany(young, "2026-01-15T09:00:00");
    expect([one.thirdparty.turnover, one.thirdparty.lastBalanceSheetDate]).toEqual([null, null]);
    await later(one, "P1Y9M");
    expect(one.thirdparty.lastBalanceSheetDate).toBe("2026-12-31");
    expect(one.thirdparty.turnover).toBeGreaterThan(0);
  });
  it("two establishments of a company have the same turnover, whenever they were added", async () => {
    const one = await desk("it");
    await later(one, "P1Y");
    const sister = await join(one.world, "sister");
    await later(one, "P1Y");
    const accounts = ({ turnover, lastBalanceSheetDate }: ThirdpartyRow) => [turnover, lastBalanceSheetDate];
    const other = (await one.world.store.get("thirdparties", sister)) as ThirdpartyRow;
    expect(accounts(other)).toEqual(accounts(one.thirdparty));
    expect(other.lastBalanceSheetDate).toBe("2026-12-31");
  });
  it("the register never changes the head of a sole trader or a sanctioned executive", async () => {
    for (const kind of ["soleTrader", "sanctioned"] as const) {
      const changes = await changedIn(await desk(kind), refreshFromRegister, 40);
      expect(changes).toHaveLength(40);
      expect(changes.flat()).not.toContain("ceo");
    }
  });
  it("an activity that a rule covers opens a dossier", async () => {
    const one = await desk("it");
    expect(one.folder.dossiers.map(({ dossierTypeCode }) => dossierTypeCode)).not.toContain("VIGILANCE");
    await one.do((draft) => {
      updateInformation(draft, { activityCode: "4399C" }, "REGISTRY");
      recalculateWithRules(draft);
    });
    expect(one.dossier("VIGILANCE")).toMatchObject({ origin: "RULE", ruleId: "R03" });
    expect(one.document("ASS_DECENNALE").statusCode).toBe("MISSING");
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
    const draft = draftOf(one, parse("2027-12-01"));
    refreshFromRegister(draft);
    expect(draft.thirdparty.lastBalanceSheetDate).toBe("2026-12-31");
    const again = draft.events.length;
    refreshFromRegister(draft);
    expect(draft.events.slice(again).flatMap(({ payload }) => payload.changed)).not.toContain("turnover");
    const { thirdparty } = await later(await desk(kind), "P23M");
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

describe("the accounts of a company that ends", () => {
  it.each(["liquidated", "struck off"])("a company that is %s files no more accounts", async (end) => {
    const one = await desk("cleaner");
    const { lastBalanceSheetDate, siren } = one.thirdparty;
    await one.do(
      end === "liquidated" ? (draft) => announceProcedure(draft, "LIQUIDATION_JUDICIAIRE") : announceCessation,
    );
    expect(hasNewAccounts(one.thirdparty, parse("2028-01-15"))).toBe(false);
    const world = one.world;
    const sister = granted(
      await addToPortfolio(world, { companyIdType: "CIT001", companyIdValue: siretOf(siren as string, 7) }, "tester"),
    );
    expect([lastBalanceSheetDate, sister.result.lastBalanceSheetDate]).toEqual(["2024-12-31", "2024-12-31"]);
    const rows = (await world.store.dump()).thirdparties.map(({ internal }) => internal.struckOffOn);
    expect(rows).toEqual(end === "liquidated" ? [undefined, undefined] : ["2026-01-15", "2026-01-15"]);
  });
});
