import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const bytes = ['"*/*": unknown;', '"application/pdf": unknown;', '"application/zip": unknown;'];
const anyKey = "[key: string]: unknown;";
it.each([
  ["schema", bytes],
  // Bytes, a stream, a whole world, the payload of an event, and the values of a field that differs.
  [
    "control-schema",
    [...bytes, '"text/event-stream": unknown;', anyKey, anyKey, "after?: unknown;", "before?: unknown;"],
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
