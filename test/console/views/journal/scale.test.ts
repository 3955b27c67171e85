import { describe, expect, it } from "vitest";
import { contentOf, quiet, slotsOf } from "../../../../src/console/views/journal/scale.ts";

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
const start = Date.UTC(2026, 0, 1);
const bar = (from: number, to: number, count = 1) => ({ from, to, count, isIdle: false });
const idle = (from: number, to: number) => ({ from, to, count: 0, isIdle: true });
/** The stretches for events at some seconds, in seconds. */
const inSeconds = (seconds: readonly number[], most: number) =>
  slotsOf(
    seconds.map((at) => at * second),
    most,
  ).map(({ from, to, ...slot }) => ({ from: from / second, to: to / second, ...slot }));

describe("slotsOf", () => {
  it.each([
    ...[second, 5 * second, 15 * second, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour],
    ...[1, 2, 3, 4, 5, 7, 10, 14, 28, 91, 364, 3640].map((days) => days * day),
  ])("draws ten events that are %d ms apart as ten bars of that length, the finest that fit", (step) => {
    const places = Array.from({ length: 10 }, (_, at) => at * step);
    expect(slotsOf(places, 10)).toEqual(places.map((from) => bar(from, from + step)));
  });

  it("draws more bars than fit where the longest ones are too many", () => {
    expect(slotsOf([0, 3640 * day, 7280 * day], 2)).toHaveLength(3);
  });

  it("counts events of one bar together, and leaves three empty bars as they are", () => {
    expect(inSeconds([0, 0.999, 1, 5], 10)).toEqual([
      bar(0, 1, 2),
      bar(1, 2),
      ...[2, 3, 4].map((from) => bar(from, from + 1, 0)),
      bar(5, 6),
    ]);
  });

  it("draws four empty bars and more as one stretch of idle time", () => {
    expect(inSeconds([0, 5, 100], 10)).toEqual([bar(0, 1), idle(1, 5), bar(5, 6), idle(6, 100), bar(100, 101)]);
  });

  it("has at most two idle times and one more for ten stretches, or else coarser bars", () => {
    const three = [bar(3, 4), idle(4, 8), bar(8, 9), idle(9, 13), bar(13, 14), idle(14, 18), bar(18, 19)];
    expect(inSeconds([0, 1, 2, 3, 8, 13, 18], 10)).toEqual([bar(0, 1), bar(1, 2), bar(2, 3), ...three]);
    expect(inSeconds([1, 2, 3, 8, 13, 18], 10)).toEqual([bar(0, 5, 3), bar(5, 10), bar(10, 15), bar(15, 20)]);
  });

  it("leaves no hole and no event out, whatever the times", () => {
    const times = [0, 3, 9, 400, 401, 1000, 1000.5, 9000].map((days) => start + days * day);
    const slots = slotsOf(times, 20);
    expect(slots.slice(1).map(({ from }) => from)).toEqual(slots.slice(0, -1).map(({ to }) => to));
    const inside = slots.map(({ from, to }) => times.filter((time) => time >= from && time < to).length);
    expect(slots.map(({ count }) => count)).toEqual(inside);
    expect(slotsOf([], 10)).toEqual([]);
  });
});

it.each([
  [11 * day, "11 quiet days"],
  [2 * day, "2 quiet days"],
  [2 * day - 1, "48 quiet hours"],
  [2 * hour, "2 quiet hours"],
  [2 * hour - 1, "120 quiet minutes"],
  [2 * minute, "2 quiet minutes"],
  [2 * minute - 1, "120 quiet seconds"],
  [4 * second, "4 quiet seconds"],
])("idle time of %d ms is said as %s", (length, words) => {
  expect(quiet(idle(start, start + length))).toBe(words);
});

it.each([
  [idle(10, 20), "not read yet"],
  [idle(0, 10), "10 quiet seconds"],
  [bar(12, 13, 0), "not read yet"],
  [bar(12, 13, 3), "3 events"],
  [bar(30, 31, 0), "0 events"],
  [bar(40, 41), "1 event"],
])(
  "while the events between the seconds 10 and 25 are not read yet, a stretch %j has %s",
  ({ from, to, ...slot }, words) => {
    expect(contentOf({ ...slot, from: from * second, to: to * second }, [10 * second, 25 * second])).toBe(words);
  },
);
