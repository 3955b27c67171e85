import fc from "fast-check";
import { expect, it } from "vitest";
import type { State } from "../../src/domain/change.ts";
import { type Command, sequences, served } from "../support/model.ts";
import { makeWorld } from "../support/sandbox.ts";
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

it("the archive of a dossier in a portfolio holds the files that can be downloaded one by one", async () => {
  const world = await makeWorld({ seed: "portfolio" });
  const { dossiers, documents } = (await world.state()) as State;
  const dossierWithFiles = (type: string | null, monitored: boolean) =>
    dossiers.find(
      (row) =>
        row.dossierTypeCode === type &&
        row.monitored === monitored &&
        row.documents.filter(({ present }) => present).length > 1,
    );
  const chosen = [
    dossierWithFiles("VIGILANCE", true),
    dossierWithFiles("ONBOARDING", true),
    dossierWithFiles("CYBERSECURITY", true),
    dossierWithFiles(null, true),
    dossierWithFiles("ONBOARDING", false),
  ].filter((row) => row !== undefined);
  expect(chosen.length).toBeGreaterThanOrEqual(4);
  for (const { dossierId } of chosen) await expectWholeArchive(world, dossierId);
  expect(documents.some(({ internal }) => internal.withdrawn)).toBe(true);
});
