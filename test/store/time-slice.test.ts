import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inBatches, inSlices, sliced, turn } from "../../src/store/time-slice.ts";

/** A clock that each look at it moves on. */
const movingClock = (milliseconds: number) => {
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => (now += milliseconds));
};
// What came before has used up some of its own turn.
beforeEach(() => new Promise(setImmediate));
afterEach(() => void vi.restoreAllMocks());

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}
function* steps(seen: () => void) {
  for (const _ of [1, 2, 3]) yield seen();
  return "done";
}

describe("long work", () => {
  it("rows come one by one or in batches of a thousand, in their order", async () => {
    expect([await all(sliced([])), await all(sliced("abc"))]).toEqual([[], ["a", "b", "c"]]);
    const rows = Array.from({ length: 2_001 }, (_, nth) => nth);
    const batches = await all(inBatches(rows));
    expect([batches.map(({ length }) => length), batches.flat()]).toEqual([[1_000, 1_000, 1], rows]);
    expect(await all(inBatches([]))).toEqual([]);
  });

  it.each([
    { milliseconds: 3, turns: [0, 0, 0], yields: 0 },
    { milliseconds: 5, turns: [0, 0, 1], yields: 1 },
    { milliseconds: 10, turns: [0, 1, 2], yields: 3 },
  ])("rows and steps let others run when 10 ms are used up: %j", async ({ milliseconds, ...expected }) => {
    let ran = 0;
    const others = () => {
      ran++;
      if (ran < 9) setImmediate(others);
    };
    const run = async (work: (seen: () => void) => Promise<unknown>) => {
      movingClock(milliseconds);
      ran = 0;
      const found: number[] = [];
      setImmediate(others);
      await work(() => void found.push(ran));
      vi.restoreAllMocks();
      while (ran < 9) await new Promise(setImmediate);
      return found;
    };
    let yields = 0;
    const byRow = await run(async (seen) => {
      for await (const _ of sliced([1, 2, 3], () => yields++)) seen();
    });
    const bySteps = await run(async (seen) => expect(await inSlices(steps(seen))).toBe("done"));
    expect({ turns: byRow, yields }).toEqual(expected);
    expect(bySteps).toEqual(expected.turns);
  });

  it("loops that follow each other share the part of a turn", async () => {
    movingClock(6);
    let ran = 0;
    setImmediate(() => ran++);
    const found: number[] = [];
    for (const rows of ["a", "b", "c"]) for await (const _ of sliced(rows)) found.push(ran);
    expect(found).toEqual([0, 0, 1]);
  });

  it("in each turn of the event loop one piece of long work continues", async () => {
    const order: string[] = [];
    const waits = ["a", "b", "c"].map((name) => turn().then(() => order.push(name)));
    for (const expected of [["a"], ["a", "b"], ["a", "b", "c"]]) {
      await new Promise(setImmediate);
      expect(order).toEqual(expected);
    }
    await Promise.all(waits);
  });
});
