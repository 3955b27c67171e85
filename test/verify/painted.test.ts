import { expect, it } from "vitest";
import { painted, printableStyled } from "../../src/verify/painted.ts";

it("colours that the program sets reach a terminal, and nothing else does that a terminal obeys", () => {
  const [bold, stored] = [painted("bold", "Operations \u001b[31m"), "\u001b[31mred\u001b[2J\u001b]0;x\u0007"];
  expect(printableStyled(`${bold}\n${stored}`)).toBe("\u001b[1mOperations ?[31m\u001b[22m\n?[31mred?[2J?]0;x?");
});
