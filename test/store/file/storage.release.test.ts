import { describe, expect, it } from "vitest";
import { WriteFailed } from "../../../src/store/failures.ts";
import type { Store } from "../../../src/store/store.ts";
import { commit, step, world } from "../samples.ts";
import { contents } from "./folders.ts";
import { fragile, reread } from "./fragile.ts";

describe("a world that is evicted", () => {
  it("an evicted world is read from disk, with every change that was kept, and keeps its id", async () => {
    const { storage } = await fragile();
    const store = (await storage.open("demo")) as Store;
    await store.load(world(3));
    for (let at = 0; at < 3; at++) await commit(store, step(at));
    const before = await store.dump();
    expect(storage.release?.("demo")).toBe(true);
    const again = (await storage.open("demo")) as Store;
    expect(again).not.toBe(store);
    expect([await again.dump(), again.worldId]).toEqual([before, store.worldId]);
    await commit(again, step(3));
    await expect(commit(store, step(3))).rejects.toThrow("is closed");
    await storage.close();
  });

  it("a world is not evicted while a write is under way", async () => {
    const { storage } = await fragile();
    const store = (await storage.open("demo")) as Store;
    await store.write(async () => expect(storage.release?.("demo")).toBe(false));
    const written = commit(store, step(0));
    expect(storage.release?.("demo")).toBe(false);
    await written;
    expect(storage.release?.("demo")).toBe(true);
    await storage.close();
  });

  it("the files of a world that was replaced go, also when the account was evicted before", async () => {
    const { storage, folder } = await fragile();
    for (let round = 0; round < 3; round++) {
      const store = (await storage.open("demo")) as Store;
      await store.load(world(2 + round), "this");
      expect(storage.release?.("demo")).toBe(true);
    }
    const files = Object.keys(contents(folder)).filter((name) => /\.(?:events|start)-/.test(name));
    expect(files).toHaveLength(2);
    await storage.close();
  });

  it("a world stays in memory after a disk error, until a change is kept again", async () => {
    const { control, folder, storage } = await fragile();
    const store = (await storage.open("demo")) as Store;
    await commit(store, step(0));
    control.fault = ({ verb }) => (verb === "sync" || verb === "truncate" ? { code: "EIO" } : undefined);
    await expect(commit(store, step(1))).rejects.toThrow(WriteFailed);
    expect(storage.release?.("demo")).toBe(false);
    control.fault = () => undefined;
    await commit(store, step(1));
    expect(storage.release?.("demo")).toBe(true);
    expect((await reread(folder))?.sequences).toContainEqual({ name: "step", next: 2 });
    await storage.close();
  });

  it("a storage that is closed refuses later writes of an evicted world", async () => {
    const { storage } = await fragile();
    const store = (await storage.open("demo")) as Store;
    await commit(store, step(0));
    storage.release?.("demo");
    await storage.close();
    await expect(commit(store, step(1))).rejects.toThrow("is closed");
  });

  it("a deletion of an evicted world refuses its later writes", async () => {
    const { storage } = await fragile();
    const store = (await storage.open("demo")) as Store;
    storage.release?.("demo");
    await storage.delete("demo");
    await expect(commit(store, step(0))).rejects.toThrow("is closed");
    expect(await storage.open("demo")).toBe(undefined);
    await storage.close();
  });

  it("an account that is not open, or does not exist, is not evicted", async () => {
    const { storage } = await fragile();
    expect(storage.release?.("other")).toBe(false);
    await storage.close();
  });
});
