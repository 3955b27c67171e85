import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("the types of the client have no unknown, any or object, except other headers and the bytes of a download", () => {
  const lines = readFileSync("src/client/schema.ts", "utf8")
    .replace(/^\s*\/\*\*?\s[\s\S]*?\*\//gm, "")
    .split("\n")
    .map((line) => line.trim())
    .filter(
      (line) => /\b(?:unknown|any|object|Record<string, never>)\b/.test(line) && line !== "[name: string]: unknown;",
    );
  expect(lines.sort()).toEqual(['"*/*": unknown;', '"application/pdf": unknown;', '"application/zip": unknown;']);
});
