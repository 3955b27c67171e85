import { describe, expect, it } from "vitest";
import { exportState } from "../../src/seed/seed-file.ts";
import { advance, quietWorld } from "../support/worlds.ts";

describe("the clock of a world", () => {
  it("one step of a month gives the same portfolio as 720 steps of an hour", async () => {
    const [once, hourly] = [await quietWorld({ seed: "portfolio" }), await quietWorld({ seed: "portfolio" })];
    await advance(once, "P30D");
    for (let hour = 0; hour < 30 * 24; hour++) await advance(hourly, "PT1H");
    expect(JSON.stringify(await exportState(hourly))).toBe(JSON.stringify(await exportState(once)));
  });
});
