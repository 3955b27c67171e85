const { makeWorld } = require("./world.js");
const { waitingSuppliers } = require("./waiting.js");

let world;
beforeEach(async () => {
  world = await makeWorld();
});
afterEach(() => world.delete());

test("nobody waits in an empty account", async () => {
  expect(await waitingSuppliers(world.baseUrl, world.token)).toEqual([]);
});

test("a supplier whose dossier waits is named, and no other", async () => {
  await world.scenario("valid-dossier");
  await world.scenario("dossier-waiting");
  expect(await waitingSuppliers(world.baseUrl, world.token)).toHaveLength(1);
});

test("a service that is down is reported with its status", async () => {
  await world.scenario("failing-service");
  await expect(waitingSuppliers(world.baseUrl, world.token)).rejects.toThrow("503");
});
