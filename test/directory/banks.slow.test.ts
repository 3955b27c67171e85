import { describe, it } from "vitest";
import { expectItalianCheckLetters, expectStrictlyValid, ten } from "./generated-ibans.ts";

describe("generated IBANs", () => {
  it.each(ten)("generates ten thousand strictly valid IBANs of %s", (country) => expectStrictlyValid(country, 10_000));

  it("generates ten thousand Italian IBANs with the check letter that the second oracle requires", () =>
    expectItalianCheckLetters(10_000));
});
