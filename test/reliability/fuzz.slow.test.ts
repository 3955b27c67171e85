import { expect, it } from "vitest";
import { fuzz } from "../../scripts/reliability/fuzz.ts";
import { shortForm } from "./short-form.ts";

it("answers fuzzed requests on both planes as the contract says, and stores nothing of a refused one", async () => {
  const { failures, figures } = await shortForm(fuzz);
  expect(failures).toEqual([]);
  // Enough of the requests get past the first checks.
  for (const status of [200, 201, 204, 400, 404]) expect(figures[`answers with ${status}`]).toBeGreaterThan(5);
});
