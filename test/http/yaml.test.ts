import fc from "fast-check";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { yamlOf } from "../../src/http/yaml.ts";

const odd = [
  ...["no", "Null", "~", "<<", "0x1F", "1e3", "2026-01-15", "- a", "? b", "a: b", "a:", "a #b", "#b", "&c", "*d", "!e"],
  ...[
    "{f}",
    "[g]",
    "| h",
    "%i",
    "@j",
    "`k",
    "---",
    "...",
    " l",
    "m ",
    "n\n",
    "\no",
    "p\n q",
    "r\n\ns",
    "\tt",
    "u\r\nv",
  ],
  ...["\u0085", "\u2028", "\ufeff", "\u007f", "é\nà", "😀\nx", "/a/{b}", "application/json", "x, y", "=", "__proto__"],
];
const text = fc.oneof(fc.constantFrom(...odd), fc.string({ unit: "grapheme" }));
const { json } = fc.letrec((tie) => ({
  json: fc.oneof({ depthSize: "small" }, text, fc.constantFrom(null, true, 0, -1.5, 1e21), tie("list"), tie("object")),
  list: fc.array(tie("json"), { maxLength: 4 }),
  object: fc.dictionary(text, tie("json"), { maxKeys: 4 }),
}));

it("YAML is read as the JSON that it was written from", () => {
  const written = (value: unknown) => {
    expect(parse(yamlOf(value))).toEqual(value);
  };
  for (const value of odd) written({ [value]: [value, { a: value }], b: [[value]] });
  fc.assert(fc.property(json, written), { seed: 1, numRuns: 300 });
});

it("a paragraph is written as lines, and what is undefined not at all", () => {
  expect(yamlOf({ a: "b\n\nc: d", e: undefined, "200": [], f: [{ g: 1, h: {} }] })).toBe(
    '"200": []\na: |-\n  b\n\n  c: d\nf:\n  - g: 1\n    h: {}',
  );
});
