import { describe, expect, it } from "vitest";
import { type Moment, parse } from "../../src/domain/time.ts";
import { makeState } from "../../src/seed/new-world.ts";
import { exportState } from "../../src/seed/seed-file.ts";
import { memoryStorage } from "../../src/store/memory/storage.ts";
import { World } from "../../src/world/world.ts";
import { advance, desk, join, quietWorld, start } from "../support/worlds.ts";

describe("the clock of a world", () => {
  it("one step of four months gives the same world as 120 steps of a day", async () => {
    const [once, daily] = [await quietWorld({ seed: "onboarding" }), await quietWorld({ seed: "onboarding" })];
    await advance(once, "P120D");
    for (let day = 0; day < 120; day++) await advance(daily, "P1D");
    const [one, other] = [JSON.stringify(await exportState(once)), JSON.stringify(await exportState(daily))];
    expect(other).toBe(one);
    const { events } = await once.store.dump();
    expect(events.filter(({ occurredAt }) => occurredAt > start).length).toBeGreaterThan(40);
  });

  it("due jobs run in order, each at its own time", async () => {
    const one = await desk("builder");
    const { jobs: planned, documents } = await one.world.store.dump();
    const moments: Moment[] = [];
    one.world.listen((events) => moments.push(...events.map(({ occurredAt }) => parse(occurredAt))));
    await advance(one.world, "P30D");
    expect(moments.length).toBeGreaterThan(10);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    const codeOf = new Map(documents.map(({ documentId, documentCode }) => [documentId, documentCode]));
    const collected = planned.filter(({ kind }) => kind === "COLLECT").sort((a, b) => (a.dueAt < b.dueAt ? 1 : -1));
    // One piece goes to all dossiers that ask for it.
    const first = new Map(collected.map(({ subjectId, dueAt }) => [codeOf.get(subjectId as number), parse(dueAt)]));
    const collection = [...first.values()];
    expect(collection.length).toBeGreaterThan(1);
    for (const due of collection) expect(moments.some((moment) => moment >= due && moment < due + 20)).toBe(true);
  });

  it("every round is planned again, strictly in the future", async () => {
    const world = await quietWorld();
    await advance(world, "P400D");
    const { jobs } = await world.store.dump();
    expect(jobs.map(({ kind, dueAt }) => `${kind} ${dueAt.slice(0, 16)}`).sort()).toEqual([
      "GAZETTE 2027-02-20T06:00",
      "HUB 2027-02-21T03:00",
      "REGISTRY 2027-02-20T02:00",
      "REMIND 2027-02-22T08:00",
      "RETENTION 2027-03-01T04:30",
      "SANCTIONS 2027-02-20T05:00",
    ]);
  });

  it("the clock is never behind the last event", async () => {
    const world = await quietWorld();
    await join(world, "builder");
    expect(world.now).toBeGreaterThan(world.clock);
    const before = world.now;
    await join(world, "cleaner");
    const { events } = await world.store.dump();
    expect(events.map(({ occurredAt }) => parse(occurredAt))).toEqual(
      events.map(({ occurredAt }) => parse(occurredAt)).toSorted((a, b) => a - b),
    );
    expect(world.now).toBeGreaterThan(before);
  });

  it("a running clock catches up with the due jobs before a request is answered", async () => {
    let wall = parse(start);
    const state = await makeState({
      accountId: "running",
      seed: "empty",
      randomSeed: 1,
      size: null,
      now: wall,
      frozen: false,
      wall,
    });
    const world = await World.open("running", await memoryStorage().create("running", state), {
      wall: () => wall,
      linkSecret: "",
    });
    const thirdpartyId = await world.write(() => join(world, "builder"));
    wall += 3 * 3_600_000;
    await world.catchUp();
    const { documents } = await world.store.folder(thirdpartyId);
    expect(documents.filter(({ present }) => present).length).toBeGreaterThan(0);
    expect(world.nextDue).toBeGreaterThan(world.clock);
    expect(world.catchUp()).toBeUndefined();
  });
});
