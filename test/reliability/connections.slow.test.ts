import { expect, it } from "vitest";
import { connections } from "../../scripts/reliability/connections.ts";
import { shortForm } from "./short-form.ts";

it("serves busy connections among 2,000 idle ones and slow ones", async () => {
  expect((await shortForm(connections)).failures).toEqual([]);
});
