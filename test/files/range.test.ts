import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRange } from "../../src/files/range.ts";

describe("parseRange", () => {
  it.each([
    [undefined, "whole"],
    ["bytes=0-0", { start: 0, end: 0 }],
    ["bytes=0-", { start: 0, end: 999 }],
    ["bytes=500-599", { start: 500, end: 599 }],
    ["Bytes=990-5000", { start: 990, end: 999 }],
    ["bytes=-100", { start: 900, end: 999 }],
    ["bytes=-5000", { start: 0, end: 999 }],
    ["bytes= 5-6 ", { start: 5, end: 6 }],
    ["bytes=1000-", "unsatisfiable"],
    ["bytes=99999999999999999999-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=10-5", "unsatisfiable"],
    ["bytes=0-1,5-6", "whole"],
    ["bytes=0-1,5000-", "whole"],
    ["bytes=-5000,0-1", "whole"],
    ["bytes=-", "whole"],
    ["bytes=a-b", "whole"],
    ["lines=0-1", "whole"],
    ["bytes=0x1-2", "whole"],
  ])("reads the header %j for a file of 1000 bytes as %j", (header, expected) => {
    expect(parseRange(header, 1000)).toEqual(expected);
  });

  it("finds no range of an empty file satisfiable", () => {
    expect(["bytes=0-", "bytes=-1"].map((header) => parseRange(header, 0))).toEqual(Array(2).fill("unsatisfiable"));
  });

  it("returns the part of a range that is in the file, or none", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(10_000), (first, last, length) => {
        const range = parseRange(`bytes=${first}-${last}`, length);
        const end = Math.min(last, length - 1);
        expect(range).toEqual(first <= end ? { start: first, end } : "unsatisfiable");
      }),
    );
  });
});
