import { crc32, inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { drawPhoto } from "../../src/files/photo.ts";
import type { Sheet } from "../../src/files/sheet.ts";

const sheet: Sheet = {
  ...{ style: "letter", ink: "#000000", authority: ["Greffe de Paris"], title: "Extrait Kbis", reference: "KBIS-1" },
  body: [{ kind: "text", text: "Société d'une très longue dénomination ".repeat(40) }],
};

/** The chunks of a PNG by their type; throws where a checksum is wrong. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const framed = png.subarray(at + 4, at + 8 + length);
    if (crc32(framed) !== png.readUInt32BE(at + 8 + length)) throw new Error("a wrong checksum");
    chunks.set(framed.toString("latin1", 0, 4), framed.subarray(4));
    at += length + 12;
  }
  return chunks;
}

it("a picture of a paper is a PNG of so many bytes, with the text in black", () => {
  const png = drawPhoto(sheet, 100_000);
  expect([png.length, png.toString("latin1", 1, 4)]).toEqual([100_000, "PNG"]);
  const chunks = chunksOf(png);
  expect([...chunks.keys()]).toEqual(["IHDR", "IDAT", "paDd", "IEND"]);
  const rows = inflateSync(chunks.get("IDAT") as Buffer);
  expect(rows.length).toBe(76 * 840);
  const blackIn = (y: number) => [...rows.subarray(y * 76 + 1, y * 76 + 76)].filter((byte) => byte !== 0xff).length;
  expect([blackIn(10), blackIn(26) > 5]).toEqual([0, true]);
  expect(drawPhoto(sheet, 100_000).equals(png)).toBe(true);
});

it("a picture that has no room for a filling has its own size", () => {
  expect([...chunksOf(drawPhoto(sheet, 10)).keys()]).toEqual(["IHDR", "IDAT", "IEND"]);
});
