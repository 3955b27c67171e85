const { withWorld } = require("tiers-sandbox/jest");
const { waitingSuppliers } = require("./waiting.js");

test(
  "nobody waits in an empty account",
  withWorld(async (world) => {
    expect(await waitingSuppliers(world.baseUrl, world.token)).toEqual([]);
  }),
);

test(
  "a supplier whose dossier waits is named, and no other",
  withWorld(async (world) => {
    await world.scenario("valid-dossier");
    await world.scenario("dossier-waiting");
    expect(await waitingSuppliers(world.baseUrl, world.token)).toHaveLength(1);
  }),
);

test(
  "a service that is down is reported with its status",
  withWorld(async (world) => {
    await world.scenario("failing-service");
    await expect(waitingSuppliers(world.baseUrl, world.token)).rejects.toThrow("503");
  }),
);
