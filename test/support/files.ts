import { crc32, inflateRawSync } from "node:zlib";
import type { Test } from "supertest";

/** Makes supertest collect the body as bytes, or as JSON when its type says so. */
export const readBytes = (test: Test): Test =>
  test.buffer(true).parse((response, done) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(Buffer.from(chunk)));
    response.on("end", () => {
      const bytes = Buffer.concat(chunks);
      const isJson = String(response.headers["content-type"]).includes("json");
      done(null, isJson ? JSON.parse(bytes.toString("utf8")) : bytes);
    });
  });

export interface Entry {
  name: string;
  bytes: Buffer;
}

/** The files in a ZIP archive, read by its central directory; throws when a size or a checksum is wrong. */
export function unzipped(archive: Buffer): Entry[] {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0) throw new Error("this is not a ZIP archive");
  const entries: Entry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const length = archive.readUInt16LE(at + 28);
    const name = archive.toString("utf8", at + 46, at + 46 + length);
    const start = archive.readUInt32LE(at + 42);
    const from = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const packed = archive.subarray(from, from + archive.readUInt32LE(at + 20));
    const bytes = archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed;
    if (bytes.length !== archive.readUInt32LE(at + 24) || crc32(bytes) !== archive.readUInt32LE(at + 16))
      throw new Error(`${name} is damaged`);
    entries.push({ name, bytes });
    at += 46 + length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}

/** The names in a ZIP archive. */
export const entriesOf = (archive: Buffer): string[] => unzipped(archive).map(({ name }) => name);
