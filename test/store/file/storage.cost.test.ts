import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Handles } from "../../../src/store/file/handles.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { Tables } from "../../../src/store/memory/tables.ts";
import { at, commit, step, world } from "../samples.ts";
import { watchedDisk } from "./disks.ts";
import { temporaryFolder } from "./folders.ts";
import { fragile } from "./fragile.ts";

/** The calls of the disk for 19 commits in a world of `size` third parties. */
async function callsOfCommits(size: number) {
  const { disk, calls } = watchedDisk();
  const storage = await fileStorage(temporaryFolder(), { disk });
  const store = await storage.create("demo", world(size));
  await commit(store, step(0));
  calls.length = 0;
  for (let nth = 1; nth < 20; nth++) {
    await commit(store, step(nth));
  }
  const asked = [...calls];
  await storage.close();
  return asked;
}

describe("the cost of a write", () => {
  it("a commit is one write and one sync, of the same bytes in a small world and in a large one", async () => {
    const [small, large] = [await callsOfCommits(2), await callsOfCommits(60)];
    expect(large).toEqual(small);
    expect(small.map(({ verb, file }) => `${verb} ${file}`)).toEqual(
      Array.from({ length: 19 }, () => ["write demo.log", "sync demo.log"]).flat(),
    );
  });

  it("the log that was used longest ago is closed first, and one that was closed is not counted", async () => {
    const closed: string[] = [];
    const log = (name: string) => ({
      close: async () => {
        closed.push(name);
        throw new Error("a failure to close loses nothing");
      },
    });
    const [a, b, c, d] = [log("a"), log("b"), log("c"), log("d")];
    const handles = new Handles(2);
    for (const used of [a, b, a, c]) handles.used(used);
    expect(closed).toEqual(["b"]);
    handles.closed(a);
    handles.used(d);
    expect(closed).toEqual(["b"]);
    handles.used(a);
    expect(closed).toEqual(["b", "c"]);
  });

  it("50 commits at once share one write and one sync", async () => {
    const { calls, storage, store } = await fragile();
    await commit(store, step(0));
    calls.length = 0;
    await Promise.all(Array.from({ length: 50 }, (_, nth) => commit(store, step(1 + nth))));
    expect(calls.map(({ verb }) => verb)).toEqual(["write", "sync"]);
    await storage.close();
  });

  it("a commit is written within 40 turns of the event loop although more commits come with each turn", async () => {
    let commits = 0;
    const commitsBeforeWrite: number[] = [];
    const { disk } = watchedDisk(({ verb, file }) => {
      if (verb === "write" && file === "demo.log") commitsBeforeWrite.push(commits);
      return undefined;
    });
    const storage = await fileStorage(temporaryFolder(), { disk });
    const store = await storage.create("demo", world());
    await commit(store, step(0));
    const durable: Promise<unknown>[] = [];
    while (commits < 100) {
      durable.push(commit(store, step(++commits)));
      await turn();
    }
    await Promise.all(durable);
    expect(commitsBeforeWrite[1]).toBeLessThan(40);
    await storage.close();
  });

  it("a commit visits as many rows in a world four times as large, up to a few steps of a binary search", () => {
    const visits = (size: number) => {
      const tables = new Tables(world(size));
      const built = tables.visited;
      for (let nth = 0; nth < 50; nth++) tables.apply(step(nth));
      return tables.visited - built;
    };
    expect(visits(4_000) - visits(1_000)).toBeLessThan(50 * 8 * Math.log2(4));
  });
});

describe("the cost of a read", () => {
  const tables = new Tables(world(1_000, 4));
  const visitedBy = async (read: () => unknown) => {
    const before = tables.visited;
    await read();
    return tables.visited - before;
  };
  const range = { from: at(2_000), to: at(2_009) };

  it.each<[string, number, () => unknown]>([
    ["a row by its key", 0, () => tables.get("events", 50_000_000)],
    ["a group", 1, () => tables.range("jobs", "thirdparty", 924_007)],
    ["three rows of a group", 3, () => tables.range("events", "name", "THIRD_PARTY_UPDATED", { limit: 3 })],
    ["a group without rows", 0, () => tables.range("jobs", "thirdparty", 1)],
    ["the first page", 20, () => tables.page("thirdparties", { offset: 0, limit: 20 })],
    ["a late page", 20, () => tables.page("thirdparties", { offset: 900, limit: 20 })],
    ["the last page", 10, () => tables.page("thirdparties", { offset: 990, limit: 20 })],
    [
      "a filtered page",
      1_000,
      () => tables.page("thirdparties", { where: [["archived", "=", true]], offset: 0, limit: 1 }),
    ],
    ["a filtered scan", 600, () => tables.scan("jobs", { where: [["jobId", ">=", 40_000_599]], limit: 1 })],
  ])("a read of %s visits %i rows", async (_, rows, read) => {
    expect(await visitedBy(read)).toBe(rows);
  });

  it("a range of 4,000 rows visits the rows that it returns and those of two binary searches", async () => {
    const rows = () => tables.range("events", "name", "THIRD_PARTY_UPDATED", range);
    expect(rows()).toHaveLength(10);
    expect(await visitedBy(rows)).toBeLessThanOrEqual(10 + 2 * (Math.ceil(Math.log2(4_000)) + 1));
  });
});
