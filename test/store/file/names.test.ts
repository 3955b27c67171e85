import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountOf, fileName } from "../../../src/store/file/names.ts";

describe("file names of accounts", () => {
  it("are the ids themselves where that is safe", () => {
    expect(["demo", "test-17", "a_b", "DemoX", "con", "COM1", "nul1"].map(fileName)).toEqual([
      "demo",
      "test-17",
      "a_b",
      "+demo+x",
      "++con",
      "+c+o+m1",
      "nul1",
    ]);
  });

  it("are read back, and differ even where case does not count", () => {
    const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
    fc.assert(
      fc.property(id, id, (one, other) => {
        expect(accountOf(fileName(one))).toBe(one);
        expect(fileName(one).toLowerCase() === fileName(other).toLowerCase()).toBe(one === other);
      }),
    );
  });

  it("are not made up from files that are not ours", () => {
    expect(["package lock", "Demo", "++demo", "+1", "", "é", "a".repeat(65)].map(accountOf)).toEqual(
      Array(7).fill(undefined),
    );
  });
});
