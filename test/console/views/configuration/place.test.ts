import { expect, it } from "vitest";
import { lineOf, placeIn } from "../../../../src/console/views/configuration/place.ts";

const text = JSON.stringify({ a: { "b/c": [1, { d: "x, {" }], e: {} }, "~": [[], [true]] }, null, 1);

it.each([
  ["/a", '"a"'],
  ["/a/b~1c", '"b/c"'],
  ["/a/b~1c/0", "1"],
  ["/a/b~1c/1", "{"],
  ["/a/b~1c/1/d", '"d"'],
  ["/a/e/missing", '"e"'],
  ["/~0/1/0", "true"],
  ["/nowhere", undefined],
  ["", undefined],
])("the pointer %j leads to %s, or to the nearest place above it", (pointer, place) => {
  const found = placeIn(text, pointer);
  expect(found && text.slice(...found)).toBe(place);
});

it("a place in a text has the number of its line", () => {
  expect(lineOf(text, placeIn(text, "/a/e")?.[0] ?? 0)).toBe(9);
});
