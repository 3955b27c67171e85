import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DocumentCode } from "../../contract/documents.ts";
import { rowShape } from "../../scripts/row-shape.ts";

describe("the checksum of the row schemas", () => {
  it("stays when a document type is added, because it leaves out the list of codes", () => {
    const { description = "", ...meta } = DocumentCode.meta() ?? {};
    expect(description).toContain("`KBIS`");
    const more = DocumentCode.meta({ ...meta, description: `${description}\n- \`NEW\` a new document` });
    const [before, after] = [DocumentCode, more].map((documents) => rowShape({ types: z.object({ documents }) }));
    expect(after).toBe(before);
  });

  it("changes with what a row accepts, also in a field that is called description", () => {
    const shapes = [{}, { description: z.string() }, { description: z.number() }].map((shape) =>
      rowShape({ types: z.object(shape) }),
    );
    expect(new Set(shapes).size).toBe(3);
  });
});
