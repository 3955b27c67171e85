import { expect, it } from "vitest";
import { printable, printableLines } from "../../src/domain/printable.ts";

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
