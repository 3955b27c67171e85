import { describe, expect, it } from "vitest";
import { KeptBytes } from "../../src/files/kept-bytes.ts";

describe("KeptBytes", () => {
  it("makes bytes once, and lets go of those that were not asked for the longest when it holds too many", () => {
    const made: string[] = [];
    const kept = new KeptBytes(10);
    const ask = (name: string) =>
      kept.get(name, () => {
        made.push(name);
        return Buffer.alloc(4, name);
      });
    for (const name of ["a", "b", "a", "c", "a", "b"]) expect(ask(name).toString()).toBe(name.repeat(4));
    expect(made).toEqual(["a", "b", "c", "b"]);
  });

  it("returns bytes that are more than it may hold, and does not keep them", () => {
    const kept = new KeptBytes(3);
    expect(kept.get("large", () => Buffer.from("first")).toString()).toBe("first");
    expect(kept.get("large", () => Buffer.from("again")).toString()).toBe("again");
  });
});
