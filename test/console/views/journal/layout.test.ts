import { describe, expect, it } from "vitest";
import { barsOf, edgesOf, labelsOf, slotAt } from "../../../../src/console/views/journal/layout.ts";
import type { Slot } from "../../../../src/console/views/journal/scale.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);
/** Stretches one after the other: bars with some events each, or idle time of some steps as a negative number. */
function stretches(step: number, ...counts: readonly number[]): Slot[] {
  let to = start;
  return counts.map((count) => {
    const from = to;
    to += step * (count < 0 ? -count : 1);
    return { from, to, count: Math.max(0, count), isIdle: count < 0 };
  });
}
const many = Array.from({ length: 36 }, () => 1);

describe("the drawing of the time line", () => {
  it("gives idle time the room of two bars, and draws a few bars no wider than one of forty", () => {
    expect(edgesOf(stretches(day, 1, -9, 1))).toEqual([0, 1 / 40, 3 / 40, 4 / 40]);
    expect(edgesOf(stretches(day, ...many, ...many, -9)).slice(-3)).toEqual([71 / 74, 72 / 74, 1]);
    expect(edgesOf([])).toEqual([0]);
  });

  it.each([
    [-0.5, 0],
    [0, 0],
    [0.099, 0],
    [0.1, 1],
    [0.299, 1],
    [0.3, 2],
    [0.5, 2],
    [2, 2],
  ])("has at the share %d of its width the stretch %d", (share, at) => {
    expect(slotAt(share, [0, 0.1, 0.3, 0.4])).toBe(at);
  });

  it("draws each stretch with events that is wanted, as tall as the root of its share, and never invisible", () => {
    const slots = stretches(day, 100, 0, 25, 1);
    const edges = [0, 0.25, 0.5, 0.75, 1];
    const [first, third, fourth] = ["M0.8 64V0.0H249.2V64Z", "M500.8 64V32.0H749.2V64Z", "M750.8 64V57.6H999.2V64Z"];
    expect(barsOf(slots, edges, () => true)).toBe(`${first}${third}${fourth}`);
    expect(barsOf(slots, edges, (at) => at === 2)).toBe(third);
    expect(barsOf(stretches(day, 10_000, 1), [0, 0.5, 1], (at) => at === 1)).toBe("M500.8 64V62.0H999.2V64Z");
  });

  it("labels days by their date and shorter bars by their time, the first one in any case", () => {
    const shown = (slots: readonly Slot[]) => labelsOf(slots, edgesOf(slots), 800).map(({ text }) => text);
    expect(shown(stretches(day / 2, 1))).toEqual(["2026-01-01"]);
    expect(shown(stretches(day / 2 - 1, 1, -9))).toEqual(["01-01 00:00"]);
  });

  it.each([
    [1200, 13],
    [479, 3],
  ])("labels the three longest idle times first, then what has room in %d pixels", (width, count) => {
    const gap = (idle: number) => [-idle, ...many.slice(0, 6)];
    const slots = stretches(day, ...many.slice(0, 6), ...gap(5), ...gap(20), ...gap(10), ...gap(30), ...gap(7));
    const labels = labelsOf(slots, edgesOf(slots), width);
    expect(labels.slice(1, 3).map(({ text }) => text)).toEqual(["// 30 quiet days", "// 20 quiet days"]);
    const places = labels.toSorted((one, other) => one.at - other.at);
    for (const [index, { at, isIdle }] of places.entries())
      expect((places[index + 1]?.at ?? 1) - at).toBeGreaterThanOrEqual((isIdle ? 104 : 72) / width);
    expect(labels.length).toBe(count);
    expect(labels[0]).toEqual({ at: 0, text: "2026-01-01", isIdle: false });
    const whole = stretches(day, ...many, 1, 1, 1, 1);
    expect(labelsOf(whole, edgesOf(whole), 480).map(({ at }) => at * 40)).toEqual([0, 6, 12, 18, 24, 30]);
  });
});
