import { describe, expect, it } from "vitest";
import { quiet, slotsOf } from "../../../../src/console/views/journal/scale.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

describe("slotsOf", () => {
  it("draws the finest bars that fit, with every event in one of them", () => {
    const times = Array.from({ length: 1000 }, (_, at) => start + at * day);
    const slots = slotsOf(times, 130);
    expect(slots.length).toBeLessThanOrEqual(130);
    expect(slots.length).toBeGreaterThan(60);
    expect(slots.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
  });

  it("compresses idle time into one stretch, and leaves a short pause as it is", () => {
    const times = [0, 1, 2, 30, 31].map((days) => start + days * day);
    const slots = slotsOf(times, 10);
    const idle = slots.filter(({ isIdle }) => isIdle);
    expect(idle.map(({ from, to }) => [from <= start + 4 * day, to >= start + 29 * day])).toEqual([[true, true]]);
    expect(slots.filter((slot) => slot.count > 0).map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
  });

  it("leaves no hole between two stretches", () => {
    const slots = slotsOf(
      [0, 3, 9, 400, 401, 1000].map((days) => start + days * day),
      20,
    );
    for (const [at, { to }] of slots.slice(0, -1).entries()) expect(slots[at + 1]?.from).toBe(to);
  });

  it("has no stretch for no events, and says how long idle time is", () => {
    expect(slotsOf([], 10)).toEqual([]);
    expect(quiet({ from: start, to: start + 11 * day, count: 0, isIdle: true })).toBe("11 quiet days");
    expect(quiet({ from: 0, to: 5 * 60_000, count: 0, isIdle: true })).toBe("5 quiet minutes");
  });
});
