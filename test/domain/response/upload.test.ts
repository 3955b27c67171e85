import { describe, expect, it } from "vitest";
import { withdrawResponses } from "../../../src/domain/response/responses.ts";
import {
  keysOfUpload,
  largestPiece,
  piecesOf,
  rowsOfUpload,
  sizeOfPiece,
} from "../../../src/domain/response/upload.ts";
import { Supplier } from "../../support/supplier.ts";

const of = { fileUUID: "u", thirdpartyId: 1 };
const fileOf = (bytes: Buffer) => ({
  fileName: "q.png",
  contentType: "image/png",
  size: bytes.length,
  pieces: [...piecesOf(bytes)],
});
/** Bytes that differ from place to place, behind others in one buffer. */
const bytesOf = (size: number) => Buffer.alloc(size + 5, Buffer.from([...Array(251).keys()])).subarray(5);

describe("the bytes of an upload", () => {
  it.each([
    [0, [0]],
    [1, [1]],
    [largestPiece, [largestPiece]],
    [largestPiece + 1, [largestPiece, 1]],
    [2 * largestPiece + 2, [largestPiece, largestPiece, 2]],
  ])("of which there are %i are kept in pieces of %j", (size, sizes) => {
    const bytes = bytesOf(size);
    const rows = [...rowsOfUpload(of, fileOf(bytes))];
    expect(rows.map(sizeOfPiece)).toEqual(sizes);
    expect(rows.map(({ fileUUID }) => fileUUID)).toEqual(["u", "u.2", "u.3"].slice(0, sizes.length));
    expect([...keysOfUpload("u", size)]).toEqual(rows.map(({ fileUUID }) => fileUUID));
    expect(Buffer.concat(rows.map(({ base64 }) => Buffer.from(base64, "base64"))).equals(bytes)).toBe(true);
    expect(rows.map(({ base64: _, fileUUID: __, ...others }) => others)).toEqual(
      rows.map(() => ({ thirdpartyId: 1, contentType: "image/png" })),
    );
  });

  it("go with the evidence, all pieces of them", () => {
    const one = Supplier.of("cleaner", ["CODE_CONDUITE"]);
    one.respond("CODE_CONDUITE", { file: fileOf(bytesOf(largestPiece + 1)) });
    expect(one.tables.dump().files).toHaveLength(2);
    one.do((draft) => withdrawResponses(draft, one.document("CODE_CONDUITE").documentId));
    expect(one.tables.dump().files).toEqual([]);
  });
});
