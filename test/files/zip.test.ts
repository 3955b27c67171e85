import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { type ZipEntry, zipOf } from "../../src/files/zip.ts";
import { entriesOf, unzipped } from "../support/files.ts";
import { entry, hostileNames, mtime } from "./sample.ts";

/** Bytes that do not compress, so that the stream fills. */
function noise(seed: number): Buffer {
  let state = seed + 1;
  return Buffer.from(Array.from({ length: 60_000 }, () => (state = (state * 1103515245 + 12345) & 0x7fffffff) >> 16));
}
const namesIn = async (...names: string[]) => entriesOf(await buffer(zipOf(names.map((name) => entry(name)))));

describe("zipOf", () => {
  it("numbers files of one folder whose names are the same, however they are written", async () => {
    const names = ["KBIS/kbis.pdf", "KBIS/kbis.pdf", "KBIS/KBIS.pdf", "RIB/kbis.pdf", "kbis/Kbis (2).PDF", "A/b c.pdf"];
    expect(await namesIn(...names)).toEqual([
      ...["KBIS/kbis.pdf", "KBIS/kbis (2).pdf", "KBIS/KBIS (3).pdf", "RIB/kbis.pdf", "kbis/Kbis (2) (2).PDF"],
      "A/b c.pdf",
    ]);
  });

  it("makes every name safe to unpack", async () => {
    expect(await namesIn(...hostileNames)).toEqual([
      ...["etc/passwd", "etc/passwd (2)", "x.pdf", "b.pdf", "x (2).pdf", "_CON/_NUL", "document", "document (2)"],
      ...["a/b.pdf", "pdf", "n".repeat(150)],
    ]);
  });

  it("holds the bytes of each file, whole, in pieces or none, and the same time in every zone", async () => {
    const zone = process.env.TZ;
    async function* pieces() {
      yield Buffer.from("in ");
      yield Buffer.from("pieces");
    }
    const files: ZipEntry[] = [entry("a.pdf", "whole"), { ...entry("b.pdf"), bytes: pieces }, entry("c.pdf", "")];
    const make = () => buffer(zipOf(files));
    const once = await make();
    try {
      for (const TZ of ["America/New_York", "Asia/Kathmandu"]) {
        process.env.TZ = TZ;
        expect((await make()).equals(once)).toBe(true);
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
    const held = unzipped(once).map(({ name, bytes }) => `${name} ${bytes}`);
    expect(held).toEqual(["a.pdf whole", "b.pdf in pieces", "c.pdf "]);
    expect(once.readUInt16LE(12)).toBe(((2025 - 1980) << 9) | (1 << 5) | 15);
    expect(once.readUInt16LE(10)).toBe((9 << 11) | (30 << 5) | 7);
    const listed = once.indexOf("PK\x01\x02", 0, "latin1");
    const [deflated, regular] = [once.readUInt16LE(listed + 10), once.readUInt16LE(listed + 40)];
    expect({ deflated, regular }).toEqual({ deflated: 8, regular: 0o100644 });
  });

  it("makes a valid empty archive of no entries", async () => {
    expect((await buffer(zipOf([]))).toString("hex")).toBe(`504b0506${"00".repeat(18)}`);
  });

  it("asks for a file when the one before it is written, and not ahead of its reader", async () => {
    const order: string[] = [];
    async function* entries() {
      for (let at = 0; at < 30; at++) {
        order.push(`next ${at}`);
        yield { name: `${at}.pdf`, mtime, bytes: () => (order.push(`made ${at}`), noise(at)) };
      }
    }
    const archive = zipOf(entries());
    let made = 0;
    for await (const _ of archive) made ||= order.length;
    expect(made).toBeLessThan(16);
    expect(order).toEqual(Array.from({ length: 30 }, (_, at) => [`next ${at}`, `made ${at}`]).flat());
  });

  it("stops producing and closes its source when the archive is no longer read", async () => {
    let made = 0;
    let released = false;
    async function* entries() {
      try {
        for (let at = 0; ; at++) yield { name: `${at}.pdf`, mtime, bytes: () => (made++, noise(at)) };
      } finally {
        released = true;
      }
    }
    for await (const _ of zipOf(entries())) break;
    // The entries have no end: their source closes only when no further one is requested.
    await expect.poll(() => released).toBe(true);
    const before = made;
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    expect(made).toBe(before);
  });

  it("fails the stream when a file cannot be produced", async () => {
    const bytes = () => Promise.reject(new Error("plus d'encre"));
    await expect(buffer(zipOf([entry("b.pdf"), { name: "a.pdf", mtime, bytes }]))).rejects.toThrow("plus d'encre");
  });
});
