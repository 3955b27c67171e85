import { describe, expect, it } from "vitest";
import {
  accountsOn,
  filedOn,
  foundedBefore,
  inOfficeSince,
  lastBalanceSheet,
  procedureOn,
  yearEndOf,
} from "../../src/directory/days.ts";
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
      expect(young).toBeLessThan(0.04);
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

  it("keeps drawn dates in the past, and moves later ones before today", () => {
    expect(inOfficeSince("2018-06-01", "2011-03-04", "1999-01-02")).toBe("2011-03-04");
    expect(inOfficeSince("2018-06-01", "2019-03-04", "1990-01-02")).toBe("1999-03-04");
    expect(inOfficeSince("2018-06-01", "2019-03-04", "2001-01-02")).toBe("2001-01-02");
  });

  it("closes the accounts with the year, and files them on one day from May to September of the next", () => {
    const unit = "219966488";
    expect(filedOn("2025-12-31", unit)).toBe("2026-08-01");
    const lastOn = (today: string, creation = "1985-10-27") => lastBalanceSheet(today, creation, unit);
    expect(["2026-07-31", "2026-08-01", "2031-01-01"].map((today) => lastOn(today))).toEqual([
      "2024-12-31",
      "2025-12-31",
      "2029-12-31",
    ]);
    expect([lastOn("2026-08-01", "2025-02-01"), lastOn("2027-08-01", "2025-02-01")]).toEqual([null, "2026-12-31"]);
    const days = new Set(everywhere.map(({ siren, duns }) => filedOn("2025-12-31", siren ?? duns).slice(0, 7)));
    expect([...days].sort()).toEqual(["2026-05", "2026-06", "2026-07", "2026-08", "2026-09"]);
  });

  it("ends one fiscal year in five on another day than 31 December", () => {
    const units = everywhere.map(({ siren, duns }) => siren ?? duns);
    const shares: Record<string, number> = {};
    for (const unit of units) shares[yearEndOf(unit)] = (shares[yearEndOf(unit)] ?? 0) + 1 / units.length;
    const near = (share: number) => expect.closeTo(share, 1);
    expect(shares).toEqual({ "12-31": near(0.8), "06-30": near(0.08), "09-30": near(0.07), "03-31": near(0.05) });
    const june = units.find((unit) => yearEndOf(unit) === "06-30") as string;
    const filed = filedOn("2025-06-30", june);
    expect(filed >= "2025-11-01" && filed < "2026-04-01").toBe(true);
    expect(lastBalanceSheet(filed, "1985-10-27", june)).toBe("2025-06-30");
    expect(lastBalanceSheet("2025-10-31", "1985-10-27", june)).toBe("2024-06-30");
    const usual = units.filter((unit) => yearEndOf(unit) === "12-31");
    expect(new Set(usual.map((unit) => lastBalanceSheet("9999-12-30", "1985-10-27", unit)))).toEqual(
      new Set(["9998-12-31"]),
    );
  });

  it("moves the turnover every year by 10 % at most, and keeps it near the usual one", () => {
    const years = Array.from({ length: 12 }, (_, at) => `${2020 + at}-12-31`);
    const published = everywhere.filter(({ usualTurnover }) => usualTurnover !== null);
    const far: number[] = [];
    let moved = 0;
    for (const company of published) {
      const usual = company.usualTurnover as number;
      const turnovers = years.map((today) => accountsOn(today, "1990-01-01", company).turnover as number);
      far.push(...turnovers.filter((turnover) => Math.abs(turnover / usual - 1) > 0.16));
      for (const [at, turnover] of turnovers.slice(1).entries()) {
        if (Math.abs(turnover / (turnovers[at] as number) - 1) >= 0.13) far.push(turnover);
        if (turnover !== turnovers[at]) moved++;
      }
    }
    expect(far).toEqual([]);
    expect(moved / (published.length * (years.length - 1))).toBeGreaterThan(0.9);
    const silent = { siren: "219966488", duns: "990100012", usualTurnover: null };
    expect(accountsOn("2026-12-31", "1990-01-01", silent)).toEqual({ turnover: null, lastBalanceSheetDate: null });
  });

  const lyon = { addressCountryCode: "FR", addressPostCode: "69003", greffe: "Lyon", activityCode: "6201Z" };
  it("opens a drawn procedure so many days before today, and keeps one that is known already", () => {
    const drawn = { type: "SAUVEGARDE", court: "Tribunal de commerce de Lyon", daysOpen: 40 } as const;
    expect(procedureOn("2026-03-01", drawn, "1990-01-02", lyon)).toEqual({
      type: "SAUVEGARDE",
      openingDate: "2026-01-20",
      court: "Tribunal des activités économiques de Lyon",
    });
    expect(procedureOn("2026-03-01", drawn, "2026-02-02", lyon).openingDate).toBe("2026-02-02");
    const known = { type: "SAUVEGARDE", court: drawn.court, openingDate: "2025-01-20" } as const;
    expect(procedureOn("2026-03-01", known, "1990-01-02", lyon)).toBe(known);
  });
});
