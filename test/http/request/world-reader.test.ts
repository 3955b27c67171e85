import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readWorld, WorldTooLarge } from "../../../src/http/request/world-reader.ts";
import { chunksOf } from "../../support/chunks.ts";

const read = (text: string, size: number) =>
  readWorld(chunksOf(text, size)).catch((error: Error) => {
    if (error instanceof SyntaxError) return "no JSON";
    throw error;
  });
const parsed = (text: string) => {
  try {
    return JSON.parse(text);
  } catch {
    return "no JSON";
  }
};
const world = fc.record({
  format: fc.string(),
  state: fc.dictionary(fc.string(), fc.oneof(fc.array(fc.jsonValue({ maxDepth: 4 })), fc.jsonValue())),
  other: fc.jsonValue(),
});
const marks = fc.constantFrom("{", "}", "[", "]", ",", ":", '"', "\\", " ", "1", "");

describe("a world that is read row by row", () => {
  it("is what JSON.parse makes of the same text, however the text is cut, and refused wherever that refuses", () =>
    fc.assert(
      fc.asyncProperty(world, fc.nat(), marks, fc.integer({ min: 1, max: 200 }), async (value, place, mark, size) => {
        const text = JSON.stringify(value, null, place % 3);
        expect(await read(text, size)).toEqual(parsed(text));
        const at = place % text.length;
        const damaged = text.slice(0, at) + mark + text.slice(at + 1);
        expect(await read(damaged, size)).toEqual(parsed(damaged));
      }),
      { numRuns: 50 },
    ));

  it.each([
    "",
    "  ",
    "[]",
    "[[[1]]]",
    "1",
    '{"state":{"events":[,]}}',
    '{"state":{"events":[{}}}',
    '{"a":{"b":[1]}} x',
  ])("reads %j as JSON.parse does", async (text) => {
    expect(await read(text, 3)).toEqual(text === "" ? undefined : parsed(text));
  });

  it("may hold as many rows as it is allowed to, and not one more", async () => {
    const text = (rows: number) => `{"state":{"events":[${"0,".repeat(rows - 1)}0]}}`;
    const reading = (rows: number) => readWorld(chunksOf(text(rows), 100), JSON.parse as never, 2_000);
    expect(await reading(2_000)).toEqual(JSON.parse(text(2_000)));
    await expect(reading(2_001)).rejects.toThrow(
      new WorldTooLarge("The world holds more than 2,000 rows, the most that is taken."),
    );
  });

  it("may be read from a buffer that is used again for each chunk", async () => {
    const text = JSON.stringify({ format: "any", state: { events: [{ a: "b" }, 1], jobs: [[2]] } });
    const reused = async function* () {
      const buffer = Buffer.alloc(3);
      for (let at = 0; at < text.length; at += 3) yield buffer.subarray(0, buffer.write(text.slice(at, at + 3)));
    };
    expect(await readWorld(reused())).toEqual(JSON.parse(text));
  });

  it("holds little beside its rows", async () => {
    const text = JSON.stringify({ note: "x".repeat(1 << 20) });
    await expect(readWorld(chunksOf(text, 1 << 16))).rejects.toThrow(WorldTooLarge);
  });
});
