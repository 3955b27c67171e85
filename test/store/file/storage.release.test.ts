import { describe, expect, it } from "vitest";
import { WriteFailed } from "../../../src/store/failures.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import type { Store } from "../../../src/store/store.ts";
import { collected } from "../../support/collected.ts";
import { commit, step, world } from "../samples.ts";
import { type Call, watchedDisk } from "./disks.ts";
import { leftBehind, temporaryFolder } from "./folders.ts";

async function fragile() {
  const control: { fault?: (call: Call) => { code: string } | undefined } = {};
  const { disk } = watchedDisk((call) => control.fault?.(call));
  const folder = temporaryFolder();
  const storage = await fileStorage(folder, { disk });
  await storage.create("demo", world());
  return { control, folder, storage };
}

describe("a world that is let go", () => {
  it("it is read from disk once nothing uses it, with every change that was kept", async () => {
    const { storage } = await fragile();
    let store = (await storage.open("demo")) as Store | undefined;
    const former = new WeakRef(store as Store);
    for (let at = 0; at < 3; at++) await commit(store as Store, step(at));
    const before = await store?.dump();
    expect(storage.release?.("demo")).toBe(true);
    store = undefined;
    await collected();
    expect(former.deref()).toBe(undefined);
    const again = (await storage.open("demo")) as Store;
    expect(await again.dump()).toEqual(before);
    await commit(again, step(3));
    await storage.close();
  });

  it("it stays after a disk error, until a change is kept again: its files may hold what was undone", async () => {
    const { control, folder, storage } = await fragile();
    const store = (await storage.open("demo")) as Store;
    await commit(store, step(0));
    control.fault = ({ verb }) => (verb === "sync" || verb === "truncate" ? { code: "EIO" } : undefined);
    await expect(commit(store, step(1))).rejects.toThrow(WriteFailed);
    expect(storage.release?.("demo")).toBe(false);
    control.fault = () => undefined;
    await commit(store, step(1));
    expect(storage.release?.("demo")).toBe(true);
    const copy = await fileStorage(leftBehind(folder));
    expect(await (await copy.open("demo"))?.get("sequences", "step")).toEqual({ name: "step", next: 2 });
    await copy.close();
    await storage.close();
  });

  it("a storage that is closed folds it while it is in use, and refuses its later writes", async () => {
    const { storage } = await fragile();
    const store = (await storage.open("demo")) as Store;
    await commit(store, step(0));
    storage.release?.("demo");
    await storage.close();
    await expect(commit(store, step(1))).rejects.toThrow("is closed");
  });

  it("a deletion reaches it, and its later writes are refused", async () => {
    const { storage } = await fragile();
    const store = (await storage.open("demo")) as Store;
    storage.release?.("demo");
    await storage.delete("demo");
    await expect(commit(store, step(0))).rejects.toThrow("is closed");
    expect(await storage.open("demo")).toBe(undefined);
    await storage.close();
  });

  it("an account that is not open, or does not exist, has nothing to let go", async () => {
    const { storage } = await fragile();
    expect(storage.release?.("other")).toBe(false);
    await storage.close();
  });
});
