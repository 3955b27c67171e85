import { describe, expect, it } from "vitest";
import { produceFile } from "../../src/files/produce.ts";
import { charpentes } from "./sample.ts";

describe("drawPdf", () => {
  it("names the widths of the fonts that it does not embed, so that a reader without them keeps the columns", () => {
    const pdf = produceFile(charpentes).toString("latin1");
    const fonts = pdf.match(/<<[^<>]*\/Subtype \/Type1\b[^<>]*>>/g) ?? [];
    const widths: Record<string, number[] | undefined> = Object.fromEntries(
      fonts.map((font) => [
        /\/BaseFont \/([\w-]+)/.exec(font)?.[1],
        /\/FirstChar 32\s+\/LastChar 255\s+\/Widths \[([^\]]*)\]/.exec(font)?.[1]?.split(" ").map(Number),
      ]),
    );
    expect(Object.keys(widths)).toEqual(expect.arrayContaining(["Helvetica", "Times-Roman", "Times-Italic"]));
    expect(Object.values(widths).map((all) => all?.length)).toEqual(fonts.map(() => 224));
    const ofA = "A".charCodeAt(0) - 32;
    expect([widths.Helvetica?.[ofA], widths["Times-Roman"]?.[ofA], widths["Times-Roman"]?.[0x80 - 32]]).toEqual([
      667, 722, 500,
    ]);
  });
});
