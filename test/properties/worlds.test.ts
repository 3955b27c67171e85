import { expect, it } from "vitest";
import { live } from "./worlds.ts";

it("a small world keeps every invariant for a year", async () => {
  const { complaints, events } = await live({ seed: "onboarding", randomSeed: 52, years: 1, read: () => null });
  expect(complaints).toEqual([]);
  expect(events).toBeGreaterThan(500);
});
