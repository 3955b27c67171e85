import { describe, expect, it } from "vitest";
import type { Planted } from "./double.ts";
import { firstProblem } from "./schedules.ts";

describe("two servers on one log", () => {
  it("in 100 orders of steps, with statements lost or late, the log is the only truth", async () => {
    expect(await firstProblem(1, 100)).toBeUndefined();
  });

  it.each<Planted>(["no fence", "no fence after a fold", "no tokens"])(
    "the search finds a table that has a fault built in: %s",
    async (planted) => {
      expect(await firstProblem(1, 2_000, planted)).toMatchObject({
        problems: expect.arrayContaining([expect.any(String)]),
      });
    },
  );
});
