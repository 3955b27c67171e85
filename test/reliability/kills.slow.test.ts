import { expect, it } from "vitest";
import { kills } from "../../scripts/reliability/kills.ts";
import { shortForm } from "./short-form.ts";

it("a server that is killed at random moments loses no answered write and does nothing by halves", async () => {
  const { failures, figures } = await shortForm(kills);
  expect(failures).toEqual([]);
  expect(figures["answered writes"]).toBeGreaterThan(50);
});
