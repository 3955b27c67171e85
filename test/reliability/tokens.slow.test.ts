import { expect, it } from "vitest";
import { tokens } from "../../scripts/reliability/tokens.ts";
import { shortForm } from "./short-form.ts";

it("lets no forged, mutated, expired or foreign token or link in", async () => {
  expect((await shortForm(tokens)).failures).toEqual([]);
});
