import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { syntaxFault } from "../../../src/store/file/syntax.ts";

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
      { numRuns: 2_000 },
    );
  });
});
