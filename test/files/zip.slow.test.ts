import { execFileSync, spawnSync } from "node:child_process";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type ZipEntry, zipOf } from "../../src/files/zip.ts";
import { inFile, installed } from "./readers.ts";

const unzip = installed("unzip");
const mtime = Date.UTC(2025, 0, 15, 9, 30, 14);
const entry = (name: string, content = name): ZipEntry => ({ name, mtime, bytes: () => Buffer.from(content) });
const names = (archive: Buffer) =>
  inFile(archive, (path) => execFileSync("unzip", ["-Z1", path], { encoding: "utf8" }).trim().split("\n"));
const accepted = (archive: Buffer) =>
  inFile(archive, (path) => spawnSync("unzip", ["-t", path], { encoding: "utf8" }).stdout);

describe("zipOf", () => {
  it.skipIf(!unzip)("numbers the files of one document that have the same name", async () => {
    const archive = await buffer(
      zipOf([
        entry("KBIS/kbis.pdf"),
        entry("KBIS/kbis.pdf"),
        entry("KBIS/KBIS.pdf"),
        entry("RIB/kbis.pdf"),
        entry("IBAN/IBAN_6876001.pdf"),
        entry("STATUTS/statuts signés.pdf"),
      ]),
    );
    expect(accepted(archive)).toContain("No errors detected");
    expect(names(archive)).toEqual([
      "KBIS/kbis.pdf",
      "KBIS/kbis (2).pdf",
      "KBIS/KBIS (3).pdf",
      "RIB/kbis.pdf",
      "IBAN/IBAN_6876001.pdf",
      "STATUTS/statuts signés.pdf",
    ]);
  });

  it.skipIf(!unzip)("makes an archive that is safe to unpack, whatever its files are called", async () => {
    const hostile = [
      "../../etc/passwd",
      "/etc/passwd",
      "C:\\x.pdf",
      "a\\..\\b.pdf",
      "x\u0000.pdf",
      "CON/NUL",
      "..",
      "",
      "a/./../b.pdf",
      "\u202e.pdf",
      "n".repeat(300),
    ];
    const archive = await buffer(zipOf(hostile.map((name) => entry(name))));
    expect(accepted(archive)).toContain("No errors detected");
    for (const name of names(archive)) {
      expect(name).not.toMatch(/^\/|\\|(^|\/)\.\.?(\/|$)|[\p{Cc}\p{Cf}:<>"|?*]/u);
    }
    expect(names(archive)).toHaveLength(hostile.length);
  });

  it("makes the same bytes in every time zone", async () => {
    const zone = process.env.TZ;
    const make = () => buffer(zipOf([entry("KBIS/kbis.pdf", "x".repeat(200_000)), entry("RIB/rib.pdf")]));
    const once = await make();
    try {
      for (const TZ of ["America/New_York", "Asia/Kathmandu", "Europe/Paris"]) {
        process.env.TZ = TZ;
        expect((await make()).equals(once)).toBe(true);
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
    expect(once.readUInt16LE(12)).toBe(((2025 - 1980) << 9) | (1 << 5) | 15);
    expect(once.readUInt16LE(10)).toBe((9 << 11) | (30 << 5) | 7);
  });

  it.skipIf(!unzip)("makes a valid empty archive of no entries", async () => {
    const archive = await buffer(zipOf([]));
    expect(archive.toString("hex")).toBe(`504b0506${"00".repeat(18)}`);
    expect(accepted(archive)).toContain("zipfile is empty");
  });

  it.skipIf(!unzip)("makes a valid archive with an empty file", async () => {
    expect(accepted(await buffer(zipOf([entry("A/a.pdf", ""), entry("B/b.pdf")])))).toContain("No errors detected");
  });

  it("produces the files one at a time, as the archive is read", async () => {
    let made = 0;
    let passed = 0;
    const content = Buffer.alloc(300_000, "%PDF ");
    async function* entries() {
      for (let at = 0; at < 100; at++) {
        yield { name: `KBIS/${at}.pdf`, mtime, bytes: () => (made++, Buffer.concat([content, noise(at)])) };
        passed++;
      }
    }
    const archive = zipOf(entries());
    await wait(200);
    expect(made).toBeLessThan(8);
    expect(passed).toBeLessThan(8);
    for await (const _ of archive);
    expect(made).toBe(100);
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
    const archive = zipOf(entries());
    for await (const _ of archive) break;
    // The entries have no end: their source closes only when no further one is requested.
    await expect.poll(() => released).toBe(true);
    const before = made;
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    expect(made).toBe(before);
  });

  it("fails the stream when a file cannot be produced", async () => {
    const broken = { name: "a.pdf", mtime, bytes: () => Promise.reject(new Error("plus d'encre")) };
    await expect(buffer(zipOf([entry("b.pdf"), broken]))).rejects.toThrow("plus d'encre");
  });
});

/** Bytes that do not compress, so that the stream fills. */
function noise(seed: number): Buffer {
  let state = seed + 1;
  return Buffer.from(Array.from({ length: 60_000 }, () => (state = (state * 1103515245 + 12345) & 0x7fffffff) >> 16));
}
