import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeFileName } from "../../src/domain/document/file-name.ts";
import { contentDisposition } from "../../src/files/disposition.ts";
import { anyCharacter } from "../support/characters.ts";

describe("safeFileName", () => {
  it.each([
    ["kbis_2025-01.pdf", "kbis_2025-01.pdf"],
    ["Attestation décennale 2025.pdf", "Attestation décennale 2025.pdf"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\moi\\kbis.pdf", "kbis.pdf"],
    ["a\r\nX: y.pdf", "aX_ y.pdf"],
    ['"é漢字".pdf', "_é漢字_.pdf"],
    ["facture\u202efdp.exe", "facturefdp.exe"],
    ["CON", "_CON"],
    ["con.tar.pdf", "_con.tar.pdf"],
    ["lpt1.pdf", "_lpt1.pdf"],
    ["console.pdf", "console.pdf"],
    ["nul\u0000.pdf", "_nul.pdf"],
    ["plan 🏗.pdf", "plan 🏗.pdf"],
    ["a<b>c|d?e*.pdf", "a_b_c_d_e_.pdf"],
    ["  .. kbis.pdf .. ", "kbis.pdf"],
    ["", "document"],
    ["...", "document"],
    ["a/", "document"],
    ["e\u0301te\u0301.pdf", "été.pdf"],
    ["\ud800.pdf", "\ufffd.pdf"],
  ])("turns the file name %j into %j", (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });

  it("shortens a file name of 300 letters and keeps its extension", () => {
    const name = safeFileName(`${"é".repeat(300)}.pdf`);
    expect(name).toMatch(/^é+\.pdf$/);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150);
  });

  it("makes every file name safe, and leaves a safe one as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (name) => {
        const safe = safeFileName(name);
        expect(safe).toMatch(/^[^\p{Cc}\p{Cf}<>:"/\\|?*]+$/u);
        expect(safe).not.toMatch(/^[. ]|[. ]$/);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(151);
        expect(safeFileName(safe)).toBe(safe);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("contentDisposition", () => {
  it("writes a file name of plain ASCII once, in quotation marks", () => {
    expect(contentDisposition("kbis.pdf")).toBe('attachment; filename="kbis.pdf"');
  });

  it("writes a file name with accents in ASCII and in UTF-8", () => {
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
      { numRuns: 2000 },
    );
  });
});
