import { expect, it } from "vitest";
import { cuts } from "../../scripts/reliability/cuts.ts";
import { shortForm } from "./short-form.ts";

it("a log that was cut off at any byte gives the world after its last whole write, and says so", async () => {
  const { failures, figures } = await shortForm(cuts);
  expect(failures).toEqual([]);
  expect(figures["dropped rests"]).toBeGreaterThan(100);
});
