import { describe, expect, it } from "vitest";
import { exportState } from "../../src/seed/seed-file.ts";
import { advance, quietWorld } from "../support/worlds.ts";

describe("the clock of a world", () => {
  it.each([
    ["P30D", 30 * 24, "PT1H"],
    ["P365D", 365, "P1D"],
  ])("one step of %s gives the same portfolio, people and all, as %i steps of %s", async (whole, count, part) => {
    const [once, often] = [await quietWorld({ seed: "portfolio" }), await quietWorld({ seed: "portfolio" })];
    await advance(once, whole);
    for (let step = 0; step < count; step++) await advance(often, part);
    expect(often.origin.people).toBe("all");
    expect(JSON.stringify(await exportState(often))).toBe(JSON.stringify(await exportState(once)));
  });
});
