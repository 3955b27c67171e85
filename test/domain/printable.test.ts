import { expect, it } from "vitest";
import { printable, printableLines, printableStyled } from "../../src/domain/printable.ts";

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

it("keeps colours and weights where the program writes them itself, and nothing else", () => {
  expect(printableStyled("\u001b[1mOperations\u001b[22m\n\u001b[2J\u001b]0;x\u0007")).toBe(
    "\u001b[1mOperations\u001b[22m\n?[2J?]0;x?",
  );
});
