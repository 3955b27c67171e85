import { expect, it } from "vitest";
import { makeWorld } from "../support/sandbox.ts";
import { compareForeseen } from "./foreseen-jobs.ts";

it("clock.due foresees the events of 120 next jobs, and an advance to each moment brings them about", async () => {
  expect(await compareForeseen(await makeWorld({ seed: "portfolio" }), 120)).toBeGreaterThan(100);
});
