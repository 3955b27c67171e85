import { describe, expect, it } from "vitest";
import {
  calendarCountries,
  isWorkingDay,
  isWorkingMoment,
  openingAfter,
  workingDayBy,
  workingMoment,
} from "../../src/directory/calendar.ts";
import { territories } from "../../src/directory/territories.ts";

const at = (text: string) => Date.parse(`${text}:00Z`);
const shown = (moment: number) => new Date(moment).toISOString().slice(0, 16);
const weekdayOf = (text: string) => new Date(text).getUTCDay();

/** The days from Monday to Friday of a year on which a place is closed. */
function closed(country: string, year: number, postCode?: string): string[] {
  const days = Array.from({ length: 366 }, (_, index) =>
    new Date(Date.UTC(year, 0, 1 + index)).toISOString().slice(0, 10),
  );
  const isClosed = (day: string) => weekdayOf(day) % 6 !== 0 && !isWorkingDay(country, day, postCode);
  return days.filter((day) => day.startsWith(String(year)) && isClosed(day)).map((day) => day.slice(5));
}

describe("the calendar", () => {
  it.each([
    ...["1995-04-17", "2000-04-24", "2008-03-24", "2019-04-22", "2024-04-01", "2025-04-21", "2026-04-06"],
    ...["2027-03-29", "2038-04-26", "2049-04-19", "2285-03-23"],
  ])("is closed on Easter Monday, %s, and open the day after", (monday) => {
    expect(isWorkingDay("FR", monday)).toBe(false);
    expect(isWorkingDay("FR", new Date(Date.parse(monday) + 86_400_000).toISOString().slice(0, 10))).toBe(true);
  });

  it.each([
    ["FR", 2026, "75008", "01-01 04-06 05-01 05-08 05-14 05-25 07-14 11-11 12-25"],
    ["FR", 2025, "67000", "01-01 04-18 04-21 05-01 05-08 05-29 06-09 07-14 08-15 11-11 12-25 12-26"],
    ["FR", 2025, "97110", "01-01 04-21 05-01 05-08 05-27 05-29 06-09 07-14 08-15 11-11 12-25"],
    ["FR", 2024, "97400", "01-01 04-01 05-01 05-08 05-09 05-20 08-15 11-01 11-11 12-20 12-25"],
    ["FR", 1981, undefined, "01-01 04-20 05-01 05-28 06-08 07-14 11-11 12-25"],
    ["DE", 2025, undefined, "01-01 04-18 04-21 05-01 05-29 06-09 10-03 12-25 12-26"],
    ["DE", 2025, "80331", "01-01 01-06 04-18 04-21 05-01 05-29 06-09 06-19 08-15 10-03 12-25 12-26"],
    ["DE", 2025, "04109", "01-01 04-18 04-21 05-01 05-29 06-09 10-03 10-31 11-19 12-25 12-26"],
    ["BE", 2025, undefined, "01-01 04-21 05-01 05-29 06-09 07-21 08-15 11-11 12-25"],
    ["LU", 2025, undefined, "01-01 04-21 05-01 05-09 05-29 06-09 06-23 08-15 12-25 12-26"],
    ["CH", 2025, "8001", "01-01 01-02 04-18 04-21 05-01 05-29 06-09 08-01 12-25 12-26"],
    ["CH", 2025, "1204", "01-01 04-18 04-21 05-29 06-09 08-01 09-11 12-25 12-31"],
    ["IT", 2025, undefined, "01-01 01-06 04-21 04-25 05-01 06-02 08-15 12-08 12-25 12-26"],
    ["ES", 2025, undefined, "01-01 01-06 04-18 05-01 08-15 12-08 12-25"],
    ["PT", 2025, undefined, "01-01 04-18 04-25 05-01 06-10 06-19 08-15 12-01 12-08 12-25"],
    ["PT", 2014, undefined, "01-01 04-18 04-25 05-01 06-10 08-15 12-08 12-25"],
    ["NL", 2026, undefined, "01-01 04-06 04-27 05-14 05-25 12-25"],
    ["AT", 2025, undefined, "01-01 01-06 04-21 05-01 05-29 06-09 06-19 08-15 12-08 12-25 12-26"],
    ["GB", 2022, "M2 5DB", "01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27"],
    ["GB", 2021, "EC2A 4BX", "01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28"],
    ["GB", 2025, "EH2 2BY", "01-01 01-02 04-18 05-05 05-26 08-04 12-01 12-25 12-26"],
    ["GB", 2025, "GL1 1AA", "01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26"],
    ["GB", 2026, "BT1 5GS", "01-01 03-17 04-03 04-06 05-04 05-25 07-13 08-31 12-25 12-28"],
    ["IE", 2025, undefined, "01-01 02-03 03-17 04-21 05-05 06-02 08-04 10-27 12-25 12-26"],
    ["IE", 2030, undefined, "01-01 02-01 03-18 04-22 05-06 06-03 08-05 10-28 12-25 12-26"],
  ])("knows the closed days of %s in %i at %s", (country, year, postCode, days) => {
    expect(closed(country as string, year as number, postCode as string | undefined).join(" ")).toBe(days);
  });

  it("knows weekends that are not Saturday and Sunday", () => {
    const week = ["2026-01-16", "2026-01-17", "2026-01-18"];
    const open = (country: string) => week.map((day) => isWorkingDay(country, day));
    expect(open("FR")).toEqual([true, false, false]);
    expect(open("SA")).toEqual([false, false, true]);
    expect(open("IR")).toEqual([false, true, true]);
  });

  it("finds the last working day by a day", () => {
    expect(workingDayBy("FR", "2026-04-06")).toBe("2026-04-03");
    expect(workingDayBy("FR", "2026-04-06", "57000")).toBe("2026-04-02");
    expect(workingDayBy("FR", "2026-04-07")).toBe("2026-04-07");
  });

  it.each([
    ["FR", "2026-01-15T07:59", undefined, "2026-01-15T08:00"],
    ["FR", "2026-01-15T12:34", undefined, "2026-01-15T12:34"],
    ["FR", "2026-01-15T17:00", undefined, "2026-01-16T08:00"],
    ["FR", "2026-01-16T20:00", undefined, "2026-01-19T08:00"],
    ["FR", "2026-12-24T18:00", undefined, "2026-12-28T08:00"],
    ["FR", "2025-12-24T18:00", undefined, "2025-12-26T08:00"],
    ["FR", "2025-12-24T18:00", "67000", "2025-12-29T08:00"],
    ["FR", "2026-01-15T04:30", "97400", "2026-01-15T05:00"],
    ["FR", "2026-01-15T20:30", "97110", "2026-01-15T20:30"],
    ["US", "2026-01-15T23:30", undefined, "2026-01-16T14:00"],
    ["TO", "2026-01-15T20:30", undefined, "2026-01-15T20:30"],
    ["IN", "2026-01-15T01:00", undefined, "2026-01-15T03:30"],
    ["SA", "2026-01-15T16:00", undefined, "2026-01-18T06:00"],
    ["??", "2026-01-15T03:00", undefined, "2026-01-15T09:00"],
  ])("in %s work goes on from %s at %s at %s", (country, from, postCode, until) => {
    const moment = workingMoment(country, at(from), postCode);
    expect(shown(moment)).toBe(until);
    expect(isWorkingMoment(country, moment, postCode)).toBe(true);
    expect(isWorkingMoment(country, at(from), postCode)).toBe(from === until);
  });

  it("counts working days from the day of a moment, in the time of its place, to an opening", () => {
    expect(shown(openingAfter("FR", at("2026-04-02T10:20"), 0))).toBe("2026-04-02T08:00");
    expect(shown(openingAfter("FR", at("2026-04-02T23:50"), 2))).toBe("2026-04-08T08:00");
    expect(shown(openingAfter("FR", at("2026-04-02T20:20"), 2))).toBe("2026-04-07T08:00");
    expect(shown(openingAfter("FR", at("2026-04-02T10:20"), 2, "68000"))).toBe("2026-04-08T08:00");
    expect(shown(openingAfter("FR", at("2026-04-04T12:00"), 1))).toBe("2026-04-07T08:00");
  });

  it("gives the same answers when more years were asked for than it keeps", () => {
    const years = Array.from({ length: 700 }, (_, index) => `${2000 + index}-07-14`);
    expect(years.filter((day) => isWorkingDay("FR", day))).toEqual([]);
    expect(isWorkingDay("FR", "2026-07-14")).toBe(false);
    expect(shown(workingMoment("FR", Date.parse("9999-12-31T23:00:00Z")))).toContain("+010000-01-");
  });

  it("has a calendar of each country in which a company can be", () => {
    const wanted = new Set(["FR", ...territories.map(({ country }) => country)]);
    expect([...wanted].filter((country) => !calendarCountries.includes(country))).toEqual([]);
  });
});
