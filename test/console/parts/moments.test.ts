import { describe, expect, it, vi } from "vitest";
import {
  completed,
  distance,
  millis,
  momentOf,
  relative,
  wallClock,
  zoneOf,
} from "../../../src/console/parts/moments.ts";

const start = "2026-01-01T00:00:00.000";
const later = (seconds: number) => momentOf(millis(start) + seconds * 1000);
const [minute, hour, day] = [60, 3600, 86_400];

describe("moments of an account", () => {
  it("are UTC, to the millisecond, and a day is its midnight", () => {
    expect([millis("2026-07-01"), millis("2026-07-01T00:00:00.007")]).toEqual([
      Date.UTC(2026, 6, 1),
      Date.UTC(2026, 6, 1) + 7,
    ]);
    expect(momentOf(Date.UTC(2026, 6, 1) + 7)).toBe("2026-07-01T00:00:00.007");
  });

  it.each([
    [0, "0 s"],
    [1, "1 s"],
    [89, "89 s"],
    [90, "2 min"],
    [90 * minute - 1, "90 min"],
    [90 * minute, "2 h"],
    [36 * hour - 1, "36 h"],
    [36 * hour, "2 days"],
    [60 * day - 1, "60 days"],
    [60 * day, "2 months"],
    [730 * day - 1, "24 months"],
    [730 * day, "2 years"],
    [3652.5 * day, "10 years"],
  ])("that are %d s apart are so by %s, both ways", (seconds, words) => {
    expect([distance(start, later(seconds)), distance(later(seconds), start)]).toEqual([words, words]);
  });

  it("are said from now: before it, at it, after it, and not at all while it is unknown", () => {
    const said = [-3 * day, -1, 0, 1, 3 * day].map((seconds) => relative(later(seconds), start));
    expect(said).toEqual(["3 days ago", "1 s ago", "0 s ago", "in 1 s", "in 3 days"]);
    expect(relative(start, undefined)).toBe("");
  });
});

it("the clock of the wall is read where the visitor is", () => {
  const offset = vi.spyOn(Date.prototype, "getTimezoneOffset");
  const read = (minutes: number) => {
    offset.mockReturnValue(minutes);
    return wallClock(new Date("2026-12-31T22:45:00Z"));
  };
  expect([read(0), read(-90), read(1365)]).toEqual([
    ["2026-12-31", "22:45"],
    ["2027-01-01", "00:15"],
    ["2026-12-31", "00:00"],
  ]);
});

it("the zone of the visitor has its short name of that day", () => {
  const zones = ["2026-01-15T12:00:00Z", "2026-07-15T12:00:00Z"].map((at) => zoneOf(new Date(at), "Europe/Paris"));
  expect([...zones, zoneOf(new Date(0), "UTC")]).toEqual(["GMT+1", "GMT+2", "UTC"]);
});

it.each([
  ["2027-01-15", "2027-01-15T00:00:00"],
  ["2027-01-15 09:00", "2027-01-15T09:00:00"],
  [" 2027-01-15T09:00 ", "2027-01-15T09:00:00"],
  ["2027-01-15 09:00:30", "2027-01-15T09:00:30"],
  ["2027-01-15 09:0", "2027-01-15T09:0"],
  ["2027-01-1", "2027-01-1"],
  ["", ""],
])("what is typed as %j means %j", (typed, moment) => {
  expect(completed(typed)).toBe(moment);
});
