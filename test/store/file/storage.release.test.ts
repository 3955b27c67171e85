import { describe, expect, it } from "vitest";
import { WriteFailed } from "../../../src/store/failures.ts";
import type { ResetPoint, Storage, Store } from "../../../src/store/store.ts";
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

  it.each<[points: ResetPoint[], left: string[]]>([
    [
      ["this", "this", "this"],
      ["demo.events-4.jsonl", "demo.start-4.world"],
    ],
    [
      ["this", "unchanged", "this"],
      ["demo.events-4.jsonl", "demo.start-4.world"],
    ],
    [
      ["this", "unchanged", "unchanged"],
      ["demo.events-4.jsonl", "demo.start-2.world"],
    ],
    [["this", "unchanged", "seed"], ["demo.events-4.jsonl"]],
  ])("the files of worlds that were replaced go, with an eviction in between: %j", async (points, left) => {
    const { storage, folder } = await fragile();
    for (const [round, point] of points.entries()) {
      const store = (await storage.open("demo")) as Store;
      await store.load(world(2 + round), point);
      expect(storage.release?.("demo")).toBe(true);
    }
    expect(Object.keys(contents(folder)).filter((name) => /\.(?:events|start)-/.test(name))).toEqual(left);
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
