import { describe, expect, it } from "vitest";
import type { Key } from "../../../src/domain/collections.ts";
import { compare, inOrder, sorted, stride } from "../../../src/store/memory/sort.ts";
import type { Steps } from "../../../src/store/time-slice.ts";
import { drawFrom } from "../../contract/mutations.ts";

const count = 50_000;
const draw = drawFrom(1);
const numbers = Array.from({ length: count }, () => draw(1_000_000));

/** The result of some steps, and the most calls that `calls` counts in one of them. */
function longestStep<T>(steps: Steps<T>, calls: () => number): { result: T; longest: number } {
  for (let longest = 0, before = calls(); ; ) {
    const { done, value } = steps.next();
    longest = Math.max(longest, calls() - before);
    before = calls();
    if (done) return { result: value as T, longest };
  }
}

describe("sorting in steps", () => {
  it("gives what a sort at once gives, in steps of a bounded number of comparisons", () => {
    let calls = 0;
    const counting = (one: number, other: number) => {
      calls++;
      return one - other;
    };
    const { result, longest } = longestStep(sorted(numbers, counting), () => calls);
    expect(result).toEqual(numbers.toSorted((one, other) => one - other));
    expect(longest).toBeLessThan(stride * Math.log2(stride));
  });

  it("keeps the order of rows that are equal", () => {
    const rows = Array.from({ length: count }, (_, at) => ({ group: at % 3, at }));
    const { result } = longestStep(
      sorted(rows, (one, other) => compare(one.group, other.group)),
      () => 0,
    );
    expect(result).toEqual(rows.toSorted((one, other) => one.group - other.group));
  });

  it("orders rows by key in steps, and returns rows that are in order as they are", () => {
    let calls = 0;
    const key = (row: unknown): Key => {
      calls++;
      return row as number;
    };
    const { result, longest } = longestStep(inOrder(numbers, key), () => calls);
    expect(result).toEqual(numbers.toSorted((one, other) => one - other));
    expect(longest).toBeLessThan(2 * stride * Math.log2(stride));
    const inOrderAlready = numbers.map((_, at) => at);
    expect(longestStep(inOrder(inOrderAlready, key), () => calls).result).toBe(inOrderAlready);
  });
});
