import { expect, it } from "vitest";
import { z } from "zod";
import { rowShape as shapeOf } from "../../scripts/row-shape.ts";
import { rowShape } from "../../src/store/row-shape.ts";

it("the checksum of the row schemas is the current one, which `npm run generate` writes", () => {
  expect(rowShape).toBe(shapeOf());
});

it("the checksum of the row schemas follows what they accept, and not their descriptions", () => {
  const shape = (code: z.ZodType) => shapeOf({ rows: { schema: z.object({ code }) } });
  const described = (text: string) => shape(z.string().meta({ id: "Code", description: text }));
  expect(described("- `NEW` a new document")).toBe(described(""));
  expect(shape(z.enum(["KBIS"]))).not.toBe(shape(z.enum(["KBIS", "NEW"])));
});
