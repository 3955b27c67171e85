import { describe, it } from "vitest";
import { expectReadAsParsed, expectRefusedAsParsed } from "./read-worlds.ts";

describe("a world that is read row by row", () => {
  it("is what JSON.parse makes of the same text, however the text is cut, for 300 worlds", () =>
    expectReadAsParsed(300));

  it("is refused wherever JSON.parse refuses the same text, for 1,000 damaged worlds", () =>
    expectRefusedAsParsed(1000));
});
