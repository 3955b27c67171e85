import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineOf, repeatedName, syntaxFault, undecodableLine } from "../../../src/store/file/edited-json.ts";

describe("syntaxFault", () => {
  it("a text has a syntax fault exactly when JSON.parse refuses it", () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", "}", "]", '"', ":", "0", "\\", "tru", " "))
      .map(([text, at, mark]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + mark + text.slice(place + (at % 2));
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged), (text) => {
        const parses = () => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        };
        expect(syntaxFault(text) === undefined).toBe(parses());
      }),
      { numRuns: 500 },
    );
  });
});

describe("an edited JSON text", () => {
  const text = '{\n  "a": 1,\n  "b": {\n    "c": [1,\n      2],\n    "c": []\n  }\n}';

  it("the line of a value is that on which it begins", () => {
    expect([["a"], ["b"], ["b", "c", 1], ["nowhere"]].map((path) => lineOf(text, path))).toEqual([2, 3, 5, 1]);
  });

  it("a name that an object has twice is found", () => {
    expect([repeatedName(text, []), repeatedName(text, ["b"])]).toEqual([undefined, "c"]);
  });

  it("the first line with bytes that are not UTF-8 is found", () => {
    const bytes = Buffer.from("é\n\nx?\n", "utf8");
    expect(undecodableLine(bytes)).toBe(undefined);
    bytes[bytes.indexOf("?")] = 0xe9;
    expect(undecodableLine(bytes)).toBe(3);
  });
});
