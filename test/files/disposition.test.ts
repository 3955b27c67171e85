import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeFileName } from "../../src/domain/document/file-name.ts";
import { contentDisposition } from "../../src/files/disposition.ts";
import { anyCharacter } from "../support/characters.ts";

describe("contentDisposition", () => {
  it("makes every file name safe, and leaves a safe one as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (name) => {
        const safe = safeFileName(name);
        expect(safe).toMatch(/^[^\p{Cc}\p{Cf}<>:"/\\|?*]+$/u);
        expect(safe).not.toMatch(/^[. ]|[. ]$/);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(151);
        expect(safeFileName(safe)).toBe(safe);
      }),
      { numRuns: 500 },
    );
  });

  it("writes a file name of plain ASCII once, and one with accents in UTF-8 too", () => {
    expect(contentDisposition("kbis.pdf")).toBe('attachment; filename="kbis.pdf"');
    expect(contentDisposition("décennale d'œuvre (1).pdf")).toBe(
      'attachment; filename="decennale d\'oeuvre (1).pdf"; ' +
        "filename*=UTF-8''d%C3%A9cennale%20d%27%C5%93uvre%20%281%29.pdf",
    );
  });

  it("adds no second header for any file name, and encodes the safe name", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (name) => {
        const header = contentDisposition(name);
        expect(header).toMatch(
          /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]+"(; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+)?$/,
        );
        const [, encoded] = header.split("filename*=UTF-8''");
        if (encoded) expect(decodeURIComponent(encoded)).toBe(safeFileName(name));
      }),
      { numRuns: 500 },
    );
  });
});
