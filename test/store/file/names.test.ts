import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountOf, fileName } from "../../../src/store/file/names.ts";

describe("file names of accounts", () => {
  it("a file name is the account id where that is safe", () => {
    const names = ["demo", "test-17", "a_b", "+demo+x", "++con", "+c+o+m1", "nul1"];
    expect(["demo", "test-17", "a_b", "DemoX", "con", "COM1", "nul1"].map(fileName)).toEqual(names);
  });

  it("a file name gives back its account id, and differs from others even where case does not count", () => {
    const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
    fc.assert(
      fc.property(id, id, (one, other) => {
        expect(accountOf(fileName(one))).toBe(one);
        expect(fileName(one).toLowerCase() === fileName(other).toLowerCase()).toBe(one === other);
      }),
    );
  });

  it("a file name that no account id has stands for no account", () => {
    expect(["package lock", "Demo", "++demo", "+1", "", "é", "a".repeat(65)].map(accountOf)).toEqual(
      Array(7).fill(undefined),
    );
  });
});
