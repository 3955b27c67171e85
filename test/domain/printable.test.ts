import { expect, it } from "vitest";
import { painted, printable, printableLines, printableStyled } from "../../src/domain/printable.ts";

const hostile = "a\u001b[41mBOO\u009b2J\u0007\u202e\r\u007f";
const harmless = "a?[41mBOO?2J????";

it("takes every control character out of a line", () => {
  expect(printable(hostile)).toBe(harmless);
  expect(printable("one\ntwo\tthree")).toBe("one?two?three");
  expect(printable("L'été 😀 à 100 %")).toBe("L'été 😀 à 100 %");
});

it("keeps the ends of lines where a text has several", () => {
  expect(printableLines(`${hostile}\n\tat x`)).toBe(`${harmless}\n  at x`);
});

it("keeps the colours and weights that the program writes itself, and those of no other text", () => {
  const styled = `${painted("bold", "Operations\u001b[7m")}\n\u001b[1mx\u0007`;
  expect(printableStyled(styled)).toBe("\u001b[1mOperations?[7m\u001b[22m\n?[1mx?");
});
