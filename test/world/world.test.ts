import { describe, expect, it, vi } from "vitest";
import type { Change } from "../../src/domain/change.ts";
import type { EventRow } from "../../src/domain/rows.ts";
import { parse } from "../../src/domain/time.ts";
import { MemoryStore } from "../../src/store/memory/store.ts";
import { Tables } from "../../src/store/memory/tables.ts";
import { addToPortfolio } from "../../src/world/operations.ts";
import { World } from "../../src/world/world.ts";
import { companies, granted, quietWorld, start } from "../support/worlds.ts";

/** A store in which another writer comes first: the work is undone, and runs again on what the other one left. */
class ContestedStore extends MemoryStore {
  rival: Change | undefined;
  runs = 0;

  override async write<T>(work: () => Promise<T>): Promise<T> {
    const counted = () => {
      this.runs++;
      return work();
    };
    const { rival } = this;
    if (!rival) return super.write(counted);
    this.rival = undefined;
    const conflict = new Error("another writer was first");
    await super
      .write(async () => {
        await counted();
        throw conflict;
      })
      .catch((error) => expect(error).toBe(conflict));
    await super.write(() => this.commit(rival));
    return super.write(counted);
  }
}

const outside = { wall: () => parse(start), linkSecret: "secret" };

async function contested(): Promise<{ world: World; store: ContestedStore; rival: Change }> {
  const quiet = await quietWorld();
  const state = await quiet.store.dump();
  const changes: Change[] = [];
  const commit = quiet.store.commit.bind(quiet.store);
  quiet.store.commit = (change) => commit(change).then(() => void changes.push(change));
  granted(await addToPortfolio(quiet, { ...companies.builder }, "rival"));
  const store = new ContestedStore(new Tables(state));
  return { world: await World.open("quiet", store, outside), store, rival: changes[0] as Change };
}

describe("a write that another writer overtakes", () => {
  it("an overtaken write runs again, with unique ids, events in order and one notice", async () => {
    const { world, store, rival } = await contested();
    const heard: EventRow[] = [];
    world.listen((events) => heard.push(...events));
    store.rival = rival;
    const { result, events } = granted(await world.write(() => addToPortfolio(world, { ...companies.it }, "client")));
    expect(store.runs).toBe(2);
    expect((await store.scan("thirdparties", { limit: 9 })).map((row) => row.companyIdValue)).toEqual([
      companies.builder.companyIdValue,
      companies.it.companyIdValue,
    ]);
    const journal = await store.scan("events", { limit: Number.POSITIVE_INFINITY });
    expect(journal).toEqual([...rival.events, ...events]);
    expect(journal.map(({ eventId }) => eventId)).toEqual(journal.map((_, nth) => (journal[0]?.eventId ?? 0) + nth));
    expect(journal.map(({ occurredAt }) => occurredAt)).toEqual(journal.map(({ occurredAt }) => occurredAt).sort());
    expect(heard).toEqual(events);
    expect(result.thirdpartyId).toBe(924_001);
  });
});

