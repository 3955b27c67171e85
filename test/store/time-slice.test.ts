import { afterEach, describe, expect, it, vi } from "vitest";
import { sliced, turn } from "../../src/store/time-slice.ts";

/** A clock that each look at it moves on. */
const movingClock = (milliseconds: number) => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += milliseconds));
};
afterEach(() => void vi.restoreAllMocks());

async function all<T>(rows: Iterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of sliced(rows)) found.push(row);
  return found;
}

describe("sliced", () => {
  it("rows come one by one, in their order", async () => {
    expect(await all([])).toEqual([]);
    expect(await all("abc")).toEqual(["a", "b", "c"]);
  });

  it.each([
    [1, []],
    [11, ["other"]],
  ])("rows that take %i ms each let these others run before the last one: %j", async (milliseconds, others) => {
    movingClock(milliseconds);
    const seen: string[] = [];
    setImmediate(() => seen.push("other"));
    let before: string[] = [];
    for await (const row of sliced([1, 2, 3])) if (row === 3) before = [...seen];
    expect(before).toEqual(others);
  });

  it("in each turn of the event loop one piece of long work continues", async () => {
    const order: string[] = [];
    const waits = ["a", "b"].map((name) => turn().then(() => order.push(name)));
    await new Promise(setImmediate);
    expect(order).toEqual(["a"]);
    await Promise.all(waits);
    expect(order).toEqual(["a", "b"]);
  });
});
