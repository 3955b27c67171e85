import { expect, it } from "vitest";
import { bracketOf } from "../../../src/domain/thirdparty/workforce.ts";

it.each([
  [0, "NN"],
  [1, "01"],
  [9, "03"],
  [10, "11"],
  [19, "11"],
  [20, "12"],
  [1_000_000, "53"],
])("%i employees are in the bracket %s", (workforce, code) => {
  expect(bracketOf(workforce).workforceRangeCode).toBe(code);
});

it("fewer employees than none are in no bracket", () => {
  expect(() => bracketOf(-1)).toThrow("no bracket for -1 employees");
});
