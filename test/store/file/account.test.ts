import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { fileStorage } from "../../../src/store/file/storage.ts";
import type { Store } from "../../../src/store/store.ts";
import { commit, step, world } from "../samples.ts";
import { type Call, watchedDisk } from "./disks.ts";
import { temporaryFolder } from "./folders.ts";

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
    const storage = await fileStorage(temporaryFolder(), { disk, foldAt: 1 });
    store = await storage.create("demo", world());
    await commit(store, step(0));
    await expect.poll(() => during !== undefined).toBe(true);
    await during;
    expect((await store.get("sequences", "step"))?.next).toBe(2);
    await storage.close();
  });
});
