import { describe, expect, it } from "vitest";
import { momentOf } from "../../../../src/console/parts/moments.ts";
import { afterKey, boundsOf, type Range, rangeOf, sorted } from "../../../../src/console/views/journal/range.ts";

const start = Date.UTC(2026, 0, 1);
/** Four stretches of a second. */
const slots = [0, 1, 2, 3].map((at) => ({
  from: start + at * 1000,
  to: start + (at + 1) * 1000,
  count: 1,
  isIdle: false,
}));
const at = (milliseconds: number) => momentOf(start + milliseconds);

describe("the range of the time line", () => {
  it.each([
    [{}, undefined],
    [{ from: at(0), to: at(3999) }, [0, 3]],
    [{ from: at(999), to: at(1000) }, [0, 1]],
    [{ from: at(1000), to: at(1999) }, [1, 1]],
    [{ from: at(2500) }, [2, 3]],
    [{ to: at(2500) }, [0, 2]],
    [{ from: at(9000) }, [3, 3]],
    [{ to: at(-1) }, [0, 0]],
    [{ from: "", to: "" }, [0, 3]],
  ])("of the address, %j, covers the stretches %j", (bounds, range) => {
    expect(rangeOf(slots, bounds)).toEqual(range);
  });

  it("is chosen from either end, and includes the last millisecond of its last stretch", () => {
    const bounds = { from: at(1000), to: at(2999) };
    expect([boundsOf(slots, [1, 2]), boundsOf(slots, [2, 1])]).toEqual([bounds, bounds]);
    expect(boundsOf([], [0, 0])).toEqual({ from: momentOf(0), to: momentOf(0) });
    expect([sorted([2, 1], slots), sorted(undefined, slots)]).toEqual([
      [1, 2],
      [0, 3],
    ]);
  });

  const range: Range = [10, 20];
  it.each([
    ["ArrowLeft", [9, 20], [10, 19]],
    ["ArrowRight", [11, 20], [10, 21]],
    ["PageDown", [0, 20], [10, 10]],
    ["PageUp", [20, 20], [10, 30]],
    ["Home", [0, 20], [10, 10]],
    ["End", [20, 20], [10, 39]],
    ["Enter", undefined, undefined],
  ])("moves by %s, its first end to %j and its last to %j: no end passes the other", (key, first, last) => {
    expect([afterKey(key, 0, range, 40), afterKey(key, 1, range, 40)]).toEqual([first, last]);
  });

  it("ends where the time line does", () => {
    expect([afterKey("ArrowLeft", 0, [0, 3], 4), afterKey("PageUp", 1, [0, 3], 4)]).toEqual([
      [0, 3],
      [0, 3],
    ]);
    expect(afterKey("PageDown", 0, [5, 8], 10)).toEqual([0, 8]);
  });
});
