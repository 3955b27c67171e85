import { describe, expect, it } from "vitest";
import { DateTime, Day, FrenchDay } from "../../contract/shared.ts";

describe("dates", () => {
  const years = [1900, 1999, 2000, 2023, 2024, 2100, 2400];
  const two = (number: number) => String(number).padStart(2, "0");

  it("accepts a date exactly when the day exists", () => {
    const wrong: string[] = [];
    for (const year of years)
      for (let month = 0; month <= 13; month++)
        for (let day = 0; day <= 32; day++) {
          const date = new Date(Date.UTC(year, month - 1, day));
          const exists =
            date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
          const iso = `${year}-${two(month)}-${two(day)}`;
          const verdicts = [
            Day.safeParse(iso),
            DateTime.safeParse(`${iso}T12:00:00.000`),
            FrenchDay.safeParse(`${two(day)}/${two(month)}/${year}`),
          ];
          if (verdicts.some(({ success }) => success !== exists)) wrong.push(iso);
        }
    expect(wrong).toEqual([]);
  });

  it.each([
    "2026-01-15T09:00:00",
    "2026-01-15T09:00:00.00",
    "2026-01-15T09:00:00.000Z",
    "2026-01-15 09:00:00.000",
    "2026-01-15T24:00:00.000",
    "2026-01-15T09:60:00.000",
  ])("refuses the moment %s", (moment) => expect(DateTime.safeParse(moment).success).toBe(false));
});
