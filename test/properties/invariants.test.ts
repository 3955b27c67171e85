import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unsettled, wrongs } from "../support/invariants.ts";
import { type Command, nowOf, play, sequences } from "../support/model.ts";

async function holds(commands: readonly Command[]): Promise<void> {
  const world = await play(commands, async (here) => expect(wrongs(await here.store.dump(), nowOf(here))).toEqual([]));
  expect(await unsettled(world)).toEqual([]);
}

describe("after any sequence of operations, clock moves and occurrences", () => {
  it.each([1, 2, 3, 4])("the invariants hold (seed %i)", { timeout: 60_000 }, async (seed) => {
    await fc.assert(fc.asyncProperty(sequences(10), holds), { seed, numRuns: 250 });
  });

  it("the same sequence makes the same world, byte for byte", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(sequences(8), async (commands) => {
        const [one, other] = [await play(commands), await play(commands)];
        expect(JSON.stringify(await one.store.dump())).toBe(JSON.stringify(await other.store.dump()));
      }),
      { seed: 5, numRuns: 60 },
    );
  });
});
