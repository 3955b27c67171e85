import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readWorld, WorldTooLarge } from "../../src/seed/world-reader.ts";

async function* chunksOf(text: string | Buffer, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
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

describe("a world that is read row by row", () => {
  const world = fc.record({
    format: fc.string(),
    state: fc.dictionary(fc.string(), fc.oneof(fc.array(fc.jsonValue({ maxDepth: 4 })), fc.jsonValue())),
    other: fc.jsonValue(),
  });

  it("is what JSON.parse makes of the same text, however the text is cut", async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.integer({ min: 1, max: 200 }), fc.constantFrom(0, 2), async (value, size, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(await read(text, size)).toEqual(parsed(text));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("is refused wherever JSON.parse refuses the same text", async () => {
    const marks = fc.constantFrom("{", "}", "[", "]", ",", ":", '"', "\\", " ", "1", "");
    await fc.assert(
      fc.asyncProperty(world, fc.nat(), marks, fc.integer({ min: 1, max: 50 }), async (value, place, mark, size) => {
        const text = JSON.stringify(value);
        const at = place % text.length;
        const damaged = text.slice(0, at) + mark + text.slice(at + 1);
        expect(await read(damaged, size)).toEqual(parsed(damaged));
      }),
      { seed: 1, numRuns: 1000 },
    );
  });

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

  it("may hold a million rows, and not one more", async () => {
    const text = (rows: number) => `{"state":{"events":[${"0,".repeat(rows - 1)}0]}}`;
    const { state } = (await readWorld(chunksOf(text(1_000_000), 1 << 20))) as { state: { events: number[] } };
    expect(state.events).toHaveLength(1_000_000);
    await expect(readWorld(chunksOf(text(1_000_001), 1 << 20))).rejects.toThrow(
      new WorldTooLarge("The world holds more than 1,000,000 rows, the most that is taken."),
    );
  });

  it("holds little beside its rows", async () => {
    const text = JSON.stringify({ note: "x".repeat(1 << 20) });
    await expect(readWorld(chunksOf(text, 1 << 16))).rejects.toThrow(WorldTooLarge);
  });
});
