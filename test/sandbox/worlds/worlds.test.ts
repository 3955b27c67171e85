import { beforeEach, describe, expect, it, vi } from "vitest";
import { format } from "../../../src/domain/time.ts";
import { Sandbox } from "../../../src/sandbox/sandbox.ts";
import type { Worlds } from "../../../src/sandbox/worlds/worlds.ts";
import { exportState } from "../../../src/seed/seed-file.ts";
import { AccountClosed, AccountExists } from "../../../src/store/failures.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { memoryStorage } from "../../../src/store/memory/storage.ts";
import type { World } from "../../../src/world/world.ts";
import { watchedDisk } from "../../store/file/disks.ts";
import { temporaryFolder } from "../../store/file/folders.ts";
import { options } from "../../support/sandbox.ts";

let sandbox: Sandbox;
let worlds: Worlds;
beforeEach(() => {
  sandbox = new Sandbox(options, memoryStorage());
  worlds = sandbox.worlds;
});
const start = Date.parse("2026-01-15T09:00:00Z");
const day = 86_400_000;
const made = async (accountId: string, wish = {}) => (await worlds.make(accountId, { randomSeed: 7, ...wish })).world;
const move = (world: World, days: number) => world.write(() => world.setClock(start + days * day, true));
/** What tells worlds apart here: their chance, their clock in days, and whether they are held in memory by a use. */
const seen = ({ origin, clock, uses }: World) => ({ seed: origin.randomSeed, days: (clock - start) / day, uses });
const faultsOf = async (accountId: string) => (await sandbox.faults.list(accountId)).length;

describe("the worlds of a server", () => {
  it("a world is made or replaced, without the faults of the one before", async () => {
    const first = await worlds.make("a", { randomSeed: 7 });
    await sandbox.faults.replace([{ kind: "status", accountId: "a" }]);
    await move(first.world, 3);
    const second = await worlds.make("a", {});
    expect([first.created, second.created, second.world === first.world]).toEqual([true, false, true]);
    expect([seen(second.world), await faultsOf("a")]).toEqual([{ seed: 1, days: 0, uses: 0 }, 0]);
  });

  it("a reset returns to the seed with its own chance, size and moment, and without faults", async () => {
    const world = await made("a", { now: "2026-01-16T09:00:00" });
    await sandbox.faults.replace([{ kind: "status", accountId: "a" }]);
    await move(world, 5);
    await worlds.reset(world);
    expect([seen(world), world.frozen, await faultsOf("a")]).toEqual([{ seed: 7, days: 1, uses: 0 }, true, 0]);
  });

  it("a reset of an imported or created world returns to that", async () => {
    const source = await made("a");
    await move(source, 2);
    const exported = await exportState(source);
    await move(source, 3);
    const imported = await worlds.import("b", exported);
    const created = await worlds.create("c", { ...(await source.store.dump()) });
    for (const world of [imported, created]) {
      await move(world, 9);
      await worlds.reset(world);
    }
    expect([seen(imported), seen(created)]).toEqual([
      { seed: 7, days: 2, uses: 0 },
      { seed: 7, days: 3, uses: 0 },
    ]);
    await expect(worlds.create("c", await source.store.dump())).rejects.toThrow(AccountExists);
  });

  it("a world that other servers read as soon as it is stored has nothing overdue then", async () => {
    const source = await made("a", { seed: "onboarding" });
    await move(source, 3);
    const storage = { ...memoryStorage(), usesBehind: 0 };
    const create = vi.spyOn(storage, "create");
    await new Sandbox(options, storage).worlds.import("b", await exportState(source));
    const overdue = ({ dueAt }: { dueAt: string }) => dueAt <= format(start + 3 * day);
    const [, stored] = create.mock.calls[0] ?? [];
    expect([(await source.store.dump()).jobs.some(overdue), stored?.jobs.some(overdue)]).toEqual([true, false]);
  });

  it("a snapshot is taken, restored, forked and deleted", async () => {
    const world = await made("a");
    expect(await worlds.takeSnapshot(world, "one")).toMatchObject({ name: "one", running: false });
    await move(world, 4);
    const bare = await worlds.fork("b", world, {});
    const whole = await worlds.fork("c", world, { snapshot: "one", withSnapshots: true });
    expect(await worlds.fork("d", world, { snapshot: "none" })).toBe(undefined);
    expect([bare?.world, whole?.world].map((fork) => fork && seen(fork))).toEqual([
      { seed: 7, days: 4, uses: 0 },
      { seed: 7, days: 0, uses: 0 },
    ]);
    const names = async (id: string) => (await sandbox.storage.snapshots.list(id)).map(({ name }) => name);
    expect([await names("b"), await names("c")]).toEqual([[], ["one"]]);
    expect([await worlds.restore(world, "one"), await worlds.restore(world, "none")]).toEqual([true, false]);
    expect(seen(world).days).toBe(0);
    expect([await worlds.deleteSnapshot(world, "one"), await worlds.deleteSnapshot(world, "one")]).toEqual([
      true,
      false,
    ]);
    expect(await names("c")).toEqual(["one"]);
  });

  it("a restore in a folder writes what a reset writes, by the same calls of the disk", async () => {
    const { disk, calls } = watchedDisk();
    const storage = await fileStorage(temporaryFolder(), { disk });
    worlds = new Sandbox({ ...options, seed: "onboarding" }, storage).worlds;
    const world = await made("a");
    await worlds.takeSnapshot(world, "one");
    const callsOf = async (work: () => Promise<unknown>) => {
      calls.length = 0;
      await work();
      const asked = calls.map(({ verb, file, bytes }) => [verb, file.replace(/\d+/, "N"), Math.round(bytes / 1000)]);
      // Beside the world, a reset writes to the log what has become due since the story.
      return asked.filter(([, file]) => /^a\.(?:events|json|start)/.test(String(file)));
    };
    await worlds.restore(world, "one");
    const reset = await callsOf(() => worlds.reset(world));
    expect(await callsOf(() => worlds.restore(world, "one"))).toEqual(reset);
    expect(reset.filter(([verb]) => verb === "sync")).toEqual([
      ["sync", "a.events-N.jsonl", 0],
      ["sync", "a.json.tmp", 0],
    ]);
    await storage.close();
  });

  it("a world whose account was deleted takes no reset and no snapshot, and is not there to use", async () => {
    const world = await made("a");
    expect([await worlds.delete("a"), await worlds.delete("a")]).toEqual([true, false]);
    await expect(worlds.reset(world)).rejects.toThrow(AccountClosed);
    await expect(worlds.takeSnapshot(world, "one")).rejects.toThrow(AccountClosed);
    expect([await worlds.using("a", async () => "used"), await worlds.peek("a")]).toEqual([undefined, undefined]);
    expect(seen(await worlds.openOrCreate("a"))).toEqual({ seed: 1, days: 0, uses: 1 });
  });

  it("the due jobs of running clocks are run without a request, those of one account or of all", async () => {
    let jobs: string[] = [];
    for (const accountId of ["a", "b"]) {
      const world = await made(accountId);
      const catchUp = world.catchUp.bind(world);
      world.catchUp = () => {
        jobs.push(accountId);
        return catchUp();
      };
    }
    await worlds.runDueJobs("b");
    expect(jobs).toEqual(["b"]);
    jobs = [];
    await worlds.runDueJobs();
    expect(jobs).toEqual(["a", "b"]);
    expect(worlds.cache.worlds().map(({ uses }) => uses)).toEqual([0, 0]);
  });
});
