import { expect, it } from "vitest";
import { playScenario, scenarioNamed } from "../../src/seed/scenario.ts";
import { quietWorld } from "../support/worlds.ts";

it("a scenario is refused and leaves nothing behind where every company has joined", async () => {
  const world = await quietWorld();
  const before = await world.store.dump();
  expect(
    await playScenario(world, { ...scenarioNamed("new-thirdparty"), country: "MC", companies: 600 }),
  ).toMatchObject({
    refused: {
      status: 409,
      body: {
        code: "NOTHING_SUITABLE",
        detail: expect.stringMatching(/ Every company that could join is in the portfolio already\.$/),
      },
    },
  });
  expect(await world.store.dump()).toEqual(before);
});
