import type { Test } from "supertest";

/** Collects the body as it comes. */
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

/** The names in a ZIP archive, read from its central directory. */
export function entriesOf(archive: Buffer): string[] {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0) throw new Error("this is no ZIP archive");
  const names: string[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const length = archive.readUInt16LE(at + 28);
    names.push(archive.toString("utf8", at + 46, at + 46 + length));
    at += 46 + length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return names;
}
