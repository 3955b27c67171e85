import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { Tables } from "../../../src/store/memory/tables.ts";
import { at, commit, step, world } from "../samples.ts";
import { watchedDisk } from "./disks.ts";
import { temporaryFolder } from "./folders.ts";

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
    const [small, large] = [await callsOfCommits(2), await callsOfCommits(500)];
    expect(large).toEqual(small);
    expect(small.map(({ verb, file }) => `${verb} ${file}`)).toEqual(
      Array.from({ length: 19 }, () => ["write demo.log", "sync demo.log"]).flat(),
    );
  });

  it("a commit writes the bytes of its change and less than a hundred more, alone or with others", async () => {
    const { disk, calls } = watchedDisk();
    const storage = await fileStorage(temporaryFolder(), { disk });
    const store = await storage.create("demo", world());
    await commit(store, step(0));
    let steps = 1;
    for (const together of [1, 1, 10]) {
      calls.length = 0;
      const changes = Array.from({ length: together }, () => step(steps++));
      await Promise.all(changes.map((change) => commit(store, change)));
      const written = calls.reduce((sum, { verb, bytes }) => sum + (verb === "write" ? bytes : 0), 0);
      const own = changes.reduce((sum, change) => sum + Buffer.byteLength(JSON.stringify(change)), 0);
      expect((written - own) / together).toBeLessThan(100);
    }
    await storage.close();
  });

  it("at most 64 write-ahead logs are open at once", async () => {
    const { disk, calls } = watchedDisk();
    const storage = await fileStorage(temporaryFolder(), { disk });
    const stores = await Promise.all(Array.from({ length: 100 }, (_, nth) => storage.create(`test-${nth}`, world(1))));
    for (let round = 0; round < 2; round++) {
      for (const store of stores) {
        await commit(store, step(round));
      }
    }
    const count = (verb: string) => calls.filter((call) => call.verb === verb && call.file.endsWith(".log")).length;
    expect(count("open") - count("close")).toBe(64);
    await storage.close();
    expect(count("open") - count("close")).toBe(0);
  });

  it("500 commits at once share one write and one sync", async () => {
    const { disk, calls } = watchedDisk();
    const storage = await fileStorage(temporaryFolder(), { disk });
    const store = await storage.create("demo", world());
    await commit(store, step(0));
    calls.length = 0;
    await Promise.all(
      Array.from({ length: 500 }, async (_, nth) => {
        await commit(store, step(1 + nth));
      }),
    );
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

  it("a commit visits as many rows in a world ten times as large, up to a few steps of a binary search", () => {
    const visits = (size: number) => {
      const tables = new Tables(world(size));
      const built = tables.visited;
      for (let nth = 0; nth < 50; nth++) tables.apply(step(nth));
      return tables.visited - built;
    };
    expect(visits(10_000) - visits(1_000)).toBeLessThan(50 * 8 * Math.log2(10));
  });
});

describe("the cost of a read", () => {
  const tables = new Tables(world(10_000, 4));
  const visitedBy = async (read: () => unknown) => {
    const before = tables.visited;
    await read();
    return tables.visited - before;
  };
  const search = Math.ceil(Math.log2(40_000)) + 1;

  it("a read by key visits no other row", async () => {
    expect(await visitedBy(() => tables.get("events", 50_000_000))).toBe(0);
  });

  it("a read of a group, whole or limited, visits the rows that it returns", async () => {
    expect([
      await visitedBy(() => tables.range("jobs", "thirdparty", 924_007)),
      await visitedBy(() => tables.range("events", "name", "THIRD_PARTY_UPDATED", { limit: 3 })),
      await visitedBy(() => tables.range("jobs", "thirdparty", 1)),
    ]).toEqual([1, 3, 0]);
  });

  it("a range of 40,000 rows visits the rows that it returns and those of two binary searches", async () => {
    const rows = () => tables.range("events", "name", "THIRD_PARTY_UPDATED", { from: at(20_000), to: at(20_009) });
    expect(rows()).toHaveLength(10);
    expect(await visitedBy(rows)).toBeLessThanOrEqual(10 + 2 * search);
  });

  it("a page visits the rows that it returns, wherever it begins", async () => {
    expect([
      await visitedBy(() => tables.page("thirdparties", { offset: 0, limit: 20 })),
      await visitedBy(() => tables.page("thirdparties", { offset: 9_000, limit: 20 })),
      await visitedBy(() => tables.page("thirdparties", { offset: 9_990, limit: 20 })),
    ]).toEqual([20, 20, 10]);
  });

  it("a page with a filter visits the whole collection", async () => {
    expect(
      await visitedBy(() => tables.page("thirdparties", { where: [["archived", "=", false]], offset: 0, limit: 20 })),
    ).toBe(10_000);
  });
});