describe("what a world remembers", () => {
  it("a world reads its memory anew after a change that came from elsewhere", async () => {
    const { world, store, rival } = await contested();
    const before = [world.nextDue, world.now];
    await store.write(() => store.commit(rival));
    expect([world.nextDue, world.now]).toEqual(before);
    await world.catchUp();
    expect(world.nextDue).toBeLessThan(before[0] as number);
    expect(world.now).toBe(parse(rival.events.at(-1)?.occurredAt as string));
    expect(world.context().sequences.thirdpartyId).toBe(924_001);
    expect(world.catchUp()).toBeUndefined();
  });

  it("the memory of a world is as it was before after a write that failed", async () => {
    const { world } = await contested();
    const before = { ...world.context().sequences };
    const failing = world.write(async () => {
      granted(await addToPortfolio(world, { ...companies.it }, "client"));
      throw new Error("the rule failed");
    });
    await expect(failing).rejects.toThrow("the rule failed");
    await world.catchUp();
    expect(world.context().sequences).toEqual(before);
    expect(world.now).toBe(parse(start));
  });

  it("the memory of a world is right after a refresh that overlaps the commits of a write", async () => {
    const { world, store, rival } = await contested();
    await store.write(() => store.commit(rival));
    for (let delay = 0; delay < 25; delay++) {
      const writing = world.write(async () => {
        const { commentId } = world.context().sequences;
        await world.commit(next("commentId", commentId + 1));
        await store.folder(924_000);
        const after = world.context().sequences.commentId;
        await world.commit(next("contactId", 32_000_001 + delay));
        return [after, commentId + 1];
      });
      let delayed = Promise.resolve();
      for (let turns = 0; turns < delay; turns++) delayed = delayed.then(() => {});
      const read = delayed.then(() => world.catchUp());
      const [after, expected] = await writing;
      await read;
      expect([after, world.context().sequences.commentId], `delay ${delay}`).toEqual([expected, expected]);
      // A change from elsewhere makes the memory stale for the next round.
      await store.write(() => store.commit(next("reportId", 34_000_001 + delay)));
    }
  });

  it("the memory of a world is refreshed before a request, when the store learns of another writer", async () => {
    const { world, store, rival } = await contested();
    store.refresh = () => {
      store.refresh = () => undefined;
      return store.write(() => store.commit(rival));
    };
    await world.catchUp();
    expect(world.context().sequences.thirdpartyId).toBe(924_001);
  });
});

const next = (name: string, value: number): Change => ({
  put: [{ collection: "sequences", row: { name, next: value } }],
  remove: [],
  events: [],
});

describe("a write that takes long", () => {
  /** Works until the write has yielded: each row takes longer than a slice. */
  async function pause(world: World): Promise<void> {
    await new Promise(setImmediate);
    let time = performance.now();
    const now = vi.spyOn(performance, "now");
    now.mockImplementation(() => (time += 20));
    for await (const _ of world.sliced([1, 2]));
    now.mockRestore();
  }

  it("requests for the account wait for the end of a write that has paused, and those for others do not", async () => {
    const [world, other] = [await quietWorld(), await quietWorld()];
    const order: string[] = [];
    await world.write(async () => {
      await pause(world);
      expect(other.catchUp()).toBeUndefined();
      const waiting = world.catchUp();
      void waiting?.then(() => order.push("request"));
      await pause(world);
      granted(await addToPortfolio(world, { ...companies.it }, "client"));
      order.push("write");
    });
    await world.catchUp();
    expect(order).toEqual(["write", "request"]);
  });

  it("requests wait for a long write also when the one before it becomes durable in its middle", async () => {
    let durable = () => {};
    class SlowStore extends MemoryStore {
      protected override keep(): Promise<void> {
        return new Promise((resolve) => (durable = resolve));
      }
    }
    const { store } = await quietWorld();
    const settings = { wall: () => 0, linkSecret: "x" };
    const world = await World.open("slow", new SlowStore(await Tables.made(await store.dump())), settings);
    const first = world.write(() => pause(world));
    const ends: (() => void)[] = [];
    const second = world.write(async () => {
      await pause(world);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
    while (ends.length === 0) await new Promise(setImmediate);
    durable();
    await first;
    expect(world.catchUp()).toBeInstanceOf(Promise);
    ends[0]?.();
    await new Promise(setImmediate);
    durable();
    await second;
    expect(world.catchUp()).toBeUndefined();
  });

  it("requests go on after a paused write that failed", async () => {
    const world = await quietWorld();
    let waiting: Promise<void> | undefined;
    const failing = world.write(async () => {
      await pause(world);
      waiting = world.catchUp();
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await expect(waiting).resolves.toBeUndefined();
    expect(world.catchUp()).toBeUndefined();
  });
});
