import { describe, expect, it } from "vitest";
import { fileStorage } from "../../../src/store/file/file.ts";
import { Tables } from "../../../src/store/memory/tables.ts";
import { at, commit, step, world } from "../samples.ts";
import { watchedDisk } from "./disks.ts";
import { temporaryFolder } from "./folders.ts";

/** What a commit asks of the disk, in a world of so many third parties. */
async function commitsIn(size: number) {
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
  it("is one write and one sync, of the same bytes in a small world and in a large one", async () => {
    const [small, large] = [await commitsIn(2), await commitsIn(2_000)];
    expect(large).toEqual(small);
    expect(small.map(({ verb, file }) => `${verb} ${file}`)).toEqual(
      Array.from({ length: 19 }, () => ["write demo.log", "sync demo.log"]).flat(),
    );
  });

  it("is the bytes of the change itself and less than a hundred around them, alone or with others", async () => {
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

  it("is not an open file for every world", { timeout: 30_000 }, async () => {
    const { disk, calls } = watchedDisk();
    const storage = await fileStorage(temporaryFolder(), { disk });
    const stores = await Promise.all(Array.from({ length: 100 }, (_, nth) => storage.create(`test-${nth}`, world(1))));
    for (let round = 0; round < 2; round++) {
      for (const store of stores) {
        await commit(store, step(round));
      }
    }
    const count = (verb: string) => calls.filter((call) => call.verb === verb && call.file.endsWith(".log")).length;
    await expect.poll(() => count("open") - count("close")).toBe(64);
    await storage.close();
    expect(count("open") - count("close")).toBe(0);
  });

  it("is shared by all that is committed meanwhile", async () => {
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

  it("is answered while others go on writing: the first does not wait for the last", async () => {
    const storage = await fileStorage(temporaryFolder());
    const store = await storage.create("demo", world());
    let answered = 0;
    const first = commit(store, step(0)).then(() => answered);
    const others: Promise<unknown>[] = [];
    for (let nth = 1; nth <= 50; nth++) {
      others.push(commit(store, step(nth)).then(() => answered++));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(others);
    expect(await first).toBeLessThan(25);
    await storage.close();
  });

  it("looks at as many rows in a world ten times as large, up to a few steps of a binary search", () => {
    const visits = (size: number) => {
      const tables = new Tables(world(size));
      for (let nth = 0; nth < 50; nth++) tables.apply(step(nth));
      return tables.visited;
    };
    expect(visits(10_000) - visits(1_000)).toBeLessThan(50 * 8 * Math.log2(10));
  });
});

describe("the cost of a read", () => {
  const tables = new Tables(world(10_000, 4));
  const visitedBy = (read: () => unknown) => {
    const before = tables.visited;
    read();
    return tables.visited - before;
  };
  const search = Math.ceil(Math.log2(40_000)) + 1;

  it("is nothing but the row for a key", () => {
    expect(visitedBy(() => tables.get("events", 50_000_000))).toBe(0);
  });

  it("is what it returns for a group, whole or cut short", () => {
    expect([
      visitedBy(() => tables.range("events", "thirdparty", 924_007)),
      visitedBy(() => tables.range("events", "name", "THIRD_PARTY_UPDATED", { limit: 3 })),
      visitedBy(() => tables.range("events", "thirdparty", 1)),
    ]).toEqual([4, 3, 0]);
  });

  it("is what it returns and two binary searches for a range of 40,000 rows", () => {
    const rows = () => tables.range("events", "name", "THIRD_PARTY_UPDATED", { from: at(20_000), to: at(20_009) });
    expect(rows()).toHaveLength(10);
    expect(visitedBy(rows)).toBeLessThanOrEqual(10 + 2 * search);
  });

  it("is what it returns for a page, wherever it begins", () => {
    expect([
      visitedBy(() => tables.page("thirdparties", { offset: 0, limit: 20 })),
      visitedBy(() => tables.page("thirdparties", { offset: 9_000, limit: 20 })),
      visitedBy(() => tables.page("thirdparties", { offset: 9_990, limit: 20 })),
    ]).toEqual([20, 20, 10]);
  });

  it("is the whole collection only for a page with a condition", () => {
    expect(
      visitedBy(() => tables.page("thirdparties", { where: [["archived", "=", false]], offset: 0, limit: 20 })),
    ).toBe(10_000);
  });
});
