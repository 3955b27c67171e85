import { buffer } from "node:stream/consumers";
import { crc32, deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { filesIn, UnreadableArchive } from "../../src/files/unzip.ts";
import { zipOf } from "../../src/files/zip.ts";
import { type Claimed, zipped } from "../support/archive.ts";

const largest = { "a.txt": 1000, "b.txt": 1000 };
const a: Claimed = { name: "a.txt", content: "first" };
const b: Claimed = { name: "b.txt", content: "second", stored: true };

describe("filesIn", () => {
  it("reads the files of an archive, deflated or stored, with or without their kind", () => {
    const read = filesIn(zipped([a, { ...b, mode: 0 }]), largest);
    expect([read("a.txt").toString(), read("b.txt").toString()]).toEqual(["first", "second"]);
    expect(() => filesIn(zipped([a]), largest)("b.txt")).toThrow("holds no b.txt");
  });

  it("reads what zipOf writes, an empty file included", async () => {
    const bytes = (text: string) => () => Buffer.from(text);
    const entries = [
      { name: "a.txt", mtime: 0, bytes: bytes("é".repeat(400)) },
      { name: "b.txt", mtime: 0, bytes: bytes("") },
    ];
    const read = filesIn(await buffer(zipOf(entries)), largest);
    expect([read("a.txt").toString(), read("b.txt").length]).toEqual(["é".repeat(400), 0]);
  });

  const zeros = Buffer.alloc(50_000_000);
  const bomb = deflateRawSync(zeros);
  const hostile: [what: string, archive: () => Buffer, reason: string][] = [
    ["nothing", () => Buffer.alloc(0), "is no ZIP archive"],
    ["a text", () => Buffer.from("no archive, whatever its name says"), "is no ZIP archive"],
    ["another archive", () => Buffer.from("\x1f\x8b\x08\x00\x00\x00\x00\x00", "latin1"), "is no ZIP archive"],
    ["a comment at its end", () => zipped([a], { comment: "PK" }), "is damaged"],
    ["a name that leads out of the folder", () => zipped([{ ...a, name: "../../a.txt" }]), 'holds "../../a.txt", and'],
    ["an absolute name", () => zipped([{ ...a, name: "/etc/passwd" }]), 'holds "/etc/passwd", and may hold a.txt,'],
    ["a name of Windows", () => zipped([{ ...a, name: "..\\a.txt" }]), 'holds "..\\\\a.txt", and may'],
    ["a name of an object", () => zipped([{ ...a, name: "__proto__" }]), 'holds "__proto__", and may'],
    ["a name with control characters", () => zipped([{ ...a, name: "a\x1b[2J.txt" }]), 'holds "a?[2J.txt", and may'],
    ["a folder", () => zipped([{ ...a, name: "a.txt/" }]), 'holds "a.txt/", and may'],
    ["a name twice", () => zipped([a, b, a]), "holds a.txt twice"],
    ["a symbolic link", () => zipped([{ ...a, mode: 0o120777 }]), 'holds "a.txt", which is no regular file'],
    ["a device", () => zipped([{ ...a, mode: 0o060644 }]), 'holds "a.txt", which is no regular file'],
    ["a file of 4 GB", () => zipped([{ ...a, size: 0xffffffff }]), "holds a a.txt of 4294967295 bytes, and 1000 are"],
    ["a bomb", () => zipped([{ ...a, content: zeros, packed: bomb }]), "holds a a.txt of 50000000 bytes, and 1000"],
    ["a bomb that says to be small", () => zipped([{ ...a, packed: bomb }]), "is damaged"],
    ["a size that is too large", () => zipped([{ ...a, size: 6 }]), "holds a.txt, which is damaged"],
    ["a size that is too small", () => zipped([{ ...a, size: 4 }]), "is damaged"],
    ["a stored size that is too small", () => zipped([{ ...b, name: "a.txt", size: 4 }]), "which is damaged"],
    ["a wrong checksum", () => zipped([{ ...a, checksum: crc32("other") }]), "holds a.txt, which is damaged"],
    ["bytes that cannot be unpacked", () => zipped([{ ...a, packed: Buffer.alloc(9, 0xff) }]), "is damaged"],
    ["a packed size beyond its end", () => zipped([{ ...a, packedSize: 1e9 }]), "is damaged"],
    ["a place beyond its end", () => zipped([{ ...a, at: 0xfffffff0 }]), "is damaged"],
    ["a place that has no file", () => zipped([{ ...a, at: 3 }]), "is damaged"],
    ["two names for one file", () => zipped([{ ...a, ownName: "b.txt" }]), "is damaged"],
    ["a password", () => zipped([{ ...a, flags: 1 }]), 'holds "a.txt" in a form that is not read'],
    ["another packing", () => zipped([{ ...a, packing: 12 }]), 'holds "a.txt" in a form that is not read'],
    ["fewer files than it says", () => zipped([a], { files: 2 }), "is damaged"],
    ["more files than it says", () => zipped([a, b], { files: 1 }), "is damaged"],
    ["a directory elsewhere", () => zipped([a], { at: 0 }), "is damaged"],
  ];
  it.each(hostile)("refuses an archive with %s", (_, archive, reason) => {
    const reading = () => filesIn(archive(), largest)("a.txt");
    expect(reading).toThrow(UnreadableArchive);
    expect(reading).toThrow(reason);
  });

  it("refuses an archive that is cut anywhere", () => {
    const whole = zipped([a, b]);
    for (let length = 0; length < whole.length; length++)
      expect(() => filesIn(whole.subarray(0, length), largest)).toThrow(UnreadableArchive);
  });

  it("gives the right bytes or refuses an archive in which any byte has changed", () => {
    const whole = zipped([a, b]);
    for (let at = 0; at < whole.length; at++)
      for (const change of [0x01, 0x80, 0xff]) {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] as number) ^ change;
        try {
          const read = filesIn(changed, largest);
          expect([read("a.txt").toString(), read("b.txt").toString()]).toEqual(["first", "second"]);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableArchive);
        }
      }
  });
});
