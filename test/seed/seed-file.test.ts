import { expect, it } from "vitest";
import { seedNames } from "../../src/seed/seed-file.ts";

it("lists the seeds that are on file", () => {
  expect(seedNames()).toEqual(["empty", "expiring", "onboarding", "portfolio"]);
});
