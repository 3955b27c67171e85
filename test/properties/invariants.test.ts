import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unsettled, wrongs } from "../support/invariants.ts";
import { type Command, nowOf, play, sequences } from "../support/model.ts";
import { join, quietWorld } from "../support/worlds.ts";

/** Four third parties of different kinds, just added: most things can happen to them at once. */
const beginning = (async () => {
  const world = await quietWorld();
  await join(world, "it", { Criticité: ["High"], "Montant d'achat annuel": [120_000] });
  await join(world, "builder");
  await join(world, "soleTrader");
  await join(world, "german");
  return world.store.dump();
})();

async function holds(commands: readonly Command[]): Promise<void> {
  const from = await beginning;
  const world = await play(from, commands, async (here) => expect(wrongs(await here.store.dump(), nowOf(here))).toEqual([]));
  expect(await unsettled(world)).toEqual([]);
}

describe("after any sequence of operations, clock moves and occurrences", () => {
  it.each([1, 2, 3, 4])("the invariants hold (seed %i)", { timeout: 60_000 }, async (seed) => {
    await fc.assert(fc.asyncProperty(sequences(10), holds), { seed, numRuns: 250 });
  });

  it("the same sequence makes the same world, byte for byte", { timeout: 60_000 }, async () => {
    const from = await beginning;
    await fc.assert(
      fc.asyncProperty(sequences(8), async (commands) => {
        const [one, other] = [await play(from, commands), await play(from, commands)];
        expect(JSON.stringify(await one.store.dump())).toBe(JSON.stringify(await other.store.dump()));
      }),
      { seed: 5, numRuns: 60 },
    );
  });
});
