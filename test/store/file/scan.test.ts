import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Piece, Scan } from "../../../src/store/file/scan.ts";

function scan(text: string, chunk: number): { pieces: Piece[]; skeleton: unknown } {
  const pieces: Piece[] = [];
  const scanning = new Scan((piece) => pieces.push(piece));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunk) scanning.feed(bytes.subarray(at, at + chunk));
  return { pieces, skeleton: JSON.parse(scanning.skeleton) };
}

const row = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
const rows = fc.array(row, { maxLength: 4 });

describe("Scan", () => {
  it("a scan finds the rows of any file, whatever its layout and the size of its chunks", () => {
    fc.assert(
      fc.property(
        rows,
        rows,
        fc.constantFrom(0, 1, 2, "\t"),
        fc.integer({ min: 1, max: 40 }),
        (one, other, indent, chunk) => {
          const { pieces, skeleton } = scan(JSON.stringify({ version: 1, one, none: [], other }, null, indent), chunk);
          const of = (name: string) => pieces.filter((piece) => piece.name === name).map((piece) => piece.value);
          expect({ one: of("one"), other: of("other"), skeleton }).toEqual({
            one: JSON.parse(JSON.stringify(one)),
            other: JSON.parse(JSON.stringify(other)),
            skeleton: { version: 1, one: [...one.keys()], none: [], other: [...other.keys()] },
          });
        },
      ),
    );
  });

  it("a scan knows where each row begins", () => {
    const text = '{\n"one": [\n{},\n{\n"a": "\\n"}, {}\n]\n}';
    const { pieces } = scan(text, 3);
    expect(pieces).toEqual([
      { name: "one", nth: 0, offset: text.indexOf("{}"), value: {} },
      { name: "one", nth: 1, offset: text.indexOf('{\n"a"'), value: { a: "\n" } },
      { name: "one", nth: 2, offset: text.lastIndexOf("{}"), value: {} },
    ]);
  });

  it("a scan reads all rows of a file that begins in the layout of an account file and leaves it", () => {
    const own = '{\n  "one": [\n    {\n      "a": { "b": 1 }\n    },';
    const { pieces } = scan(`${own}\n    { "c": {\n    } }, {"d": []}]}`, 1000);
    expect(pieces.map(({ value }) => value)).toEqual([{ a: { b: 1 } }, { c: {} }, { d: [] }]);
  });
});
