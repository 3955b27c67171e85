import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { State } from "../../src/domain/change.ts";
import { readBytes, unzipped } from "../support/files.ts";
import { type Command, sequences, served } from "../support/model.ts";
import { makeWorld, type TestWorld } from "../support/sandbox.ts";

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** The archive holds what can be downloaded one by one, and each file weighs what it says; how many there are. */
async function archiveIsWhole(world: TestWorld, dossierId: number): Promise<number> {
  const { body: archive } = await readBytes(world.get(`/dossiers/${dossierId}/files/download`)).expect(200);
  const { body: listed } = await world.get(`/dossiers/${dossierId}/documents`).expect(200);
  const evidences = listed.content.flatMap((document: State["documents"][number]) =>
    document.evidences.map((evidence) => ({
      ...evidence,
      documentId: document.documentId,
      documentCode: document.documentCode,
    })),
  );
  const entries = unzipped(archive);
  expect(entries).toHaveLength(evidences.length);
  expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
  for (const [at, { id, documentId, documentCode, fileName, fileSize }] of evidences.entries()) {
    const { body } = await readBytes(world.get(`/dossiers/${dossierId}/documents/${documentId}/files/${id}`)).expect(
      200,
    );
    if (fileSize !== undefined) expect(body.length).toBe(fileSize);
    const { name, bytes } = entries[at] as (typeof entries)[number];
    // Names that came twice are numbered: the stem begins alike.
    const stem = `${documentCode}/${fileName ?? `${documentCode}_${id}.pdf`}`.replace(/\.\w+$/, "");
    expect(name.startsWith(stem)).toBe(true);
    expect([name, sha256(bytes)]).toEqual([name, sha256(body)]);
  }
  return entries.length;
}

describe("the files of a dossier are those that can be downloaded one by one, and weigh what they say", () => {
  it("in a portfolio", { timeout: 60_000 }, async () => {
    const world = await makeWorld({ seed: "portfolio" });
    const { dossiers, documents } = (await world.state()) as State;
    const wanted = (type: string | null, monitored: boolean) =>
      dossiers.find(
        (row) =>
          row.dossierTypeCode === type &&
          row.monitored === monitored &&
          row.documents.filter(({ present }) => present).length > 1,
      );
    const chosen = [
      wanted("VIGILANCE", true),
      wanted("ONBOARDING", true),
      wanted("CYBERSECURITY", true),
      wanted(null, true),
      wanted("ONBOARDING", false),
    ].filter((row) => row !== undefined);
    expect(chosen.length).toBeGreaterThanOrEqual(4);
    for (const { dossierId } of chosen) await archiveIsWhole(world, dossierId);
    expect(documents.some(({ internal }) => internal.withdrawn)).toBe(true);
  });

  it("after any sequence of operations, clock moves and occurrences", { timeout: 60_000 }, async () => {
    let files = 0;
    await fc.assert(
      fc.asyncProperty(sequences(10), async (commands: Command[]) => {
        const world = await served(commands);
        const { dossiers } = (await world.state()) as State;
        for (const { dossierId, documents } of dossiers)
          if (documents.some(({ present }) => present)) files += await archiveIsWhole(world, dossierId);
      }),
      { seed: 14, numRuns: 12 },
    );
    expect(files).toBeGreaterThan(40);
  });
});
