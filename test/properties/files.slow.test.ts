import fc from "fast-check";
import { expect, it } from "vitest";
import type { State } from "../../src/domain/change.ts";
import { type Command, sequences, served } from "../support/model.ts";
import { expectWholeArchive } from "./archive.ts";

it("the archive of a dossier holds its files after any sequence of operations, clock moves and triggers", async () => {
  let files = 0;
  await fc.assert(
    fc.asyncProperty(sequences(10), async (commands: Command[]) => {
      const world = await served(commands);
      const { dossiers } = (await world.state()) as State;
      for (const { dossierId, documents } of dossiers)
        if (documents.some(({ present }) => present)) files += await expectWholeArchive(world, dossierId);
    }),
    { seed: 14, numRuns: 12 },
  );
  expect(files).toBeGreaterThan(40);
});
