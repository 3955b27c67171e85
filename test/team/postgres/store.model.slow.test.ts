import { describe, expect, it } from "vitest";
import type { Planted } from "./double.ts";
import { Schedule } from "./schedules.ts";

/** The first problem among the first schedules. */
async function firstProblem(
  count: number,
  planted?: Planted,
): Promise<{ seed: number; problems: string[] } | undefined> {
  for (let seed = 1; seed <= count; seed++) {
    // A change that a faulty table lets through may not even apply.
    const problems = await new Schedule(seed, planted).run().catch((error: Error) => [error.message]);
    if (problems.length > 0) return { seed, problems: problems.slice(0, 3) };
  }
  return undefined;
}

describe("two servers on one log", () => {
  it("in 10,000 orders of steps, with statements lost or late, the log is the only truth", async () => {
    expect(await firstProblem(10_000)).toBeUndefined();
  });

  it.each<Planted>(["no fence", "no fence after a fold", "no tokens"])(
    "the search finds a table that has a fault built in: %s",
    async (planted) => {
      expect(await firstProblem(2_000, planted)).toMatchObject({
        problems: expect.arrayContaining([expect.any(String)]),
      });
    },
  );
});
