import { describe, expect, it } from "vitest";
import { WriteFailed } from "../../../src/store/failures.ts";
import type { Storage, Store } from "../../../src/store/store.ts";
import { commit, step, world } from "../samples.ts";
import { contents } from "./folders.ts";
import { fragile, reread } from "./fragile.ts";

describe("a world that is evicted", () => {
  it("a world is not evicted while a write is under way", async () => {
    const { storage, store } = await fragile();
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
    const { control, folder, storage, store } = await fragile();
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

  it.each<[string, (storage: Storage) => Promise<unknown>]>([
    ["a storage that is closed", (storage) => storage.close()],
    ["a deletion", (storage) => storage.delete("demo")],
    ["another open world of the account", (storage) => storage.open("demo")],
  ])("%s refuses later writes of an evicted world", async (_, act) => {
    const { storage, store } = await fragile();
    await commit(store, step(0));
    expect(["demo", "demo", "other"].map((id) => storage.release?.(id))).toEqual([true, false, false]);
    await act(storage);
    await expect(commit(store, step(1))).rejects.toThrow("demo.json is closed");
    await storage.close();
  });
});
