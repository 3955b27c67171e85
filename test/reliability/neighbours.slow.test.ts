import { expect, it } from "vitest";
import { withoutWorst } from "../../scripts/reliability/neighbours/worst.ts";
import { neighbours } from "../../scripts/reliability/neighbours.ts";
import { shortForm } from "./short-form.ts";

it("has a worst request for every operation of both planes that takes a query or a body", () => {
  expect(withoutWorst).toEqual([]);
});

it("leaves turns of the event loop to others while any operation serves its worst requests", async () => {
  expect((await shortForm(neighbours)).failures).toEqual([]);
});
