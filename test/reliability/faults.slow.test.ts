import { expect, it } from "vitest";
import { faults } from "../../scripts/reliability/faults.ts";
import { shortForm } from "./short-form.ts";

it("a disk that fails, is full, writes too little or is slow makes no operation half", async () => {
  expect((await shortForm(faults)).failures).toEqual([]);
});
