import { expect, it } from "vitest";
import { hasStrace, interruptions } from "../../scripts/reliability/interruptions.ts";
import { shortForm } from "./short-form.ts";

it.skipIf(!hasStrace)("a write that a signal interrupts is repeated", async () => {
  const { count, failures } = await shortForm(interruptions);
  expect(failures).toEqual([]);
  expect(count).toBeGreaterThan(2);
});
