import { describe, expect, it } from "vitest";
import {
  addDuration,
  addMonths,
  day,
  dayOf,
  endOfDay,
  format,
  frenchDay,
  hour,
  isNever,
  minute,
  nextDaily,
  nextMonthly,
  nextWeekly,
  onClock,
  parse,
  startOfDay,
  startOfWeek,
} from "../../src/domain/time.ts";

const at = parse;

describe("time", () => {
  it("moments are read and written in UTC without a zone", () => {
    expect(format(at("2026-07-01T12:00:00.007"))).toBe("2026-07-01T12:00:00.007");
    expect(at("2026-07-01")).toBe(Date.UTC(2026, 6, 1));
    expect(frenchDay(at("2026-07-01T23:59:59.999"))).toBe("01/07/2026");
    expect(format(endOfDay("2026-02-28"))).toBe("2026-02-28T23:59:59.999");
    expect(format(startOfDay(at("2026-02-28T13:00:00")))).toBe("2026-02-28T00:00:00.000");
    expect(format(startOfDay(at("1969-02-28T13:00:00")))).toBe("1969-02-28T00:00:00.000");
    const weeks = ["2026-01-14T23:59:59.999", "2026-01-15T00:00:00", "2026-01-21T13:00:00", "1969-12-31T13:00:00"];
    expect(weeks.map((text) => format(startOfWeek(at(text))))).toEqual(
      ["2026-01-08", "2026-01-15", "2026-01-15", "1969-12-25"].map((thursday) => `${thursday}T00:00:00.000`),
    );
  });

  it("any sequence of moments is formatted and parsed like the built-in Date", () => {
    const start = Date.UTC(2026, 0, 15, 9);
    const steps = [
      0, 1, 1, 998, 1, -1, -999, -1, 7, 0.5, -0.5, 1000, -2000, 60_000, 86_400_000, 59_999, 999, -1_800_000_000_000, 1,
      -0.25, 5,
    ];
    let moment = start;
    for (const step of [...steps, ...steps.toReversed()]) {
      moment += step;
      expect(format(moment)).toBe(new Date(moment).toISOString().slice(0, -1));
      expect(parse(format(moment))).toBe(Math.trunc(moment));
      expect(parse("2026-01-15T09:00:00.000")).toBe(start);
    }
    for (const early of [-0.5, -1, -1000.5, -1001, -999])
      expect(format(early)).toBe(new Date(early).toISOString().slice(0, -1));
    expect(() => format(Number.NaN)).toThrow(RangeError);
    expect(parse("no moment")).toBeNaN();
  });

  it("a moment that no text can hold is formatted as the first or the last one, in any order", () => {
    const [first, last] = ["0000-01-01T00:00:00.000", "9999-12-31T23:59:59.999"];
    const [lower, upper] = [at(first), at(last)];
    for (const moment of [upper + 1, upper, upper + 7, Date.UTC(12_026, 0), Number.POSITIVE_INFINITY, upper])
      expect(format(moment)).toBe(last);
    for (const moment of [lower - 1, lower, lower - day, Number.NEGATIVE_INFINITY]) expect(format(moment)).toBe(first);
    expect(format(upper - 1)).toBe("9999-12-31T23:59:59.998");
    expect(format(lower + 1)).toBe("0000-01-01T00:00:00.001");
    expect(frenchDay(upper + day)).toBe("31/12/9999");
  });

  it("a clock shows no moment before 1980 or after 9999", () => {
    const [from, to] = [at("1980-01-01"), at("9999-12-31T23:59:59.999")];
    expect([from - 1, from, from + 1, to, to + 1].map(onClock)).toEqual([from, from, from + 1, to, to]);
    expect([to, to + 1].map(isNever)).toEqual([false, true]);
  });

  it.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["0004-02-29", 12, "0005-02-28"],
    ["0000-01-31", 1, "0000-02-29"],
    ["1969-12-31", 2, "1970-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2028-02-29", 12, "2029-02-28"],
    ["2026-08-31", 6, "2027-02-28"],
    ["2026-12-15", 1, "2027-01-15"],
    ["2026-03-31", -1, "2026-02-28"],
    ["2026-01-15", -24, "2024-01-15"],
    ["2100-01-31", 1, "2100-02-28"],
  ])("%s plus %i months is %s", (from, months, to) => {
    expect(dayOf(addMonths(at(from), months))).toBe(to);
  });
  it("adding months keeps the time of day", () => {
    expect(format(addMonths(at("1969-01-31T17:30:00.250"), 1))).toBe("1969-02-28T17:30:00.250");
    expect(format(addMonths(at("2026-01-31T17:30:00.250"), 1))).toBe("2026-02-28T17:30:00.250");
  });

  it.each([
    ["P90D", "2026-04-15T09:00:00.000"],
    ["P1Y", "2027-01-15T09:00:00.000"],
    ["P1Y2M10D", "2027-03-25T09:00:00.000"],
    ["P2W", "2026-01-29T09:00:00.000"],
    ["PT36H", "2026-01-16T21:00:00.000"],
    ["P1DT2H30M5S", "2026-01-16T11:30:05.000"],
    ["PT5M", "2026-01-15T09:05:00.000"],
    ["P5M", "2026-06-15T09:00:00.000"],
  ])("2026-01-15T09:00 plus %s is %s", (duration, to) => {
    expect(format(addDuration(at("2026-01-15T09:00:00"), duration))).toBe(to);
  });

  const daily = (from: number) => nextDaily(from, 5 * minute);
  const onMonday = (from: number) => nextWeekly(from, 1, 8 * hour);
  const onSunday = (from: number) => nextWeekly(from, 0, 3 * hour);
  const monthly = (from: number) => nextMonthly(from, 4 * hour + 30 * minute);
  it.each([
    [daily, "2026-01-15T00:04:59.999", "2026-01-15T00:05:00.000"],
    [daily, "2026-01-15T00:05:00.000", "2026-01-16T00:05:00.000"],
    [onMonday, "2026-01-15T09:00:00", "2026-01-19T08:00:00.000"],
    [onMonday, "2026-01-19T07:59:59", "2026-01-19T08:00:00.000"],
    [onMonday, "2026-01-19T08:00:00", "2026-01-26T08:00:00.000"],
    [onSunday, "2026-01-15T00:00:00", "2026-01-18T03:00:00.000"],
    [monthly, "2026-01-01T04:29:00", "2026-01-01T04:30:00.000"],
    [monthly, "2026-01-01T04:30:00", "2026-02-01T04:30:00.000"],
    [monthly, "2026-12-31T23:00:00", "2027-01-01T04:30:00.000"],
  ])("the next round (%o) after %s, strictly after, is at %s", (next, from, to) => {
    expect(format(next(at(from)))).toBe(to);
  });
});
