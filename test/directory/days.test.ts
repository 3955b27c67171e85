import { describe, expect, it } from "vitest";
import { foundedBefore, lastBalanceSheet } from "../../src/directory/days.ts";
import { everywhere } from "./sample.ts";

describe("days", () => {
  it.each(["2020-03-01", "2026-01-15", "2026-11-15", "2031-07-01", "2040-01-01", "2071-12-31"])(
    "on %s no company is founded in the future, and a few are young",
    (today) => {
      const dates = everywhere.map(({ dateCreation }) => foundedBefore(today, dateCreation));
      const twoYearsAgo = `${Number(today.slice(0, 4)) - 2}${today.slice(4)}`;
      const young = dates.filter((date) => date > twoYearsAgo).length / dates.length;
      expect(dates.filter((date) => !/^\d{4}-\d\d-\d\d$/.test(date) || date > today)).toEqual([]);
      expect(young).toBeGreaterThan(0.005);
      expect(young).toBeLessThan(0.03);
    },
  );

  it("keeps the founding day for twenty years", () => {
    expect(
      ["2024-05-06", "2025-05-05", "2025-05-06", "2045-05-05", "2045-05-06"].map((today) =>
        foundedBefore(today, "2025-05-06"),
      ),
    ).toEqual(["2005-05-06", "2005-05-06", "2025-05-06", "2025-05-06", "2045-05-06"]);
    expect(foundedBefore("2026-01-15", "1985-10-27")).toBe("1985-10-27");
  });

  it("closes the accounts with the year and files them by the middle of the next", () => {
    expect(["2026-06-30", "2026-07-01", "2031-01-01"].map((today) => lastBalanceSheet(today, "1985-10-27"))).toEqual([
      "2024-12-31",
      "2025-12-31",
      "2029-12-31",
    ]);
    expect([lastBalanceSheet("2026-07-01", "2025-12-01"), lastBalanceSheet("2026-06-30", "2025-12-01")]).toEqual([
      "2025-12-31",
      null,
    ]);
  });
});
