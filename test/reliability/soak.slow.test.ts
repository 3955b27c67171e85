import { expect, it } from "vitest";
import { soak } from "../../scripts/reliability/soak.ts";
import { shortForm } from "./short-form.ts";

it("serves reads, writes and followers without an error, keeps its memory and folds its logs", async () => {
  expect((await shortForm(soak)).failures).toEqual([]);
});
