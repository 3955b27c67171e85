import { describe, expect, it } from "vitest";
import { parse } from "../../../src/domain/time.ts";
import { quietWorld } from "../../support/worlds.ts";

describe("the register", () => {
  it("every company in business has the accounts of last year by October, year after year", async () => {
    const world = await quietWorld({ size: 12 });
    const turnovers = new Map<number, Set<number | null>>();
    for (const year of [2026, 2027, 2028]) {
      const target = parse(`${year}-10-01T09:00:00`);
      await world.runDueJobs(target);
      await world.setClock(target, true);
      const { thirdparties } = await world.store.dump();
      const inBusiness = thirdparties.filter(
        ({ archived, status, source }) => !archived && status !== "STRUCK_OFF" && source !== "UNMANAGED",
      );
      expect(inBusiness.length).toBeGreaterThan(8);
      const stale = inBusiness.filter(
        (row) => row.turnover !== null && row.lastBalanceSheetDate !== `${year - 1}-12-31`,
      );
      expect(stale.map(({ name, lastBalanceSheetDate }) => `${name} ${lastBalanceSheetDate}`)).toEqual([]);
      for (const { thirdpartyId, turnover } of inBusiness)
        turnovers.set(thirdpartyId, (turnovers.get(thirdpartyId) ?? new Set()).add(turnover));
    }
    const still = [...turnovers.values()].filter((seen) => seen.size < 2 && !seen.has(null));
    expect(still).toEqual([]);
  });
});
