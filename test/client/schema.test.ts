import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it.each([
  ["schema", ['"*/*": unknown;', '"application/pdf": unknown;', '"application/zip": unknown;']],
  // Bytes, a whole world, the payload of an event, a stream, and the values of a field that differs.
  [
    "control-schema",
    [
      '"*/*": unknown;',
      '"application/pdf": unknown;',
      '"application/zip": unknown;',
      '"text/event-stream": unknown;',
      "[key: string]: unknown;",
      "[key: string]: unknown;",
      "after?: unknown;",
      "before?: unknown;",
    ],
  ],
])("the types in %s have no unknown, any or object beyond what has no type", (name, allowed) => {
  const lines = readFileSync(`src/client/${name}.ts`, "utf8")
    .replace(/^\s*\/\*\*?\s[\s\S]*?\*\//gm, "")
    .split("\n")
    .map((line) => line.trim())
    .filter(
      (line) => /\b(?:unknown|any|object|Record<string, never>)\b/.test(line) && line !== "[name: string]: unknown;",
    );
  expect(lines.sort()).toEqual(allowed.sort());
});
