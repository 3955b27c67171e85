import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileStorage } from "../../../src/store/file/file.ts";
import { MemoryStore } from "../../../src/store/memory/memory.ts";
import { Tables } from "../../../src/store/memory/tables.ts";
import type { Store } from "../../../src/store/store.ts";
import { commit, step, world } from "../samples.ts";
import { watchedDisk } from "./disks.ts";
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
