import { expect, it } from "vitest";
import type { JobRow } from "../../src/domain/rows.ts";
import { format, parse } from "../../src/domain/time.ts";
import { makeState } from "../../src/seed/new-world.ts";
import { memoryStorage } from "../../src/store/memory/storage.ts";
import { sliced } from "../../src/store/time-slice.ts";
import { runRound } from "../../src/world/rounds.ts";
import { World } from "../../src/world/world.ts";

const begin = parse("2026-01-15T09:00:00.000");
const end = parse("2026-09-20T04:30:00.000");

async function emptyWorld(accountId: string) {
  const wish = { accountId, seed: "empty", randomSeed: 1, size: null, now: begin, frozen: true, wall: begin };
  const store = await memoryStorage().create(accountId, await makeState(wish));
  return World.open(accountId, store, { wall: () => begin, linkSecret: "" });
}

it("an empty world skips to the same jobs that its rounds would have left one by one", async () => {
  const [skipped, visited] = [await emptyWorld("a"), await emptyWorld("a")];
  await skipped.write(() => skipped.runDueJobs(end));
  await visited.write(async () => {
    while (visited.nextDue <= end) {
      const [job] = (await visited.store.range("jobs", "due", "all", { limit: 1 })) as [JobRow];
      const context = visited.context(parse(job.dueAt));
      await visited.commit(await runRound(job, context, visited.store, sliced));
    }
  });
  expect(await skipped.store.dump()).toEqual(await visited.store.dump());
  expect(skipped.nextDue).toBe(visited.nextDue);
});

it("an empty world passes hundreds of years by one change", async () => {
  const world = await emptyWorld("b");
  const before = world.store.revision;
  await world.write(() => world.runDueJobs(parse("2226-01-01T00:00:00.000")));
  expect(world.store.revision - before).toBe(1);
  expect(format(world.nextDue).slice(0, 4)).toBe("2226");
});
