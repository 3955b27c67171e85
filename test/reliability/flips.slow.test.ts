import { expect, it } from "vitest";
import { flips } from "../../scripts/reliability/flips.ts";
import { shortForm } from "./short-form.ts";

it("a bit that was turned in a file of the data folder changes nothing without a word", async () => {
  const { failures, figures } = await shortForm(flips);
  expect(failures).toEqual([]);
  expect(figures["kinds of file"]).toBeGreaterThan(5);
});
