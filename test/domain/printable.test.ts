import { expect, it } from "vitest";
import {
  isPrintable,
  markStylesBy,
  painted,
  printable,
  printableJson,
  printableLines,
  printableStyled,
  printed,
} from "../../src/domain/printable.ts";

const hostile = "a\u001b[41mBOO\u009b2J\u0007\u202e\r\u007f";
const harmless = "a?[41mBOO?2J????";

it("takes every control character out of a line", () => {
  expect(printable(hostile)).toBe(harmless);
  expect(printable("one\ntwo\tthree")).toBe("one?two?three");
  expect(printable("L'été 😀 à 100 %")).toBe("L'été 😀 à 100 %");
  expect([hostile, "one\ntwo", "\u2028", "L'été 😀 à 100 %"].map(isPrintable)).toEqual([false, false, false, true]);
});

it("escapes every control character of JSON, so that nothing is lost", () => {
  const text = JSON.stringify({ name: hostile }, null, 2);
  expect(printableJson(text)).toMatch(/^\{\n {2}"name": "[ -~]+"\n\}$/);
  expect(JSON.parse(printableJson(text))).toEqual({ name: hostile });
});

it("keeps the ends of lines where a text has several", () => {
  expect(printableLines(`${hostile}\n\tat x`)).toBe(`${harmless}\n  at x`);
});

it("colours that the program sets reach a terminal, and nothing else does that a terminal obeys", () => {
  const [bold, stored] = [painted("bold", "Operations \u001b[31m"), "\u001b[31mred\u001b[2J\u001b]0;x\u0007"];
  expect(printableStyled(`${bold}\n${stored}`)).toBe("\u001b[1mOperations ?[31m\u001b[22m\n?[31mred?[2J?]0;x?");
});

it("a mark that is guessed brings no escape to a terminal, and that of the program does", () => {
  const guess = `\u001b${process.pid}:[2J`;
  markStylesBy("key");
  expect(printableStyled(`${guess}\n${painted("bold", guess)}`)).toBe(
    `?${process.pid}:[2J\n\u001b[1m?${process.pid}:[2J\u001b[22m`,
  );
  markStylesBy(`${process.pid}`);
});

it.each([
  ["a terminal", true],
  ["a pipe", false],
])("JSON on %s is the same bytes, or escapes of the same text where a terminal would obey them", (_where, colour) => {
  const how = { colour, asJson: true };
  for (const value of [{ name: "L'été 😀" }, ["a\tb\nc"], "text", 17]) {
    const text = JSON.stringify(value, null, 2);
    expect(printed(text, how)).toBe(text);
  }
  for (const value of [{ [hostile]: hostile }, [`\u001b${process.pid}:[2J`], hostile]) {
    const shown = printed(JSON.stringify(value, null, 2), how);
    expect(shown.split("\n").every(isPrintable)).toBe(true);
    expect(JSON.parse(shown)).toEqual(value);
  }
});

it("what is no JSON is styled on a terminal, and lines without control characters anywhere", () => {
  const text = `${painted("bold", "[a")}\n\t${hostile}`;
  const lines = `  ${harmless.replace("\t", "  ")}`;
  expect(printed(text, { colour: true, asJson: false })).toBe(`\u001b[1m[a\u001b[22m\n${lines}`);
  for (const asJson of [false, true]) expect(printed(`x\n\t${hostile}`, { colour: false, asJson })).toBe(`x\n${lines}`);
});
