import { expect, it } from "vitest";
import { sumOf } from "../../src/coverage/counted.ts";

it("counts add up name by name, in the order of the names, without zeros and up to the largest whole number", () => {
  const most = Number.MAX_SAFE_INTEGER;
  const one = { operations: { b: 1, a: 0, c: 2 }, forced: { x: 1 }, events: { e: most } };
  const other = { operations: { c: 3, a: 4, d: 0 }, struck: { y: 2 }, survived: { y: 1 }, events: { e: 1 } };
  const sum = {
    ...{ operations: { a: 4, b: 1, c: 5 }, statuses: {}, parameters: {}, values: {}, events: { e: most } },
    ...{ forced: { x: 1 }, struck: { y: 2 }, survived: { y: 1 } },
  };
  const texts = [sumOf([one, other]), sumOf([sumOf([other]), sumOf([one]), sumOf([])])].map((all) =>
    JSON.stringify(all),
  );
  expect(texts).toEqual([JSON.stringify(sum), JSON.stringify(sum)]);
});
