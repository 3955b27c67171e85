import fc from "fast-check";
import { expect } from "vitest";
import { readWorld } from "../../../src/http/request/world-reader.ts";
import { chunksOf } from "../../support/chunks.ts";

export const read = (text: string, size: number) =>
  readWorld(chunksOf(text, size)).catch((error: Error) => {
    if (error instanceof SyntaxError) return "no JSON";
    throw error;
  });
export const parsed = (text: string) => {
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

/** Expects random worlds to be read as JSON.parse reads them, however the text is cut. */
export async function expectReadAsParsed(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(world, fc.integer({ min: 1, max: 200 }), fc.constantFrom(0, 2), async (value, size, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(await read(text, size)).toEqual(parsed(text));
    }),
    { numRuns },
  );
}

/** Expects random damaged worlds to be refused wherever JSON.parse refuses them. */
export async function expectRefusedAsParsed(numRuns: number): Promise<void> {
  const marks = fc.constantFrom("{", "}", "[", "]", ",", ":", '"', "\\", " ", "1", "");
  await fc.assert(
    fc.asyncProperty(world, fc.nat(), marks, fc.integer({ min: 1, max: 50 }), async (value, place, mark, size) => {
      const text = JSON.stringify(value);
      const at = place % text.length;
      const damaged = text.slice(0, at) + mark + text.slice(at + 1);
      expect(await read(damaged, size)).toEqual(parsed(damaged));
    }),
    { numRuns },
  );
}
