import { describe, expect, it } from "vitest";
import { chance } from "../../../src/directory/chance.ts";
import { defaultConfiguration } from "../../../src/domain/configuration.ts";
import { drawFile } from "../../../src/domain/document/draw-file.ts";
import { fileNameFor, mediaTypeOf, numbered, safeFileName } from "../../../src/domain/document/file-name.ts";

const devices = ["CON", "prn", "Aux", "nul", "com0", "COM9", "lpt1", "LPT³", "com¹", "conin$", "CONOUT$"];

describe("the name of a file", () => {
  it.each([
    ["Attestation décennale 2025.pdf", "Attestation décennale 2025.pdf"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\moi\\kbis.pdf", "kbis.pdf"],
    ["a\r\nX: y.pdf", "aX_ y.pdf"],
    ['"é漢字".pdf', "_é漢字_.pdf"],
    ["facture\u202efdp.exe", "facturefdp.exe"],
    ["a\u00a0 \u2003b.pdf", "a b.pdf"],
    ["a\u2028b\u2029c\ue000d\u0378e.pdf", "abcde.pdf"],
    ["a<b>c|d?e*f.pdf", "a_b_c_d_e_f.pdf"],
    ...devices.map((name) => [name, `_${name}`]),
    ["con.tar.pdf", "_con.tar.pdf"],
    ["con .x.pdf", "_con .x.pdf"],
    ["console.pdf", "console.pdf"],
    ["icon.pdf", "icon.pdf"],
    ["com10.pdf", "com10.pdf"],
    ["  .. kbis.pdf .. ", "kbis.pdf"],
    ["kbis .pdf", "kbis.pdf"],
    ["", "document"],
    ["...", "document"],
    ["a/", "document"],
    [".pdf", "pdf"],
    ["e\u0301.pdf", "é.pdf"],
    ["\ud800.pdf", "\ufffd.pdf"],
    [`${"é".repeat(73)}.pdf`, `${"é".repeat(73)}.pdf`],
    [`${"é".repeat(74)}.pdf`, `${"é".repeat(73)}.pdf`],
    [`${"a".repeat(146)}.pdf`, `${"a".repeat(146)}.pdf`],
    [`${"a".repeat(147)}.pdf`, `${"a".repeat(146)}.pdf`],
    [`${"a".repeat(149)}🏗`, "a".repeat(149)],
    [`${"a".repeat(150)}.abcdefghi`, `${"a".repeat(140)}.abcdefghi`],
    [`${"a".repeat(150)}.abcdefghij`, "a".repeat(150)],
    [`${"a".repeat(150)}.a-b`, "a".repeat(150)],
  ])("%j becomes %j, which stays as it is", (name, safe) => {
    expect(safeFileName(name as string)).toBe(safe);
    expect(safeFileName(safe as string)).toBe(safe);
  });
  it("has a number from the second copy on, before its extension", () => {
    const names = [numbered("kbis.pdf", 1), numbered("kbis.pdf", 2), numbered("a.b-c", 3), numbered(".pdf", 2)];
    expect(names).toEqual(["kbis.pdf", "kbis (2).pdf", "a.b-c (3)", ".pdf (2)"]);
  });
  it.each([
    ["application/pdf", "document.pdf", "application/pdf"],
    ["IMAGE/JPEG; q=1", "document.jpg", "image/jpeg"],
    [" image/tiff ", "document.tif", "image/tiff"],
    ["image/png", "document.png", "image/png"],
    ["image/gif", "document.gif", "image/gif"],
    ["image/webp", "document.webp", "image/webp"],
    ["text/plain", "document.txt", "text/plain"],
    ["text/csv", "document.csv", "text/csv"],
    ["application/zip", "document.bin", "application/octet-stream"],
    ["", "document.bin", "application/octet-stream"],
  ])("of the media type %j is %s, and is read as %s", (type, name, read) => {
    expect({ name: fileNameFor(type), read: mediaTypeOf(name.toUpperCase()) }).toEqual({ name, read });
  });
  it("has a media type by its last extension", () => {
    const found = ["a.jpeg", "a.tiff", "a.pdf.exe", "pdf"].map(mediaTypeOf);
    expect(found).toEqual(["image/jpeg", "image/tiff", ...Array(2).fill("application/octet-stream")]);
  });
});

describe("a produced file", () => {
  const company = { name: "Étanchéité & Cie", siren: "219907334", dateCreation: "2012-03-15" };
  const drawn = (code: string, changes: Partial<typeof company> | { siren: null; dateCreation: null } = {}) => {
    const files = Array.from({ length: 200 }, (_, key) =>
      drawFile(defaultConfiguration, code, { ...company, ...changes }, chance(1, key), "2026-01-02"),
    );
    const sizes = files.map(({ fileSize }) => fileSize);
    return {
      names: [...new Set(files.map(({ fileName }) => fileName))].sort(),
      sizes: [Math.min(...sizes), Math.max(...sizes)],
    };
  };
  it.each([
    ["KBIS", {}, ["Extrait Kbis.pdf", "KBIS Étanchéité & Cie.pdf", "kbis.pdf", "kbis_2026-01.pdf"]],
    ["EXTRAIT_LOCAL", {}, ["company_register_etancheite_cie.pdf", "extrait_registre.pdf", "register_extract_2026.pdf"]],
    ["SCR_MEDIA", {}, ["screening_medias_2026-01-02.pdf"]],
    ["RNE", {}, ["RNE_219907334.pdf", "attestation_immatriculation.pdf", "extrait_rne_2026-01.pdf"]],
    ["RNE", { siren: null }, ["RNE_societe.pdf", "attestation_immatriculation.pdf", "extrait_rne_2026-01.pdf"]],
    ["BEGES", {}, ["BEGES_2025.pdf", "bilan_carbone_2025.pdf"]],
    ["BEGES", { dateCreation: "2026-01-01" }, ["BEGES_2026.pdf", "bilan_carbone_2026.pdf"]],
    ["BEGES", { dateCreation: null }, ["BEGES_2025.pdf", "bilan_carbone_2025.pdf"]],
  ])("of %s of %j is named by its company and its day", (code, changes, names) => {
    expect(drawn(code, changes as never).names).toEqual(names);
  });
  it("has a size between those of its type", () => {
    const [least, most] = drawn("KBIS").sizes as [number, number];
    expect([least / 1024, most / 1024].map(Math.round)).toEqual([expect.closeTo(90, -1), expect.closeTo(236, -1)]);
  });
});
