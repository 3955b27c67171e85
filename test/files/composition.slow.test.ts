import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { documentTypes } from "../../src/domain/configuration.ts";
import { producedTag } from "../../src/files/composition.ts";
import { produceFile } from "../../src/files/produce.ts";
import type { FileSubject } from "../../src/files/subject.ts";
import { charpentes } from "./sample.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const changes: Partial<FileSubject>[] = [
  ...[...documentTypes.keys()].map((documentCode) => ({ documentCode })),
  { documentName: "Autre nom" },
  { evidenceId: 7 },
  { reference: "KBIS-2025-004513" },
  { issueDate: "2025-01-16" },
  { expirationDate: null },
  { fileSize: 120_001 },
  { name: "Charpentes du Morvan" },
  { siret: "21992014700028" },
  { executives: [] },
  { workforce: 49 },
  { addressCity: "Beaune" },
];

describe("producedTag", () => {
  it("gives files with different bytes different tags, and the same file the same tag", () => {
    const subjects = [charpentes, ...changes.map((change) => ({ ...charpentes, ...change }))];
    const tags = subjects.map(producedTag);
    const tagged = subjects.map((subject, at) => `${tags[at]} ${sha256(produceFile(subject))}`);
    expect(new Set(tags).size).toBe(new Set(tagged).size);
    expect(subjects.map((subject) => producedTag(structuredClone(subject)))).toEqual(tags);
  });
});
