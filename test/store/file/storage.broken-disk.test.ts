import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WriteFailed } from "../../../src/store/failures.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import type { Storage } from "../../../src/store/store.ts";
import { commit, step, world } from "../samples.ts";
import { contents, leftBehind } from "./folders.ts";
import { fragile, on, reread, unsynced } from "./fragile.ts";

describe("a disk that breaks in the middle of an operation", () => {
  it.each([
    ["open", "demo.events-2.jsonl"],
    ["write", "demo.events-2.jsonl"],
    ["sync", "demo.events-2.jsonl"],
    ["open", "demo.json.tmp"],
    ["write", "demo.json.tmp"],
    ["sync", "demo.json.tmp"],
    ["rename", "demo.json"],
  ] as const)("a load that fails at %s of %s leaves the world as it was", async (verb, file) => {
    const { control, folder, store, storage } = await fragile();
    await commit(store, step(0));
    const good = await store.dump();
    control.fault = on(verb, file, "EIO");
    await expect(store.load(world(4))).rejects.toThrow(WriteFailed);
    expect([await store.dump(), await reread(folder)]).toEqual([good, good]);
    control.fault = undefined;
    await commit(store, step(1));
    expect(await reread(folder)).toEqual(await store.dump());
    await storage.close();
    expect(Object.keys(contents(folder))).toEqual(["demo.events-1.jsonl", "demo.json"]);
  });

  it("writes are refused while it is unknown which world is on disk, until it is written again", async () => {
    const { control, folder, store, storage } = await fragile();
    await commit(store, step(0));
    const good = await store.dump();
    control.fault = unsynced();
    await expect(store.load(world(4))).rejects.toThrow(WriteFailed);
    expect([await store.dump(), await reread(folder)]).toEqual([good, world(4)]);
    await expect(commit(store, step(1))).rejects.toThrow(WriteFailed);
    expect([await store.dump(), await reread(folder)]).toEqual([good, good]);
    control.fault = undefined;
    await commit(store, step(1));
    expect(await reread(folder)).toEqual(await store.dump());
    await storage.close();
    expect(Object.keys(contents(folder))).toEqual(["demo.events-1.jsonl", "demo.json"]);
  });

  it.each([
    ["write", "demo.json.tmp"],
    ["rename", "demo.json"],
  ] as const)("writes go on with a growing log when a fold fails at %s of %s", async (verb, file) => {
    const { control, folder, reports, store, storage } = await fragile(3_000);
    await commit(store, step(0));
    control.fault = on(verb, file);
    for (let nth = 1; nth < 30; nth++) {
      await commit(store, step(nth));
    }
    expect(await reread(folder)).toEqual(await store.dump());
    expect(reports.length).toBeGreaterThan(0);
    control.fault = undefined;
    for (let nth = 30; nth < 120; nth++) {
      await commit(store, step(nth));
    }
    expect(await reread(folder)).toEqual(await store.dump());
    await storage.close();
    expect(Object.keys(contents(folder))).toEqual(["demo.events-1.jsonl", "demo.json"]);
  });

  it("an account that is closed while it is unknown which world is on disk keeps the one in memory", async () => {
    const { control, folder, store, storage } = await fragile();
    control.fault = unsynced();
    await expect(store.load(world(4))).rejects.toThrow(WriteFailed);
    control.fault = undefined;
    await storage.close();
    expect([await reread(folder), Object.keys(contents(folder))]).toEqual([
      world(),
      ["demo.events-1.jsonl", "demo.json"],
    ]);
  });

  it("an account that cannot be written is not created", async () => {
    const { control, folder, storage } = await fragile();
    control.fault = on("write", "other.json.tmp");
    await expect(storage.create("other", world())).rejects.toThrow(WriteFailed);
    expect([[...(await storage.accounts()).keys()], Object.keys(contents(folder))]).toEqual([
      ["demo"],
      ["demo.events-1.jsonl", "demo.json", "sandbox.lock"],
    ]);
    control.fault = undefined;
    await storage.create("other", world());
    expect([...(await storage.accounts()).keys()]).toEqual(["demo", "other"]);
    await storage.close();
  });

  it("the log stays beside the account file when it cannot be folded at the end", async () => {
    const { control, folder, store, storage } = await fragile();
    await commit(store, step(0));
    control.fault = on("write", "demo.json.tmp");
    await storage.close();
    expect(Object.keys(contents(folder))).toEqual(["demo.events-1.jsonl", "demo.json", "demo.log"]);
    expect(readFileSync(join(folder, "demo.json"), "utf8")).toContain('"changes": 1');
    expect(await reread(folder)).toEqual(await store.dump());
  });

  const snapshot = (name: string, size: number) => ({
    name,
    takenAt: "2026-01-15T09:00:00.000",
    running: false,
    format: "any",
    state: world(size),
  });

  it.each<[string, (storage: Storage) => Promise<unknown>]>([
    ["a creation", (storage) => storage.create("other", world())],
    ["a deletion", (storage) => storage.delete("demo")],
    ["a first snapshot", (storage) => storage.snapshots.put("demo", snapshot("second", 3))],
    ["a snapshot in the place of another", (storage) => storage.snapshots.put("demo", snapshot("first", 3))],
    ["the removal of a snapshot", (storage) => storage.snapshots.delete("demo", "first")],
  ])("%s on a disk that breaks before it lasts is absent once the disk is well", async (_, operation) => {
    const { control, folder, storage } = await fragile();
    const seen = async (on: Storage) => ({
      accounts: [...(await on.accounts()).keys()],
      world: await (await on.open("demo"))?.dump(),
      snapshots: await on.snapshots.list("demo"),
      first: await on.snapshots.get("demo", "first"),
    });
    await storage.snapshots.put("demo", snapshot("first", 2));
    const before = await seen(storage);
    let renamed = false;
    let broken = false;
    control.fault = ({ verb }) => {
      renamed ||= verb === "rename";
      broken ||= renamed && verb === "syncFolder";
      return broken && !["read", "open", "close"].includes(verb) ? { code: "EIO" } : undefined;
    };
    await expect(operation(storage)).rejects.toThrow(WriteFailed);
    expect(broken).toBe(true);
    control.fault = undefined;
    expect(await seen(storage)).toEqual(before);
    const again = await fileStorage(leftBehind(folder));
    expect(await seen(again)).toEqual(before);
    await again.close();
    await operation(storage);
    expect(await seen(storage)).not.toEqual(before);
    await storage.close();
  });

  it("a snapshot whose replacement was cut off by a crash is there again after a start", async () => {
    const { folder, storage } = await fragile();
    await storage.snapshots.put("demo", snapshot("first", 2));
    const former = await storage.snapshots.get("demo", "first");
    await storage.close();
    const path = join(folder, "snapshots/demo/first.world");
    renameSync(path, `${path}.old`);
    const again = await fileStorage(folder);
    expect(await again.snapshots.get("demo", "first")).toEqual(former);
    await again.close();
  });
});
