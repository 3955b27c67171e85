import { expect, it } from "vitest";
import { raw } from "../../scripts/reliability/raw.ts";
import { shortForm } from "./short-form.ts";

it("answers every abuse of HTTP as is written beside it, and stays alive", async () => {
  expect((await shortForm(raw)).failures).toEqual([]);
});
