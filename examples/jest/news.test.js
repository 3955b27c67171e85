const { withWorld } = require("tiers-sandbox/jest");
const { addedSuppliers } = require("./news.js");

test(
  "every supplier that was added is found, on whatever page",
  withWorld(async (world) => {
    for (let count = 0; count < 5; count++) await world.trigger("THIRD_PARTY_ADDED");
    await world.clock.advance("PT5M");
    const ids = await addedSuppliers(world.baseUrl, world.token, "2026-01-15T09:00:00", "2026-01-15T09:04:59");
    expect(new Set(ids).size).toBe(5);
    expect(await world.sync()).toMissNothing();
  }),
);
