import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { State } from "../../src/domain/change.ts";
import { readBytes, unzipped } from "../support/files.ts";
import type { TestWorld } from "../support/sandbox.ts";

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/**
 * Expects the archive of a dossier to hold the files that can be downloaded one by one, each of the size that its
 * evidence states; returns the number of files.
 */
export async function expectWholeArchive(world: TestWorld, dossierId: number): Promise<number> {
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
    const path = `/dossiers/${dossierId}/documents/${documentId}/files/${id}`;
    const { body } = await readBytes(world.get(path)).expect(200);
    if (fileSize !== undefined) expect(body.length).toBe(fileSize);
    const { name, bytes } = entries[at] as (typeof entries)[number];
    // A name that occurs twice gets a number after its stem.
    const stem = `${documentCode}/${fileName ?? `${documentCode}_${id}.pdf`}`.replace(/\.\w+$/, "");
    expect(name.startsWith(stem)).toBe(true);
    expect([name, sha256(bytes)]).toEqual([name, sha256(body)]);
  }
  return entries.length;
}
