import { expect, it } from "vitest";
import { painted, printable, printableJson, printableLines, printableStyled } from "../../src/domain/printable.ts";

const hostile = "a\u001b[41mBOO\u009b2J\u0007\u202e\r\u007f";
const harmless = "a?[41mBOO?2J????";

it("takes every control character out of a line", () => {
  expect(printable(hostile)).toBe(harmless);
  expect(printable("one\ntwo\tthree")).toBe("one?two?three");
  expect(printable("L'été 😀 à 100 %")).toBe("L'été 😀 à 100 %");
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
