import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { MemoryStore } from "../../../src/store/memory/storage.ts";
import { Tables } from "../../../src/store/memory/tables.ts";
import type { Store } from "../../../src/store/store.ts";
import { commit, step, world } from "../samples.ts";
import { type Call, watchedDisk } from "./disks.ts";
import { contents, leftBehind, temporaryFolder } from "./folders.ts";

/** A folder left by a killed server of version 1: an account file that holds its events, and a log of two changes. */
function formerFolder(): string {
  const folder = temporaryFolder();
  cpSync(join(import.meta.dirname, "version-1"), folder, { recursive: true });
  return folder;
}

async function expected(steps: number) {
  const store = new MemoryStore(new Tables(world(1, 2)));
  for (let nth = 0; nth < steps; nth++) await commit(store, step(nth));
  return store.dump();
}

describe("a data folder of version 1", () => {
  it("a folder of version 1 is read with the changes of its log, and written as version 2", async () => {
    const folder = formerFolder();
    const storage = await fileStorage(folder);
    const store = (await storage.open("demo")) as Store;
    expect(await store.dump()).toEqual(await expected(2));
    expect(Object.keys(contents(folder))).toEqual(["demo.events-1.jsonl", "demo.json", "sandbox.lock"]);
    await commit(store, step(2));
    const killed = leftBehind(folder);
    await storage.close();
    for (const left of [folder, killed]) {
      const again = await fileStorage(left);
      expect(await (await again.open("demo"))?.dump()).toEqual(await expected(3));
      await again.close();
    }
  });

  it("a migration from version 1 loses nothing when the disk is full or the process dies at any step", async () => {
    const { disk, calls } = watchedDisk();
    const whole = await fileStorage(formerFolder(), { disk });
    await whole.open("demo");
    const steps = calls.length;
    await whole.close();
    expect(steps).toBeGreaterThan(10);
    for (let dies = 1; dies <= steps; dies++) {
      const folder = formerFolder();
      let call = 0;
      const dying = watchedDisk(() => (++call >= dies ? { code: "ENOSPC", written: 100 } : undefined));
      const storage = await fileStorage(folder, { disk: dying.disk });
      await storage.open("demo").catch(() => {});
      const again = await fileStorage(leftBehind(folder));
      expect(await (await again.open("demo"))?.dump(), `call ${dies}`).toEqual(await expected(2));
      await again.close();
    }
  });

  it("a file of version 1 with a row that does not fit is refused with its line, and left as it is", async () => {
    const folder = formerFolder();
    const path = join(folder, "demo.json");
    writeFileSync(path, readFileSync(path, "utf8").replace('"randomSeed": 1', '"randomSeed": "1"'));
    const before = contents(folder);
    const storage = await fileStorage(folder);
    await expect(storage.open("demo")).rejects.toThrow(`${path}, line 6, /world/0/randomSeed`);
    await storage.close();
    expect(contents(folder)).toEqual(before);
  });
});

describe("the end of a fold", () => {
  it("a write that begins a new log while a fold cleans up behind itself is kept", async () => {
    let store: Store | undefined;
    let during: Promise<void> | undefined;
    let cleaned = () => {};
    const cleaning = new Promise<void>((resolve) => {
      cleaned = resolve;
    });
    const { disk, calls } = watchedDisk(async ({ verb, file }) => {
      if (file !== "demo.log.tmp" || store === undefined) return undefined;
      if (verb === "remove" && during === undefined) {
        during = commit(store, step(1));
        const begun = calls.length;
        for (let turns = 0; turns < 100 && !calls.slice(begun).some(isSync); turns++) await turn();
        setImmediate(cleaned);
      }
      if (verb === "sync" && during !== undefined) await cleaning;
      return undefined;
    });
    const isSync = ({ verb, file }: Call) => verb === "sync" && file === "demo.log.tmp";
    const storage = await fileStorage(temporaryFolder(), { disk, folding: { least: 1, most: 1 } });
    store = await storage.create("demo", world());
    await commit(store, step(0));
    await expect.poll(() => during !== undefined).toBe(true);
    await during;
    expect((await store.get("sequences", "step"))?.next).toBe(2);
    await storage.close();
  });
});
