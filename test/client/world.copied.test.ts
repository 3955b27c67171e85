import { expect, it } from "vitest";
import { expectation } from "../../src/console/views/journal/filter.ts";
import { startSandbox } from "../../src/start.ts";

it("the line that the console copies from an entry of the journal waits for the next such event", async () => {
  const sandbox = await startSandbox({ seed: "empty", freeze: true });
  const world = await sandbox.world("copied");
  await world.scenario("new-thirdparty");
  const [happened] = await world.trigger("THIRD_PARTY_COMMENT_ADDED");
  if (happened === undefined) throw new Error("nothing happened");
  const run = new Function("world", `return (async () => { ${expectation(happened)} })();`) as (
    of: typeof world,
  ) => Promise<void>;
  let ended = false;
  const waits = run(world).then(() => (ended = true));
  await world.trigger("THIRD_PARTY_COMMENT_ADDED", { thirdpartyId: happened.thirdpartyId });
  await waits;
  expect(ended).toBe(true);
  await sandbox.close();
});
