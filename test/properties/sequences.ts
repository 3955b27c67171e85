import fc from "fast-check";
import { expect } from "vitest";
import { ofAccount } from "../../src/seed/import.ts";
import { unsettled, wrongs } from "../support/invariants.ts";
import { nowOf, play, sequences } from "../support/model.ts";
import { found } from "../support/probes.ts";

/** Expects every invariant to hold after each command of any sequence of operations, clock moves and triggers. */
export const expectInvariantsToHold = (seed: number, numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(sequences(10), async (commands) => {
      const world = await play(commands, async (here) =>
        expect([...wrongs(await here.store.dump(), nowOf(here)), ...(await unsettled(here))]).toEqual([]),
      );
      expect(await found(world)).toEqual([]);
    }),
    { seed, numRuns },
  );

/** Expects a sequence that runs twice to make the same world, byte for byte. */
export const expectSameWorldTwice = (seed: number, numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(sequences(8), async (commands) => {
      const playOnce = async () => ofAccount(await (await play(commands)).store.dump(), "same");
      expect(JSON.stringify(await playOnce())).toBe(JSON.stringify(await playOnce()));
    }),
    { seed, numRuns },
  );
