import type { FileRow } from "../rows.ts";

/**
 * The bytes of an upload, in rows: the first has the UUID of the file as its key, the others the UUID and a number. A
 * row is small enough to be written, read and checked between two other requests.
 */

/** In bytes, a multiple of three, so that the Base64 of the pieces is the Base64 of the whole. */
export const largestPiece = 3 << 18;

/** The keys of the rows that hold a file of this size. */
export function* keysOfUpload(fileUUID: string, size: number): Generator<string> {
  yield fileUUID;
  for (let nth = 2; (nth - 1) * largestPiece < size; nth++) yield `${fileUUID}.${nth}`;
}

/** Bytes as Base64, piece by piece; there are no pieces of no bytes. */
export function* piecesOf(bytes: Uint8Array): Generator<string> {
  for (let from = 0; from < bytes.length; from += largestPiece) {
    const piece = bytes.subarray(from, from + largestPiece);
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString("base64");
  }
}

/** A file as it was sent. */
export interface Upload {
  fileName: string;
  contentType: string;
  /** In bytes. */
  size: number;
  pieces: readonly string[];
}

export function* rowsOfUpload(of: Pick<FileRow, "fileUUID" | "thirdpartyId">, file: Upload): Generator<FileRow> {
  const { contentType, size, pieces } = file;
  let nth = 0;
  for (const fileUUID of keysOfUpload(of.fileUUID, size))
    yield { ...of, fileUUID, contentType, base64: pieces[nth++] ?? "" };
}

/** The size of a piece, in bytes. */
export const sizeOfPiece = ({ base64 }: FileRow): number => Buffer.byteLength(base64, "base64");
