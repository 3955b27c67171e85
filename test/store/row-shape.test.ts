import { expect, it, vi } from "vitest";
import { documentCodes } from "../../contract/document-codes.ts";
import { rowShape } from "../../scripts/row-shape.ts";

it("the checksum of the row schemas stays when a document type is added", async () => {
  vi.resetModules();
  vi.doMock("../../contract/document-codes.ts", () => ({ documentCodes: { ...documentCodes, NEW: "a new document" } }));
  const { DocumentCode } = await import("../../contract/documents.ts");
  expect(DocumentCode.meta()?.description).toContain("- `NEW` a new document");
  const later = await import("../../scripts/row-shape.ts");
  expect(later.rowShape).not.toBe(rowShape);
  expect(later.rowShape()).toBe(rowShape());
});
