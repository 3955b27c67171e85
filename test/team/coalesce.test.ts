import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { Coalesced } from "../../src/team/coalesce.ts";

/** A call whose ends are in the hands of the test. */
function held() {
  const ends: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const shared = new Coalesced<number>(() => new Promise((resolve, reject) => ends.push({ resolve, reject })));
  /** Resolves when this many calls have begun, and leaves time for one too many. */
  const begun = async (count: number) => {
    for (let turns = 0; turns < 10; turns++) await turn();
    expect(ends).toHaveLength(count);
  };
  return { shared, ends, begun };
}

it("callers of one turn of the event loop share a call, and later ones share the next", async () => {
  const { shared, ends, begun } = held();
  const first = [shared.run(), shared.run(), shared.run()];
  await begun(1);
  const second = [shared.run(), shared.run()];
  await begun(1);
  ends[0]?.resolve(1);
  expect(await Promise.all(first)).toEqual([1, 1, 1]);
  await begun(2);
  ends[1]?.resolve(2);
  expect(await Promise.all(second)).toEqual([2, 2]);
});

it("a call that fails fails only the callers that shared it", async () => {
  const { shared, ends, begun } = held();
  const first = shared.run();
  await begun(1);
  const second = shared.run();
  ends[0]?.reject(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  await begun(2);
  ends[1]?.resolve(2);
  expect(await second).toBe(2);
});
